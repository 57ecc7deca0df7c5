// The characters of a text.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "magick/core/fonts/font_engine.hpp"

namespace lodestone {

using Characters = std::vector<unsigned long>;

// As a font that is numbered this way takes them. `encoding`, which may be null, is that of the
// text and matters for fonts that are not of Unicode. A text that is not what it should be is taken
// byte by byte.
Characters CharactersOf(std::string_view text, CharacterCodes codes, const char* encoding);

// The length of the UTF-8 sequence that a text starts with; 1 if it is none.
std::size_t LengthOfCharacter(std::string_view text);

}  // namespace lodestone
