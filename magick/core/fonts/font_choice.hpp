// Which font settings of drawing ask for.
#pragma once

#include <optional>
#include <string>

#include "magick/core/fonts/font_engine.hpp"

namespace lodestone {

struct ChosenFont {
  FontFile file;
  std::string encoding;  // of the font in type.mgk; empty: the usual one
};

// The font is a file, a name in type.mgk or a name that fontconfig knows; without it the family, of
// several the first that there is, with style, stretch and weight; without either Helvetica or what
// is like it. Empty with a TypeError that says what is missing. What is installed instead of a font
// that is not comes with a TypeWarning.
std::optional<ChosenFont> ChooseFont(const DrawInfo& draw_info, ExceptionInfo* exception);

}  // namespace lodestone
