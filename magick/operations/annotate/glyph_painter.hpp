// Glyphs on an image.
#pragma once

#include "magick/core/fonts/font_engine.hpp"
#include "magick/render.h"

namespace lodestone {

// Paints with one colour, or with a pattern.
struct GlyphPaint {
  PixelPacket color;
  const Image* pattern;  // null: none
  bool antialias;        // else pixels are covered or not

  bool shows() const { return color.opacity != TransparentOpacity || pattern != nullptr; }
};

// Where the glyphs' origin is, in pixels. What is outside the image is left out. False with the
// image's exception set.
bool PaintGlyph(const GlyphCoverage& glyph, const PointInfo& origin, const GlyphPaint& paint,
                Image* image);

}  // namespace lodestone
