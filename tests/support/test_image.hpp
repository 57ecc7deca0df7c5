// Images for tests, made and read through the public interface.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "base/owner.hpp"
#include "magick/api.h"

namespace lodestone::test {

using ImagePtr = Owner<Image, DestroyImageList>;

class Exception {
 public:
  Exception() { GetExceptionInfo(&info_); }
  ~Exception() { DestroyExceptionInfo(&info_); }
  Exception(const Exception&) = delete;
  Exception& operator=(const Exception&) = delete;

  operator ExceptionInfo*() { return &info_; }
  ExceptionType severity() const { return info_.severity; }
  std::string text() const {
    return std::string(info_.reason ? info_.reason : "") + " (" +
           (info_.description ? info_.description : "") + ")";
  }

 private:
  ExceptionInfo info_;
};

enum class Kind { kOpaque, kMatte, kPalette, kPaletteMatte, kCmyk };
inline constexpr Kind kAllKinds[] = {Kind::kOpaque, Kind::kMatte, Kind::kPalette,
                                     Kind::kPaletteMatte, Kind::kCmyk};

inline const char* KindName(Kind kind) {
  constexpr const char* names[] = {"opaque", "matte", "palette", "palette-matte", "cmyk"};
  return names[static_cast<int>(kind)];
}

// A quarter of the samples 0, a quarter maximum, the rest random: exercises clamping and
// transparency.
inline Quantum RandomQuantum(std::mt19937& random) {
  const auto kind = random() % 4;
  return kind == 0 ? Quantum{0} : kind == 1 ? Quantum{MaxRGB} : static_cast<Quantum>(random());
}

inline PixelPacket RandomPixel(std::mt19937& random, bool opacity) {
  PixelPacket pixel;
  pixel.red = RandomQuantum(random);
  pixel.green = RandomQuantum(random);
  pixel.blue = RandomQuantum(random);
  pixel.opacity = opacity ? RandomQuantum(random) : Quantum{0};
  return pixel;
}

inline ImagePtr BlankImage(unsigned long columns, unsigned long rows) {
  ImagePtr image(AllocateImage(nullptr));
  image->columns = columns;
  image->rows = rows;
  std::strcpy(image->filename, "test");
  return image;
}

inline void FillPalette(Image* image, std::mt19937& random) {
  ASSERT_NE(MagickFail, AllocateImageColormap(image, 37));
  for (unsigned i = 0; i < image->colors; ++i)
    image->colormap[i] = RandomPixel(random, image->matte);
  PixelPacket* pixels = SetImagePixels(image, 0, 0, image->columns, image->rows);
  ASSERT_NE(nullptr, pixels);
  IndexPacket* indexes = AccessMutableIndexes(image);
  ASSERT_NE(nullptr, indexes);
  for (std::size_t i = 0; i < image->columns * image->rows; ++i) {
    indexes[i] = static_cast<IndexPacket>(random() % image->colors);
    pixels[i] = image->colormap[indexes[i]];
  }
  ASSERT_NE(MagickFail, SyncImagePixels(image));
}

inline void FillDirect(Image* image, bool opacity, std::mt19937& random) {
  PixelPacket* pixels = SetImagePixels(image, 0, 0, image->columns, image->rows);
  ASSERT_NE(nullptr, pixels);
  for (std::size_t i = 0; i < image->columns * image->rows; ++i)
    pixels[i] = RandomPixel(random, opacity);
  if (image->colorspace == CMYKColorspace) {
    IndexPacket* indexes = AccessMutableIndexes(image);
    ASSERT_NE(nullptr, indexes);
    for (std::size_t i = 0; i < image->columns * image->rows; ++i)
      indexes[i] = RandomQuantum(random);
  }
  ASSERT_NE(MagickFail, SyncImagePixels(image));
}

inline ImagePtr RandomImage(unsigned long columns, unsigned long rows, Kind kind, unsigned seed) {
  std::mt19937 random(seed);
  ImagePtr image = BlankImage(columns, rows);
  image->matte = kind == Kind::kMatte || kind == Kind::kPaletteMatte;
  if (kind == Kind::kCmyk) image->colorspace = CMYKColorspace;
  if (kind == Kind::kPalette || kind == Kind::kPaletteMatte)
    FillPalette(image.get(), random);
  else
    FillDirect(image.get(), image->matte || kind == Kind::kCmyk, random);
  return image;
}

// All pixels, row by row.
inline std::vector<PixelPacket> Pixels(const Image* image) {
  Exception exception;
  const PixelPacket* pixels =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception);
  EXPECT_NE(nullptr, pixels) << exception.text();
  if (!pixels) return {};
  return {pixels, pixels + image->columns * image->rows};
}

inline std::vector<IndexPacket> Indexes(const Image* image) {
  Exception exception;
  if (!AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception)) return {};
  const IndexPacket* indexes = AccessImmutableIndexes(image);
  if (!indexes) return {};
  return {indexes, indexes + image->columns * image->rows};
}

inline bool SamePixel(const PixelPacket& a, const PixelPacket& b) {
  return a.red == b.red && a.green == b.green && a.blue == b.blue && a.opacity == b.opacity;
}

// Whole images, sample for sample, class and indexes too.
inline void ExpectSameImage(const Image* expected, const Image* actual, const std::string& what) {
  ASSERT_EQ(expected->columns, actual->columns) << what;
  ASSERT_EQ(expected->rows, actual->rows) << what;
  ASSERT_EQ(expected->storage_class, actual->storage_class) << what;
  const auto a = Pixels(expected), b = Pixels(actual);
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t i = 0; i < a.size(); ++i)
    ASSERT_TRUE(SamePixel(a[i], b[i]))
        << what << ": pixel " << i % expected->columns << "," << i / expected->columns << ": "
        << a[i].red << " " << a[i].green << " " << a[i].blue << " " << a[i].opacity << " against "
        << b[i].red << " " << b[i].green << " " << b[i].blue << " " << b[i].opacity;
  ASSERT_EQ(Indexes(expected), Indexes(actual)) << what;
}

}  // namespace lodestone::test
