// PTIF: an image and copies of half the size of the one before, down to a smallest size.
#include "base/owner.hpp"
#include "coders/tiff/tiff.hpp"
#include "coders/common/metadata.hpp"
#include "magick/quantize.h"
#include "magick/resize.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr unsigned long kSmallestSide = 32;

RectangleInfo SmallestSize(const ImageInfo* image_info) {
  RectangleInfo size{kSmallestSide, kSmallestSide, 0, 0};
  const char* geometry = AccessDefinition(image_info, "ptif", "minimum-geometry");
  if (geometry == nullptr) return size;
  const int found = GetGeometry(geometry, &size.x, &size.y, &size.width, &size.height);
  if ((found & (WidthValue | HeightValue)) == 0 || size.width == 0 || size.height == 0) {
    return {kSmallestSide, kSmallestSide, 0, 0};
  }
  return size;
}

// Resized from the original, so that no error adds up.
Image* Level(const Image* original, const Image* previous) {
  ExceptionInfo* exception = const_cast<ExceptionInfo*>(&original->exception);
  const FilterTypes filter = original->is_monochrome != MagickFalse ? PointFilter : TriangleFilter;
  Image* level =
      ResizeImage(original, previous->columns / 2, previous->rows / 2, filter, 1.0, exception);
  if (level == nullptr) FailAfter(exception, CoderError, "Unable to resize the image");
  if (original->is_monochrome == MagickFalse && original->storage_class == PseudoClass) {
    MapImage(level, original, MagickFalse);
  }
  level->x_resolution = previous->x_resolution / 2.0;
  level->y_resolution = previous->y_resolution / 2.0;
  StoreText(level, "subfiletype", nullptr);
  StoreText(level, "subfiletype", "REDUCEDIMAGE");
  return level;
}

void AddLevels(const ImageInfo* image_info, const Image* original, Image* first) {
  const RectangleInfo smallest = SmallestSize(image_info);
  for (Image* last = first;
       last->columns / 2 >= smallest.width && last->rows / 2 >= smallest.height;
       last = last->next) {
    last->next = Level(original, last);
    last->next->previous = last;
  }
}

}  // namespace

unsigned int WritePyramidTiff(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    const ImageOwner first(CloneImage(image, 0, 0, MagickTrue, &image->exception));
    if (first.get() == nullptr) throw std::bad_alloc();
    StoreText(first.get(), "subfiletype", nullptr);
    StoreText(first.get(), "subfiletype", "NONE");
    AddLevels(image_info, image, first.get());
    const Owner<ImageInfo, DestroyImageInfo> info(CloneImageInfo(image_info));
    if (info == nullptr) throw std::bad_alloc();
    info->adjoin = MagickTrue;
    WriteTiffFile(image, info.get(), first.get(), &image->exception);
  });
}

}  // namespace lodestone::coders
