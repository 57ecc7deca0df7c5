#include <algorithm>
#include <cstring>
#include <span>

#include "coders/common/profiles.hpp"
#include "coders/gif/gif.hpp"
#include "magick/attribute.h"

namespace lodestone::coders {
namespace {

bool BeginApplication(GifFileType* file, const char* application) {
  return EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
         EGifPutExtensionBlock(file, kGifApplicationBytes, application) == GIF_OK;
}

bool WriteBlocks(GifFileType* file, const unsigned char* data, std::size_t length) {
  for (std::size_t at = 0; at < length; at += kGifBlockBytesMax) {
    const std::size_t bytes = std::min(kGifBlockBytesMax, length - at);
    if (EGifPutExtensionBlock(file, static_cast<int>(bytes), data + at) == GIF_ERROR) return false;
  }
  return EGifPutExtensionTrailer(file) == GIF_OK;
}

// Bytes as if they contained the lengths of blocks; the last leads just beyond them.
bool WriteWithLengths(GifFileType* file, const std::string& raw) {
  for (std::size_t at = 0; at < raw.size();) {
    const auto length = static_cast<unsigned char>(raw[at]);
    if (EGifPutExtensionBlock(file, length, raw.data() + at + 1) == GIF_ERROR) return false;
    at += 1 + length;
  }
  return EGifPutExtensionTrailer(file) == GIF_OK;
}

// Whether a decoder that skips blocks gets from the start of the bytes to their end.
bool LeadsToEnd(const std::string& raw) {
  std::size_t at = 0;
  while (at < raw.size() && raw[at] != '\0') at += 1 + static_cast<unsigned char>(raw[at]);
  return at == raw.size();
}

bool WriteXmp(GifFileType* file, const Image* image, std::span<const std::uint8_t> xmp,
              ExceptionInfo* exception) {
  std::string raw(reinterpret_cast<const char*>(xmp.data()), xmp.size());
  raw += GifXmpTrailer();
  if (!LeadsToEnd(raw)) {
    Report(exception, CoderWarning, "XMP with zero bytes does not fit into a GIF", image->filename);
    return true;
  }
  return BeginApplication(file, kGifXmp) && WriteWithLengths(file, raw);
}

}  // namespace

bool WriteGifLoop(GifFileType* file, unsigned long iterations) {
  const unsigned long repeats = iterations == 0 ? 0 : iterations - 1;
  const unsigned long count = std::min(repeats, 65535ul);
  const unsigned char block[] = {1, static_cast<unsigned char>(count & 255),
                                 static_cast<unsigned char>(count >> 8)};
  return BeginApplication(file, kGifLoop) && WriteBlocks(file, block, sizeof(block));
}

bool WriteGifProfiles(GifFileType* file, const Image* image, ExceptionInfo* exception) {
  const auto icc = FittingIcc(image, IccColors::kRgb, exception);
  if (!icc.empty() &&
      !(BeginApplication(file, kGifIcc) && WriteBlocks(file, icc.data(), icc.size()))) {
    return false;
  }
  const auto xmp = ProfileOf(image, "XMP");
  return xmp.empty() || WriteXmp(file, image, xmp, exception);
}

bool WriteGifComment(GifFileType* file, const Image* image) {
  const ImageAttribute* comment = GetImageAttribute(image, "comment");
  if (comment == nullptr || comment->value == nullptr || *comment->value == '\0') return true;
  return EGifPutExtensionLeader(file, COMMENT_EXT_FUNC_CODE) == GIF_OK &&
         WriteBlocks(file, reinterpret_cast<const unsigned char*>(comment->value),
                     std::strlen(comment->value));
}

bool WriteGifControl(GifFileType* file, const Image* image, int transparent) {
  GraphicsControlBlock control;
  control.DisposalMode = static_cast<int>(image->dispose) & 3;
  control.UserInputFlag = false;
  control.DelayTime = static_cast<int>(std::min(image->delay, 65535ul));
  control.TransparentColor = transparent;
  unsigned char block[4];
  const std::size_t length = EGifGCBToExtension(&control, block);
  return EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(length), block) == GIF_OK;
}

}  // namespace lodestone::coders
