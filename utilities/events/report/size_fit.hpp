// Time of a path by image size, and the size from which another is faster.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lodestone::cli {

struct SizePoint {
  double megapixels;
  double milliseconds;  // median of the calls of that size
};

// milliseconds = start_ms + ms_per_megapixel * megapixels; neither is negative.
struct SizeFit {
  double start_ms = 0;
  double ms_per_megapixel = 0;
  double smallest = 0, largest = 0;  // megapixels measured

  double At(double megapixels) const { return start_ms + ms_per_megapixel * megapixels; }
};

// Least squares of the errors relative to the line, so that small images have the same weight as
// large ones. None for fewer than two sizes.
std::optional<SizeFit> FitSizes(const std::vector<SizePoint>& points);

// How two fits compare where both were measured.
struct Crossover {
  enum class Kind {
    kNoCommonRange,  // they were measured at different sizes
    kFirstFaster,    // over the whole range
    kSecondFaster,
    kSame,   // the lines are the same
    kCross,  // at `megapixels`
  };
  Kind kind = Kind::kNoCommonRange;
  double megapixels = 0;
  bool first_faster_below = false;
  double smallest = 0, largest = 0;  // of the common range
};

Crossover CrossoverOf(const SizeFit& first, const SizeFit& second);

}  // namespace lodestone::cli
