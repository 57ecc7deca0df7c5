// Shared by the parts of the AVIF coder; no other code sees libavif.
#pragma once

#include <avif/avif.h>

#include "base/owner.hpp"
#include "coders/common/coder.hpp"

namespace lodestone::coders {

using AvifDecoderOwner = Owner<avifDecoder, avifDecoderDestroy>;
using AvifEncoderOwner = Owner<avifEncoder, avifEncoderDestroy>;
using AvifImageOwner = Owner<avifImage, avifImageDestroy>;

// Fails with what libavif says.
void CheckAvif(avifResult result, ExceptionType severity);

// How many threads each of libavif's coders may use, that of alpha too: one, the caller's, where so
// many cannot be started.
int AvifThreads();

// Between turns and mirrors of a file and orientations.
OrientationType OrientationOf(const avifImage& image);
void SetTransforms(OrientationType orientation, avifImage& image);

Image* ReadAvif(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteAvif(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
