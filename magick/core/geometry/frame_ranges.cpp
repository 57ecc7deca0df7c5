#include "magick/core/geometry/frame_ranges.hpp"

#include <charconv>
#include <system_error>

#include "magick/image.h"

namespace lodestone {
namespace {

std::optional<unsigned long> ParseNumber(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  unsigned long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::pair<unsigned long, unsigned long>> ParseRange(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto first = ParseNumber(text.substr(0, dash));
  if (!first) return std::nullopt;
  if (dash == std::string_view::npos) return std::pair(*first, *first);
  const auto last = ParseNumber(text.substr(dash + 1));
  if (!last) return std::nullopt;
  return std::pair(*first, *last);
}

}  // namespace

std::optional<FrameRanges> ParseFrames(std::string_view text) {
  FrameRanges ranges;
  while (true) {
    const std::size_t comma = text.find(',');
    const auto range = ParseRange(text.substr(0, comma));
    if (!range) return std::nullopt;
    ranges.push_back(*range);
    if (comma == std::string_view::npos) return ranges;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace lodestone

MagickBool IsSubimage(const char* geometry, const MagickBool) {
  return geometry != nullptr && lodestone::ParseFrames(geometry).has_value() ? MagickTrue
                                                                             : MagickFalse;
}
