// Shared by the parts of the AVIF coder; no other code sees libavif.
#pragma once

#include <memory>

#include <avif/avif.h>

#include "coders/common/coder.hpp"

namespace lodestone::coders {

struct AvifRelease {
  void operator()(avifDecoder* decoder) const { avifDecoderDestroy(decoder); }
  void operator()(avifEncoder* encoder) const { avifEncoderDestroy(encoder); }
  void operator()(avifImage* image) const { avifImageDestroy(image); }
};
using AvifDecoderOwner = std::unique_ptr<avifDecoder, AvifRelease>;
using AvifEncoderOwner = std::unique_ptr<avifEncoder, AvifRelease>;
using AvifImageOwner = std::unique_ptr<avifImage, AvifRelease>;

// Fails with what libavif says.
void CheckAvif(avifResult result, ExceptionType severity);

// Between turns and mirrors of a file and orientations.
OrientationType OrientationOf(const avifImage& image);
void SetTransforms(OrientationType orientation, avifImage& image);

Image* ReadAvif(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteAvif(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
