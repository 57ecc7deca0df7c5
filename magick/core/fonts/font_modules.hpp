// The modules behind font_engine.hpp.
#pragma once

#include "magick/core/fonts/font_engine.hpp"

namespace lodestone {

// Null with the reason in *why, which says what is missing if it is the module.
std::unique_ptr<FontFace> OpenFont(const FontFile& file, std::string* why);

// Null with the reason in *why: nothing is known about the fonts installed.
const FontFinder* InstalledFonts(std::string* why);

}  // namespace lodestone
