// Shared by the tests of the core.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "base/owner.hpp"
#include "magick/api.h"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_image.hpp"

namespace lodestone::test {

using ImageInfoPtr = Owner<ImageInfo, DestroyImageInfo>;

inline ImageInfoPtr NewInfo(const std::string& filename = "") {
  ImageInfoPtr info(CloneImageInfo(nullptr));
  MagickStrlCpy(info->filename, filename.c_str(), sizeof(info->filename));
  return info;
}

// Red numbers the pixels from 1, row by row.
inline ImagePtr Counting(unsigned long columns, unsigned long rows) {
  Exception exception;
  ImagePtr image(AllocateImage(nullptr));
  image->columns = columns;
  image->rows = rows;
  PixelPacket* pixels = SetImagePixelsEx(image.get(), 0, 0, columns, rows, exception);
  EXPECT_NE(pixels, nullptr) << exception.text();
  for (unsigned long i = 0; i < columns * rows; ++i) {
    pixels[i] = PixelPacket{};
    pixels[i].red = static_cast<Quantum>(i + 1);
  }
  SyncImagePixels(image.get());
  return image;
}

inline Quantum RedAt(const Image* image, long x, long y) {
  Exception exception;
  return AcquireOnePixel(image, x, y, exception).red;
}

// Sets a limit during its lifetime.
class LimitScope {
 public:
  LimitScope(ResourceType type, magick_int64_t limit)
      : type_(type), before_(GetMagickResourceLimit(type)) {
    EXPECT_EQ(MagickPass, SetMagickResourceLimit(type, limit));
  }
  ~LimitScope() { SetMagickResourceLimit(type_, before_); }

 private:
  ResourceType type_;
  magick_int64_t before_;
};

inline std::string ReadAll(const std::string& filename) {
  std::ifstream file(filename, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void WriteAll(const std::string& filename, const std::string& bytes) {
  std::ofstream(filename, std::ios::binary) << bytes;
}

// Changes a limit temporarily.
class Limit {
 public:
  Limit(ResourceType type, magick_int64_t value)
      : type_(type), before_(GetMagickResourceLimit(type)) {
    SetMagickResourceLimit(type, value);
  }
  ~Limit() { SetMagickResourceLimit(type_, before_); }
  Limit(const Limit&) = delete;
  Limit& operator=(const Limit&) = delete;

 private:
  const ResourceType type_;
  const magick_int64_t before_;
};

}  // namespace lodestone::test
