// Shared by the tests of the core.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/owner.hpp"
#include "magick/api.h"
#include "tests/support/test_image.hpp"

namespace lodestone::core_tests {

using testing_support::Exception;
using testing_support::ImagePtr;

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

// A directory that is removed with its contents.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "lodestone-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  const std::filesystem::path& path() const { return path_; }
  // Names of all entries.
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::filesystem::path path_;
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

}  // namespace lodestone::core_tests
