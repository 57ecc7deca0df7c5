// How many samples each component of a pixel has: 2x2,1x1,1x1, or 4:2:0 as video has it.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace lodestone {

// Relative to those of the component that has fewest.
struct SamplingFactor {
  int across = 1, down = 1;
  bool operator==(const SamplingFactor&) const = default;
};

// Of the components in turn; those that are not named have 1x1.
using SamplingFactors = std::array<SamplingFactor, 4>;

// Accepts H, HxV[,HxV]... with factors of 1 to 4, and J:a:b. Nothing for other texts.
std::optional<SamplingFactors> ParseSamplingFactors(std::string_view text);

}  // namespace lodestone
