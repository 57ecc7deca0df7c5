// What operations on single pixels have in common: they change an image in place.
#pragma once

#include <cstddef>
#include <functional>

#include "accel/plugin.h"
#include "magick/image.h"

namespace lodestone {

// Dispatches `work`, complete except for its channels and pixels, whose result has the image's size
// and becomes its pixels. The image is as grey afterwards as before: the caller knows better.
// MagickFail with image->exception set: memory, no pixels, cancelled. Of a cancelled call, part of
// the pixels may have changed; otherwise they are as they were.
MagickPassFail RunInPlace(Image* image, MagickAccelerateWork work, const char* text);

// The same for an operation on two images. The image may be less grey afterwards.
MagickPassFail RunOnTwo(Image* image, MagickAccelerateWork work, const Image* second,
                        const char* text);

// The same as RunInPlace for a result of one sample a pixel; the image is grey afterwards, and has
// no opacity. levels: of its palette, from black to white in equal steps; 0: it is DirectClass.
MagickPassFail RunToGrey(Image* image, MagickAccelerateWork work, unsigned long levels,
                         const char* text);

// Changes the colours of an image that has a palette.
MagickPassFail ChangePalette(
    Image* image, const std::function<void(PixelPacket* colors, std::size_t count)>& change);

// Its pixels are kept as one sample each.
bool HasGreySamples(const Image* image);

// Copies the alpha of CMYK images, which is in their indexes: no operation changes it. False with
// *exception set.
bool CopyAlphaIndexes(const Image* source, Image* result, ExceptionInfo* exception);

}  // namespace lodestone
