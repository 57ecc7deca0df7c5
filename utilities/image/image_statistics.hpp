// Per-channel statistics that identify -verbose prints.
#pragma once

#include <string>
#include <vector>

#include "magick/api.h"

namespace lodestone::cli {

struct ChannelFacts {
  std::string name;
  unsigned int depth;
  double minimum, maximum, mean, deviation;  // in quantum units
};

// In the order in which they are printed: gray, or red, green, blue, or the inks; then opacity.
std::vector<ChannelFacts> ChannelFactsOf(const Image* image);

}  // namespace lodestone::cli
