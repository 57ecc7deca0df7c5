// Objects of the C interface that are freed at the end of their scope, and images to work on.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "base/owner.hpp"
#include "magick/api.h"

namespace lodestone::torture {

using ImagePtr = Owner<Image, DestroyImageList>;
using InfoPtr = Owner<ImageInfo, DestroyImageInfo>;

inline InfoPtr InfoFor(const std::string& magick) {
  InfoPtr info(CloneImageInfo(nullptr));
  MagickStrlCpy(info->magick, magick.c_str(), MaxTextExtent);
  return info;
}

class Exception {
 public:
  Exception() { GetExceptionInfo(&info_); }
  ~Exception() { DestroyExceptionInfo(&info_); }
  Exception(const Exception&) = delete;
  Exception& operator=(const Exception&) = delete;
  ExceptionInfo* get() { return &info_; }
  // An error that says what is wrong.
  bool IsClear() const {
    return info_.severity >= ErrorException && info_.reason != nullptr && info_.reason[0] != '\0';
  }
  std::string Text() const { return info_.reason != nullptr ? info_.reason : "no exception"; }

 private:
  ExceptionInfo info_;
};

using Bytes = std::vector<unsigned char>;
using Pixels = std::vector<PixelPacket>;

// Noise, the same for the same seed.
inline ImagePtr MakeNoise(unsigned long columns, unsigned long rows, unsigned seed,
                          const char* map = "RGB") {
  Bytes samples(std::strlen(map) * columns * rows);
  std::uint32_t state = seed;
  for (unsigned char& sample : samples)
    sample = static_cast<unsigned char>((state = state * 1664525u + 1013904223u) >> 24);
  Exception exception;
  return ImagePtr(ConstituteImage(columns, rows, map, CharPixel, samples.data(), exception.get()));
}

// Empty if they cannot be had.
inline Pixels PixelsOf(const Image* image, ExceptionInfo* exception) {
  const PixelPacket* pixels =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception);
  if (pixels == nullptr) return {};
  return Pixels(pixels, pixels + image->columns * image->rows);
}

inline bool AreEqual(const Pixels& a, const Pixels& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0;
}

// Sizes, classes and pixels of all images of a list; 0 if pixels cannot be had.
inline std::uint64_t DigestOf(const Image* image) {
  std::uint64_t digest = 14695981039346656037u;
  const auto add = [&digest](const void* data, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) digest = (digest ^ bytes[i]) * 1099511628211u;
  };
  Exception exception;
  for (; image != nullptr; image = image->next) {
    const unsigned long sizes[] = {image->columns, image->rows};
    add(sizes, sizeof sizes);
    const Pixels pixels = PixelsOf(image, exception.get());
    if (pixels.empty()) return 0;
    add(pixels.data(), pixels.size() * sizeof pixels[0]);
  }
  return digest;
}

inline Bytes Encode(const std::string& magick, Image* image, ExceptionInfo* exception) {
  const InfoPtr info = InfoFor(magick);
  MagickStrlCpy(image->magick, magick.c_str(), MaxTextExtent);
  size_t length = 0;
  auto* const blob =
      static_cast<unsigned char*>(ImageToBlob(info.get(), image, &length, exception));
  if (blob == nullptr) return {};
  Bytes bytes(blob, blob + length);
  MagickFree(blob);
  return bytes;
}

inline ImagePtr Decode(const std::string& magick, const Bytes& bytes, ExceptionInfo* exception) {
  const InfoPtr info = InfoFor(magick);
  return ImagePtr(BlobToImage(info.get(), bytes.data(), bytes.size(), exception));
}

}  // namespace lodestone::torture
