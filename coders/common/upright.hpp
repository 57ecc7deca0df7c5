// Images that files say to turn before they are shown.
#pragma once

#include <limits>

#include "base/coder_api.hpp"
#include "coders/common/coder.hpp"

LS_CODER_API_BEGIN
namespace lodestone::coders {

// With -define heif:ignore-transformations=true, pixels stay as they are stored.
bool TurnsUpright(const ImageInfo* image_info);

// The part of the image, turned by its orientation, becomes the image; its EXIF profile then says
// that it is upright.
void MakeUpright(Image* image, const RectangleInfo& part, ExceptionInfo* exception);

// What the image and its EXIF profile say of pixels that are upright.
void MarkUpright(Image* image);

// Where files of a format say how they are to be turned.
enum class OrientationPlace { kExif, kFormat };
// Before the image is written: its EXIF profile says its orientation. Where there is no other place
// for it, a profile is made, or there is a warning where one is damaged or cannot grow.
void PutOrientationIntoExif(Image* image, OrientationPlace place,
                            std::size_t most_bytes = std::numeric_limits<std::size_t>::max());

// The size that it will have.
void SwapSidesIfTurned(Image* image);

}  // namespace lodestone::coders
LS_CODER_API_END
