// Colours of pixel wands as arguments.
#pragma once

#include <array>

#include "wand/magick/apply.hpp"

namespace lodestone::wand {

inline PixelPacket ColorOf(const PixelWand* wand) {
  PixelPacket color{};
  PixelGetQuantumColor(wand, &color);
  return color;
}

inline unsigned int SetColor(MagickWand* wand, const PixelWand* color, PixelPacket Image::*field) {
  if (!HasImage(wand, {color})) return MagickFail;
  wand->image->*field = ColorOf(color);
  return MagickPass;
}

// Four numbers, as functions of the core want them: "r,g,b,o".
class Samples {
 public:
  explicit Samples(const PixelWand* wand) {
    MagickFormatString(text_.data(), text_.size(), "%u,%u,%u,%u", PixelGetRedQuantum(wand),
                       PixelGetGreenQuantum(wand), PixelGetBlueQuantum(wand),
                       PixelGetOpacityQuantum(wand));
  }
  const char* text() const { return text_.data(); }

 private:
  std::array<char, 64> text_;
};

}  // namespace lodestone::wand
