// Masks of an image: what they protect stays as it was when other pixels are written.
#pragma once

#include <cstddef>

#include "magick/core/metadata/image_extra.hpp"

namespace lodestone {

bool HasMasks(const Image* image);

// Rows of pixels to be stored, and what is stored there now, whose rows are `old_stride` pixels
// apart.
struct MaskedRows {
  std::size_t width, height;
  const PixelPacket* old;
  std::size_t old_stride;
  PixelPacket* fresh;
};

// Replaces what a clip mask protects by old pixels. `mask`: as many rows of its pixels.
void ClipRows(const PixelPacket* mask, const MaskedRows& rows);

// Mixes old pixels into the new ones, as a composite mask says.
void BlendRows(const PixelPacket* mask, const MaskedRows& rows);

// Records what is known of the new pixels of `image`; masks may have kept others.
void RecordGreyness(Image* image, bool is_grey, bool is_monochrome);

}  // namespace lodestone
