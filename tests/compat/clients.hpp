// Helpers of the tests that use the public interface as programs written for GraphicsMagick do.
// These tests include only <magick/api.h>, and pass with GraphicsMagick too.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "tests/support/test_image.hpp"

namespace lodestone::compat {

using test::Exception;
using test::ImagePtr;

class ImageInfoHolder {
 public:
  ImageInfoHolder() : info_(CloneImageInfo(nullptr)) {}
  ~ImageInfoHolder() { DestroyImageInfo(info_); }
  ImageInfoHolder(const ImageInfoHolder&) = delete;
  ImageInfoHolder& operator=(const ImageInfoHolder&) = delete;
  ImageInfo* operator->() { return info_; }
  operator ImageInfo*() { return info_; }

 private:
  ImageInfo* info_;
};

class Clients : public testing::Test {
 protected:
  static void SetUpTestSuite() { InitializeMagick(nullptr); }
  // The exception of the test; a failure shows it.
  void TearDown() override {
    if (HasFailure() && exception_.severity() != UndefinedException)
      ADD_FAILURE() << exception_.text();
  }
  Exception exception_;
};

// Red increases to the right, green downwards, blue is constant.
inline std::vector<unsigned char> RampBytes(unsigned columns, unsigned rows) {
  std::vector<unsigned char> bytes;
  for (unsigned y = 0; y < rows; ++y)
    for (unsigned x = 0; x < columns; ++x) {
      bytes.push_back(static_cast<unsigned char>(x * 255 / (columns - 1)));
      bytes.push_back(static_cast<unsigned char>(y * 255 / (rows - 1)));
      bytes.push_back(51);
    }
  return bytes;
}

inline ImagePtr RampImage(unsigned columns, unsigned rows, ExceptionInfo* exception) {
  const auto bytes = RampBytes(columns, rows);
  return ImagePtr(ConstituteImage(columns, rows, "RGB", CharPixel, bytes.data(), exception));
}

// A file in memory that was not written by a coder of the library.
inline std::string RampPpm(unsigned columns, unsigned rows) {
  const auto bytes = RampBytes(columns, rows);
  return "P6\n" + std::to_string(columns) + " " + std::to_string(rows) + "\n255\n" +
         std::string(bytes.begin(), bytes.end());
}

inline std::vector<unsigned char> RgbBytes(const Image* image, ExceptionInfo* exception) {
  std::vector<unsigned char> bytes(image->columns * image->rows * 3);
  EXPECT_EQ(MagickPass, DispatchImage(image, 0, 0, image->columns, image->rows, "RGB", CharPixel,
                                      bytes.data(), exception));
  return bytes;
}

}  // namespace lodestone::compat
