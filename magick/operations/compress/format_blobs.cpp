// Images as files of a format, for other formats to hold.

#include "base/owner.hpp"
#include "magick/blob.h"
#include "magick/compress.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/utility.h"

namespace lodestone {
namespace {

constexpr unsigned long kDefaultQuality = 75;

using InfoOwner = Owner<ImageInfo, DestroyImageInfo>;

unsigned char* Encode(const Image* image, const ImageInfo* info, const char* format, size_t* length,
                      ExceptionInfo* exception) {
  const Owner<Image, DestroyImage> copy(CloneImage(image, 0, 0, MagickTrue, exception));
  if (copy == nullptr) return nullptr;
  MagickStrlCpy(copy->magick, format, sizeof copy->magick);
  copy->filename[0] = '\0';
  return static_cast<unsigned char*>(ImageToBlob(info, copy.get(), length, exception));
}

InfoOwner CopyInfo(const ImageInfo* info) {
  InfoOwner copy(CloneImageInfo(info));
  if (copy == nullptr) throw std::bad_alloc();
  return copy;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

unsigned char* ImageToHuffman2DBlob(const Image* image, const ImageInfo* image_info, size_t* length,
                                    ExceptionInfo* exception) {
  (void)image_info;  // as in GraphicsMagick
  if (image == nullptr || length == nullptr) return nullptr;
  *length = 0;
  return Guard(exception, nullptr, [&] {
    return Encode(image, CopyInfo(nullptr).get(), "GROUP4RAW", length, exception);
  });
}

unsigned char* ImageToJPEGBlob(const Image* image, const ImageInfo* image_info, size_t* length,
                               ExceptionInfo* exception) {
  if (image == nullptr || image_info == nullptr || length == nullptr) return nullptr;
  *length = 0;
  return Guard(exception, nullptr, [&] {
    const InfoOwner info = CopyInfo(image_info);
    if (image->compression == JPEGCompression && image_info->quality == kDefaultQuality &&
        image_info->sampling_factor == nullptr) {
      AddDefinitions(info.get(), "jpeg:preserve-settings=TRUE", exception);
    }
    return Encode(image, info.get(), "JPEG", length, exception);
  });
}
