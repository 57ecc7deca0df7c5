// The image descriptions of identify and -verbose.
#pragma once

#include <string>

#include "magick/api.h"

namespace lodestone::cli {

// One line: name, format, size, class, depth, file size, times. Ends with a newline.
std::string DescribeBriefly(Image* image);

// Many lines, as identify -verbose.
std::string DescribeFully(Image* image);

// The timing part of the brief line, and lines of the full one.
struct TimingText {
  std::string user, elapsed, rate;  // empty when too short to measure
};
TimingText TimingOf(Image* image);

}  // namespace lodestone::cli
