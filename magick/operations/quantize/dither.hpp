// Replaces colours by those of a palette so that errors even out among neighbours.
#pragma once

#include "magick/image.h"
#include "magick/operations/quantize/palette.hpp"

namespace lodestone::quantize {

// Where the result goes: indexes, colours, or both; each may be null.
struct Destination {
  IndexPacket* indexes = nullptr;
  PixelPacket* colors = nullptr;  // opacity stays
};

// Walks along a Hilbert curve; an error is spread over the next 16 pixels of it. False if
// cancelled.
bool Dither(const Image* image, const PixelPacket* pixels, CoarseSearch* search,
            const Destination& to, ExceptionInfo* exception);

}  // namespace lodestone::quantize
