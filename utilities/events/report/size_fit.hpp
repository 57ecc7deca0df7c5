// How long a path takes by the size of the image, and from which size on another one is faster.
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

// Least squares of the errors relative to the line, so that small images count as much as large
// ones. Nothing for fewer than two sizes.
std::optional<SizeFit> FitSizes(const std::vector<SizePoint>& points);

// What two fits say about each other where both were measured.
struct Crossover {
  enum class Kind {
    kNoCommonRange,  // they were measured at different sizes
    kFirstFaster,    // all over the range
    kSecondFaster,
    kSame,   // they are the same line
    kCross,  // at `megapixels`
  };
  Kind kind = Kind::kNoCommonRange;
  double megapixels = 0;
  bool first_faster_below = false;
  double smallest = 0, largest = 0;  // of the common range
};

Crossover CrossoverOf(const SizeFit& first, const SizeFit& second);

}  // namespace lodestone::cli
