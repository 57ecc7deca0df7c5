// Programs that create, traverse and change pixels.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/compat/clients.hpp"

namespace lodestone::compat {
namespace {

using ClientsPixels = Clients;

TEST_F(ClientsPixels, FillRowByRowAndSum) {
  const ImagePtr image(AllocateImage(nullptr));
  image->columns = 13;
  image->rows = 7;
  for (unsigned long y = 0; y < image->rows; ++y) {
    PixelPacket* row = SetImagePixels(image.get(), 0, static_cast<long>(y), image->columns, 1);
    ASSERT_NE(nullptr, row);
    for (unsigned long x = 0; x < image->columns; ++x) {
      row[x].red = ScaleCharToQuantum(static_cast<unsigned char>(x));
      row[x].green = ScaleCharToQuantum(static_cast<unsigned char>(y));
      row[x].blue = MaxRGB;
      row[x].opacity = OpaqueOpacity;
    }
    ASSERT_EQ(MagickPass, SyncImagePixels(image.get()));
  }
  unsigned red = 0, green = 0;
  for (unsigned long y = 0; y < image->rows; ++y) {
    const PixelPacket* row =
        AcquireImagePixels(image.get(), 0, static_cast<long>(y), image->columns, 1, exception_);
    ASSERT_NE(nullptr, row);
    for (unsigned long x = 0; x < image->columns; ++x) {
      red += ScaleQuantumToChar(row[x].red);
      green += ScaleQuantumToChar(row[x].green);
      EXPECT_EQ(MaxRGB, row[x].blue);
    }
  }
  EXPECT_EQ(7u * (12 * 13 / 2), red);
  EXPECT_EQ(13u * (6 * 7 / 2), green);
}

TEST_F(ClientsPixels, NegateInPlace) {
  const ImagePtr image = RampImage(16, 8, exception_);
  ASSERT_TRUE(image);
  const auto before = test::Pixels(image.get());
  for (long y = 0; y < 8; ++y) {
    PixelPacket* row = GetImagePixelsEx(image.get(), 0, y, 16, 1, exception_);
    ASSERT_NE(nullptr, row);
    for (int x = 0; x < 16; ++x) {
      row[x].red = static_cast<Quantum>(MaxRGB - row[x].red);
      row[x].green = static_cast<Quantum>(MaxRGB - row[x].green);
      row[x].blue = static_cast<Quantum>(MaxRGB - row[x].blue);
    }
    ASSERT_EQ(MagickPass, SyncImagePixelsEx(image.get(), exception_));
  }
  const auto after = test::Pixels(image.get());
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(MaxRGB, before[i].red + after[i].red);
}

// Programs copy whole images with memcpy and write through pointers without a sync.
TEST_F(ClientsPixels, PointersAreThePixels) {
  const ImagePtr image = RampImage(9, 5, exception_);
  PixelPacket* all = GetImagePixels(image.get(), 0, 0, 9, 5);
  ASSERT_NE(nullptr, all);
  all[9 * 2 + 4].green = 77;
  const PixelPacket* read = AcquireImagePixels(image.get(), 4, 2, 1, 1, exception_);
  ASSERT_NE(nullptr, read);
  EXPECT_EQ(77, read->green);
  EXPECT_EQ(77, GetOnePixel(image.get(), 4, 2).green);
  EXPECT_EQ(77, AcquireOnePixel(image.get(), 4, 2, exception_).green);
}

TEST_F(ClientsPixels, BeyondTheEdgeIsTheEdge) {
  const ImagePtr image = RampImage(9, 5, exception_);
  const PixelPacket corner = GetOnePixel(image.get(), 8, 4);
  const PixelPacket* beyond = AcquireImagePixels(image.get(), 7, 3, 5, 5, exception_);
  ASSERT_NE(nullptr, beyond);
  for (int i : {6, 8, 24}) EXPECT_TRUE(test::SamePixel(corner, beyond[i])) << i;
  EXPECT_EQ(nullptr, GetImagePixels(image.get(), 7, 3, 5, 5));
}

TEST_F(ClientsPixels, CloneIsIndependent) {
  const ImagePtr image = RampImage(8, 8, exception_);
  const ImagePtr clone(CloneImage(image.get(), 0, 0, MagickTrue, exception_));
  ASSERT_TRUE(clone);
  PixelPacket* pixel = GetImagePixels(clone.get(), 3, 3, 1, 1);
  ASSERT_NE(nullptr, pixel);
  const Quantum before = pixel->blue;
  pixel->blue = static_cast<Quantum>(before + 1);
  ASSERT_EQ(MagickPass, SyncImagePixels(clone.get()));
  EXPECT_EQ(before, GetOnePixel(image.get(), 3, 3).blue);
  EXPECT_EQ(before + 1, GetOnePixel(clone.get(), 3, 3).blue);
}

// Every order of samples and every type, out and in again.
TEST_F(ClientsPixels, DispatchAndConstituteInEveryForm) {
  const ImagePtr image = RampImage(11, 6, exception_);
  for (const char* map : {"RGB", "BGR", "RGBA", "BGRA", "ARGB", "RGBP", "RGBO"})
    for (auto [type, size] : {std::pair{CharPixel, 1},
                              {ShortPixel, 2},
                              {IntegerPixel, 4},
                              {LongPixel, int(sizeof(unsigned long))},
                              {FloatPixel, 4},
                              {DoublePixel, 8}}) {
      std::vector<unsigned char> buffer(11 * 6 * std::strlen(map) * static_cast<unsigned>(size));
      ASSERT_EQ(MagickPass,
                DispatchImage(image.get(), 0, 0, 11, 6, map, type, buffer.data(), exception_));
      const ImagePtr copy(ConstituteImage(11, 6, map, type, buffer.data(), exception_));
      ASSERT_TRUE(copy) << map << type;
      EXPECT_EQ(RgbBytes(image.get(), exception_), RgbBytes(copy.get(), exception_))
          << map << " " << type;
    }
}

TEST_F(ClientsPixels, DispatchedValues) {
  const ImagePtr image = RampImage(2, 2, exception_);
  unsigned char bytes[4];
  ASSERT_EQ(MagickPass,
            DispatchImage(image.get(), 1, 0, 1, 1, "BGRA", CharPixel, bytes, exception_));
  EXPECT_EQ(51, bytes[0]);
  EXPECT_EQ(0, bytes[1]);
  EXPECT_EQ(255, bytes[2]);
  EXPECT_EQ(255, bytes[3]);
  unsigned short words[3];
  ASSERT_EQ(MagickPass,
            DispatchImage(image.get(), 0, 1, 1, 1, "RGB", ShortPixel, words, exception_));
  EXPECT_EQ(0, words[0]);
  EXPECT_EQ(65535, words[1]);
  EXPECT_EQ(51 * 257, words[2]);
  double numbers[3];
  ASSERT_EQ(MagickPass,
            DispatchImage(image.get(), 1, 1, 1, 1, "RGB", DoublePixel, numbers, exception_));
  EXPECT_DOUBLE_EQ(1.0, numbers[0]);
  EXPECT_DOUBLE_EQ(1.0, numbers[1]);
  EXPECT_NEAR(0.2, numbers[2], 1e-6);
}

TEST_F(ClientsPixels, GrayIsTheIntensity) {
  const ImagePtr image = RampImage(2, 2, exception_);
  unsigned char gray[4];
  ASSERT_EQ(MagickPass, DispatchImage(image.get(), 0, 0, 2, 2, "I", CharPixel, gray, exception_));
  EXPECT_NEAR(0.114 * 51, gray[0], 1);
  EXPECT_NEAR(0.299 * 255 + 0.114 * 51, gray[1], 1);
  const unsigned char in[] = {0, 85, 170, 255};
  const ImagePtr made(ConstituteImage(2, 2, "I", CharPixel, in, exception_));
  ASSERT_TRUE(made);
  const auto bytes = RgbBytes(made.get(), exception_);
  for (std::size_t i = 0; i < bytes.size(); ++i) EXPECT_EQ(in[i / 3], bytes[i]);
}

TEST_F(ClientsPixels, ConstituteRefusesNonsense) {
  const unsigned char bytes[64] = {};
  EXPECT_EQ(nullptr, ConstituteImage(0, 4, "RGB", CharPixel, bytes, exception_));
  Exception other;
  EXPECT_EQ(nullptr, ConstituteImage(2, 2, "QZ?", CharPixel, bytes, other));
  EXPECT_NE(UndefinedException, other.severity());
}

TEST_F(ClientsPixels, PaletteIndexes) {
  const ImagePtr image = test::RandomImage(6, 4, test::Kind::kPalette, 1);
  ASSERT_EQ(PseudoClass, image->storage_class);
  image->colormap[0].red = MaxRGB;
  image->colormap[0].green = 0;
  PixelPacket* pixels = GetImagePixels(image.get(), 0, 0, 6, 4);
  ASSERT_NE(nullptr, pixels);
  IndexPacket* indexes = AccessMutableIndexes(image.get());
  ASSERT_NE(nullptr, indexes);
  for (int i = 0; i < 24; ++i) indexes[i] = 0;
  ASSERT_EQ(MagickPass, SyncImagePixels(image.get()));
  ASSERT_EQ(MagickPass, SyncImage(image.get()));
  for (const PixelPacket& pixel : test::Pixels(image.get())) {
    EXPECT_EQ(MaxRGB, pixel.red);
    EXPECT_EQ(0, pixel.green);
  }
}

TEST_F(ClientsPixels, ViewsSeeAndWriteTheImage) {
  const ImagePtr image = RampImage(10, 10, exception_);
  ViewInfo* view = OpenCacheView(image.get());
  ASSERT_NE(nullptr, view);
  PixelPacket* row = GetCacheViewPixels(view, 0, 5, 10, 1, exception_);
  ASSERT_NE(nullptr, row);
  row[2].red = 123;
  EXPECT_EQ(MagickPass, SyncCacheViewPixels(view, exception_));
  CloseCacheView(view);
  EXPECT_EQ(123, GetOnePixel(image.get(), 2, 5).red);
}

}  // namespace
}  // namespace lodestone::compat
