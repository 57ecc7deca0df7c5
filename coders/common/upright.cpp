#include "coders/common/upright.hpp"

#include <algorithm>
#include <utility>

#include "magick/core/metadata/metadata.hpp"
#include "magick/shear.h"
#include "magick/transform.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

bool IsTurned(OrientationType orientation) {
  return orientation >= LeftTopOrientation && orientation <= LeftBottomOrientation;
}

// Makes the pixels of another image those of this one.
void TakePixels(Image* image, const Image* from, ExceptionInfo* exception) {
  image->columns = from->columns;
  image->rows = from->rows;
  const ConstPixels source = AllPixels(from, exception);
  const Pixels target = NewPixels(image, exception);
  std::copy_n(source.pixels, std::size_t{image->columns} * image->rows, target.pixels);
  SyncPixels(image, exception);
}

// Owned; fails if there is none.
Image* Made(Image* image, const ExceptionInfo* exception) {
  if (image == nullptr) FailAfter(exception, ResourceLimitError, "Unable to turn image");
  return image;
}

}  // namespace

bool TurnsUpright(const ImageInfo* image_info) {
  const char* const text = AccessDefinition(image_info, "heif", "ignore-transformations");
  return text == nullptr || LocaleCompare(text, "true") != 0;
}

void MarkUpright(Image* image) {
  image->orientation = TopLeftOrientation;
  if (!SetExifOrientation(image, TopLeftOrientation)) throw std::bad_alloc();
}

void PutOrientationIntoExif(Image* image, OrientationPlace place, std::size_t most_bytes) {
  if (place == OrientationPlace::kFormat) {
    if (!SetExifOrientation(image, image->orientation)) throw std::bad_alloc();
    return;
  }
  const ExifChange change = StoreExifOrientation(image, most_bytes);
  if (change == ExifChange::kOutOfMemory) throw std::bad_alloc();
  if (change == ExifChange::kDone) return;
  Report(&image->exception, CoderWarning,
         "The EXIF profile takes no orientation, since it is damaged or too large; left out",
         image->filename);
}

void SwapSidesIfTurned(Image* image) {
  if (IsTurned(image->orientation)) std::swap(image->columns, image->rows);
}

void MakeUpright(Image* image, const RectangleInfo& part, ExceptionInfo* exception) {
  const bool grayscale = image->is_grayscale != MagickFalse;
  const OrientationType orientation = std::exchange(image->orientation, TopLeftOrientation);
  const bool whole = part.width == image->columns && part.height == image->rows;
  if (!whole) {
    const ImageOwner cropped(Made(CropImage(image, &part, exception), exception));
    TakePixels(image, cropped.get(), exception);
  }
  if (orientation > TopLeftOrientation) {
    const ImageOwner turned(Made(AutoOrientImage(image, orientation, exception), exception));
    TakePixels(image, turned.get(), exception);
  }
  SetShade(image, grayscale, false);
  MarkUpright(image);
}

}  // namespace lodestone::coders
