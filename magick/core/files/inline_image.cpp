// Images in the middle of a text.
#include <cstring>

#include "magick/blob.h"
#include "magick/constitute.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/system/memory.hpp"
#include "magick/core/progress/progress.hpp"
#include "magick/utility.h"

namespace lodestone {
namespace {

Image* Read(const ImageInfo* image_info, const char* content, ExceptionInfo* exception) {
  const char* comma = content == nullptr ? nullptr : std::strchr(content, ',');
  size_t length = 0;
  const MagickPtr<unsigned char> data(comma == nullptr ? nullptr
                                                       : Base64Decode(comma + 1, &length));
  if (data == nullptr || length == 0) {
    Throw(exception, CorruptImageError, "Corrupt image", nullptr);
    return nullptr;
  }
  const MonitorSilence silence;
  return BlobToImage(image_info, data.get(), length, exception);
}

}  // namespace
}  // namespace lodestone

Image* ReadInlineImage(const ImageInfo* image_info, const char* content, ExceptionInfo* exception) {
  return lodestone::Guard(exception, nullptr,
                          [&] { return lodestone::Read(image_info, content, exception); });
}
