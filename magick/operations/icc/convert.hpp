// Conversion of an image between colour profiles.
#pragma once

#include "magick/operations/icc/transform.hpp"

namespace lodestone::icc {

// Converts the colours of the image, with its rendering intent. MagickFail with image->exception
// set, and the image as it was.
MagickPassFail ConvertImage(Image* image, ProfileBytes from, ProfileBytes to);

// Converts the image to RGB. CMYK becomes sRGB by the image's profile, which is then gone, if it
// has one that lcms2 can use; everything else is TransformColorspace's.
MagickPassFail ConvertToRgb(Image* image);

}  // namespace lodestone::icc
