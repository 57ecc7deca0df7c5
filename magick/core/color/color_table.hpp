// The table of colour names.
#pragma once

#include <cstdint>
#include <span>

#include "magick/color_lookup.h"

namespace lodestone {

struct NamedColor {
  const char* name;
  std::uint32_t rgb;         // 0xRRGGBB
  unsigned char compliance;  // ComplianceType bits
};

// All opaque colours, in alphabetical order, and "none" and "transparent", which are black and
// fully transparent.
std::span<const NamedColor> NamedColors();

}  // namespace lodestone
