// Typesetters that are kept for the next text in the same font and size: opening a font, and making
// its characters again, takes longer than drawing a line.
#pragma once

#include <memory>
#include <string>

#include "magick/annotate/typesetter.hpp"
#include "magick/fonts/font_choice.hpp"

namespace lodestone {

// What typesetters of these settings have in common: the font's file as it is now, encodings, size.
// Empty if none is to be kept.
std::string SetterKey(const ChosenFont& font, const DrawInfo& draw_info);

// Null if none of that key is idle.
std::unique_ptr<Typesetter> TakeIdleSetter(const std::string& key);
void KeepIdleSetter(const std::string& key, std::unique_ptr<Typesetter> setter) noexcept;

}  // namespace lodestone
