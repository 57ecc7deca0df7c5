// Tiles, and an image over one colour.
#include "magick/texture.h"

#include "accel/accelerate.h"
#include "base/thread_pool.hpp"
#include "tests/magick/support.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

constexpr unsigned long kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};

void ExpectTiles(const Image* texture, const Image* tiled, const std::string& what) {
  const auto from = Pixels(texture), to = Pixels(tiled);
  const auto from_indexes = Indexes(texture);
  const auto to_indexes = Indexes(tiled);
  ASSERT_EQ(from_indexes.empty(), to_indexes.empty()) << what;
  std::size_t differences = 0;
  for (unsigned long y = 0; y < tiled->rows; ++y)
    for (unsigned long x = 0; x < tiled->columns; ++x) {
      const std::size_t i = y * tiled->columns + x;
      const std::size_t k = y % texture->rows * texture->columns + x % texture->columns;
      const bool same =
          SamePixel(from[k], to[i]) && (from_indexes.empty() || from_indexes[k] == to_indexes[i]);
      differences += !same;
    }
  EXPECT_EQ(0u, differences) << what;
}

TEST(Texture, TilesAreCopies) {
  Exception exception;
  for (const Kind kind : kAllKinds)
    for (const unsigned long columns : kSizes)
      for (const unsigned long size : {1ul, 5ul, 16ul, 300ul}) {
        const ImagePtr texture = RandomImage(size, 4, kind, 1);
        const ImagePtr tiled(ConstituteTextureImage(columns, 11, texture.get(), exception));
        ASSERT_NE(nullptr, tiled) << exception.text();
        EXPECT_EQ(texture->storage_class, tiled->storage_class);
        EXPECT_EQ(texture->matte, tiled->matte);
        EXPECT_EQ(columns, tiled->columns);
        EXPECT_EQ(11ul, tiled->rows);
        ExpectTiles(texture.get(), tiled.get(), KindName(kind));
      }
}

TEST(Texture, GreyTilesStayGrey) {
  Exception exception;
  const ImagePtr texture = RandomGrey(7, 5, 3);
  const ImagePtr tiled(ConstituteTextureImage(64, 33, texture.get(), exception));
  ASSERT_NE(nullptr, tiled) << exception.text();
  EXPECT_TRUE(tiled->is_grayscale);
  ExpectTiles(texture.get(), tiled.get(), "grey");
  const ImagePtr image = RandomImage(20, 9, Kind::kPalette, 4);
  ASSERT_EQ(MagickPass, TextureImage(image.get(), texture.get()));
  EXPECT_TRUE(image->is_grayscale);
  EXPECT_EQ(DirectClass, image->storage_class);
}

TEST(Texture, ReplacesImagesWithoutAlpha) {
  for (const Kind kind : {Kind::kOpaque, Kind::kPalette})
    for (const Kind other : {Kind::kOpaque, Kind::kMatte, Kind::kPaletteMatte}) {
      const ImagePtr texture = RandomImage(6, 5, other, 1), image = RandomImage(17, 16, kind, 2);
      ASSERT_EQ(MagickPass, TextureImage(image.get(), texture.get()));
      EXPECT_EQ(texture->matte, image->matte);
      EXPECT_EQ(DirectClass, image->storage_class);
      const auto from = Pixels(texture.get()), to = Pixels(image.get());
      for (std::size_t i = 0; i < to.size(); ++i)
        EXPECT_TRUE(SamePixel(from[i / 17 % 5 * 6 + i % 17 % 6], to[i])) << i;
    }
}

double Mixed(double top, double top_alpha, double base, double base_alpha) {
  const double rest = (1 - top_alpha) * base_alpha;
  const double cover = top_alpha + rest;
  return cover > 0 ? (top * top_alpha + base * rest) / cover : base;
}

double Alpha(const PixelPacket& pixel) {
  return 1 - pixel.opacity / MaxRGBDouble;
}

TEST(Texture, ShowsThroughWhereAnImageIsTransparent) {
  const ImagePtr texture = RandomImage(6, 5, Kind::kMatte, 1);
  const ImagePtr image = RandomImage(257, 17, Kind::kMatte, 2);
  const auto from = Pixels(texture.get()), before = Pixels(image.get());
  ASSERT_EQ(MagickPass, TextureImage(image.get(), texture.get()));
  EXPECT_EQ(MagickFalse, image->matte);
  const auto to = Pixels(image.get());
  for (std::size_t i = 0; i < to.size(); ++i) {
    const PixelPacket top = before[i], base = from[i / 257 % 5 * 6 + i % 257 % 6];
    const double a = Alpha(top), b = Alpha(base);
    EXPECT_NEAR(MaxRGBDouble * (1 - a) * (1 - b), to[i].opacity, 1) << i;
    if (a + b == 0) continue;
    EXPECT_NEAR(Mixed(top.red, a, base.red, b), to[i].red, 1) << i;
    EXPECT_NEAR(Mixed(top.blue, a, base.blue, b), to[i].blue, 1) << i;
  }
}

TEST(Texture, MayBeTheImageItself) {
  const ImagePtr image = RandomImage(9, 7, Kind::kOpaque, 2);
  const auto before = Pixels(image.get());
  ASSERT_EQ(MagickPass, TextureImage(image.get(), image.get()));
  const auto after = Pixels(image.get());
  for (std::size_t i = 0; i < after.size(); ++i) EXPECT_TRUE(SamePixel(before[i], after[i]));
}

TEST(Texture, OfAnImageWithoutPixelsIsAllThereIs) {
  const ImagePtr texture = RandomImage(3, 3, Kind::kMatte, 1);
  const ImagePtr image = BlankImage(8, 8);
  image->matte = MagickTrue;
  ASSERT_EQ(MagickPass, TextureImage(image.get(), texture.get()));
  EXPECT_EQ(MagickTrue, image->matte);
  EXPECT_TRUE(SamePixel(Pixels(texture.get())[1], Pixels(image.get())[4]));
}

TEST(Texture, RefusesWhatItCannotTile) {
  Exception exception;
  const ImagePtr texture = RandomImage(3, 3, Kind::kOpaque, 1);
  EXPECT_EQ(nullptr, ConstituteTextureImage(0, 3, texture.get(), exception));
  EXPECT_EQ(ImageError, exception.severity());
  Exception second, third;
  const LimitScope limit(WidthResource, 1000);
  EXPECT_EQ(nullptr, ConstituteTextureImage(1001, 3, texture.get(), second));
  EXPECT_EQ(ResourceLimitError, second.severity());
  EXPECT_EQ(nullptr, ConstituteTextureImage(~0ul / 2, 3, texture.get(), third));
  EXPECT_EQ(ResourceLimitError, third.severity());
  EXPECT_EQ(nullptr, ConstituteTextureImage(5, 3, nullptr, third));
  EXPECT_EQ(MagickFail, TextureImage(nullptr, texture.get()));
  const ImagePtr image = RandomImage(3, 3, Kind::kCmyk, 1);
  EXPECT_EQ(MagickFail, TextureImage(image.get(), nullptr));
  EXPECT_EQ(UndefinedException, image->exception.severity);
}

TEST(Texture, CmykWithAlphaBecomesRgb) {
  const ImagePtr texture = RandomImage(3, 3, Kind::kOpaque, 1);
  const ImagePtr image = RandomImage(3, 3, Kind::kCmyk, 1);
  image->matte = MagickTrue;
  EXPECT_EQ(MagickPass, TextureImage(image.get(), texture.get()));
  EXPECT_EQ(RGBColorspace, image->colorspace);
}

MagickPassFail Cancel(const char*, const magick_int64_t, const magick_uint64_t, ExceptionInfo*) {
  return MagickFail;
}

TEST(Texture, CanBeCancelled) {
  const ImagePtr texture = RandomImage(3, 3, Kind::kOpaque, 1);
  const ImagePtr image = RandomImage(30, 30, Kind::kMatte, 1);
  const auto before = Pixels(image.get());
  Exception exception;
  (void)SetMonitorHandler(Cancel);
  EXPECT_EQ(nullptr, ConstituteTextureImage(50, 50, texture.get(), exception));
  EXPECT_EQ(MagickFail, TextureImage(image.get(), texture.get()));
  (void)SetMonitorHandler(nullptr);
  EXPECT_TRUE(std::equal(before.begin(), before.end(), Pixels(image.get()).begin(), SamePixel));
}

PixelPacket SlowOver(const PixelPacket& top, const PixelPacket& base) {
  PixelPacket result = base;
  const double a = Alpha(top), b = Alpha(base);
  if (top.opacity != TransparentOpacity) {
    result.red = RoundDoubleToQuantum(Mixed(top.red, a, base.red, b));
    result.green = RoundDoubleToQuantum(Mixed(top.green, a, base.green, b));
    result.blue = RoundDoubleToQuantum(Mixed(top.blue, a, base.blue, b));
  }
  result.opacity = OpaqueOpacity;
  return result;
}

TEST(UnderColor, ShowsThrough) {
  Exception exception;
  const PixelPacket kColors[] = {{1, 2, 3, OpaqueOpacity},
                                 {MaxRGB, 0, MaxRGB / 3, MaxRGB / 3},
                                 {5, MaxRGB, 5, TransparentOpacity}};
  for (const PixelPacket& color : kColors)
    for (const Kind kind : {Kind::kOpaque, Kind::kMatte, Kind::kPaletteMatte}) {
      const ImagePtr image = RandomImage(255, 33, kind, 6);
      const auto before = Pixels(image.get());
      ASSERT_EQ(MagickPass, MagickCompositeImageUnderColor(image.get(), &color, exception));
      EXPECT_EQ(MagickFalse, image->matte);
      EXPECT_EQ(DirectClass, image->storage_class);
      const auto after = Pixels(image.get());
      for (std::size_t i = 0; i < after.size(); ++i) {
        const PixelPacket expected = SlowOver(before[i], color);
        EXPECT_NEAR(expected.red, after[i].red, 1) << i;
        EXPECT_NEAR(expected.green, after[i].green, 1) << i;
        EXPECT_NEAR(expected.blue, after[i].blue, 1) << i;
        EXPECT_EQ(OpaqueOpacity, after[i].opacity) << i;
      }
    }
}

TEST(UnderColor, MayBeAFieldOfTheImageAndLeavesGreyOnesGrey) {
  Exception exception;
  const ImagePtr grey = RandomGrey(30, 20, 1);
  const auto before = Pixels(grey.get());
  const ImagePtr again = RandomGrey(30, 20, 1);
  ASSERT_EQ(MagickPass,
            MagickCompositeImageUnderColor(again.get(), &again->background_color, exception));
  EXPECT_TRUE(again->is_grayscale);
  EXPECT_TRUE(std::equal(before.begin(), before.end(), Pixels(again.get()).begin(), SamePixel));
  EXPECT_EQ(MagickFail, MagickCompositeImageUnderColor(nullptr, &before[0], exception));
  EXPECT_EQ(MagickFail, MagickCompositeImageUnderColor(again.get(), nullptr, exception));
}

}  // namespace
}  // namespace lodestone::test
