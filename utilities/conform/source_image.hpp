// The images that conformance cases start from: made by whole-number arithmetic, and so the same on
// every machine.
#pragma once

#include <string>

#include "utilities/shell/handles.hpp"

namespace lodestone::conform {

enum class Pixels { kOpaque, kAlpha, kGrey, kCmyk };

struct SourceImage {
  Pixels pixels;
  unsigned long columns, rows;

  std::string name() const;  // "alpha-97x61"
  auto operator<=>(const SourceImage&) const = default;
};

// Blocks of noise, of black and white pixels, of gradients and of one color. Grey ones have one
// sample a pixel. Throws CommandError.
cli::ImageList Make(const SourceImage& source);

}  // namespace lodestone::conform
