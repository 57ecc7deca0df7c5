// Which frames of a file: "0,3-5".
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace lodestone {

// First and last frame of each part, in order; nothing if the text does not say which.
using FrameRanges = std::vector<std::pair<unsigned long, unsigned long>>;
std::optional<FrameRanges> ParseFrames(std::string_view text);

}  // namespace lodestone
