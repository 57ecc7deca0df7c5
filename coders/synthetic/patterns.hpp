// Tiles of two colours that a short rule makes.
#pragma once

#include <cstdint>
#include <span>

namespace lodestone::coders {

// Which pixels of a tile have the second colour.
using Rule = bool (*)(int x, int y);

struct Pattern {
  const char* name;
  unsigned columns, rows;
  Rule rule;
  std::uint8_t background = 255, foreground = 0;
};

std::span<const Pattern> Patterns();

}  // namespace lodestone::coders
