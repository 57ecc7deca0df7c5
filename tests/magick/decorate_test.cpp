// Borders, frames and raised edges: against GraphicsMagick, and by their properties.
#include <gtest/gtest.h>

#include <climits>
#include <random>
#include <string>

#include "magick/decorate.h"
#include "tests/support/gm_image.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone {
namespace {

using namespace test;

constexpr unsigned long kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};

PixelPacket Color(std::mt19937& random) {
  PixelPacket color{};
  color.red = static_cast<Quantum>(random());
  color.green = static_cast<Quantum>(random());
  color.blue = static_cast<Quantum>(random());
  return color;
}

// CMYK images keep their colorspace here, and become RGB there without a change of pixels.
ImagePtr Random(Kind kind, std::mt19937& random) {
  ImagePtr image = RandomImage(kSizes[random() % 8], kSizes[random() % 8], kind, random());
  image->border_color = Color(random);
  image->matte_color = Color(random);
  image->page = {300, 310, 11, 12};
  return image;
}

std::string Describe(const Image* image, Kind kind) {
  return std::string(KindName(kind)) + " " + std::to_string(image->columns) + "x" +
         std::to_string(image->rows);
}

template <class Check>
void ForRandomImages(Check check) {
  std::mt19937 random(31);
  for (int i = 0; i < 25; ++i)
    for (const Kind kind : kAllKinds) {
      const ImagePtr image = Random(kind, random);
      if (image->colorspace != CMYKColorspace) check(image.get(), kind, random);
      if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(Decorate, BorderAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  ForRandomImages([](const Image* image, Kind kind, std::mt19937& random) {
    Exception exception;
    const RectangleInfo border{random() % 20, random() % 20, 0, 0};
    const GmImagePtr expected(GM(BorderImage)(ToGm(image).get(), &border, exception));
    const ImagePtr actual(BorderImage(image, &border, exception));
    ExpectSameAsGm(expected.get(), actual.get(), Describe(image, kind));
    EXPECT_EQ(expected->matte, actual->matte);
  });
}

TEST(Decorate, FrameAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  ForRandomImages([](const Image* image, Kind kind, std::mt19937& random) {
    Exception exception;
    const long outer = static_cast<long>(random() % 7), inner = static_cast<long>(random() % 7);
    const long x = outer + inner + static_cast<long>(random() % 5);
    const long y = outer + inner + static_cast<long>(random() % 5);
    const auto room = [&](unsigned long size, long before) {
      return size + static_cast<unsigned long>(before + outer + inner) + random() % 5;
    };
    const FrameInfo frame{room(image->columns, x), room(image->rows, y), x, y, inner, outer};
    const GmImagePtr expected(GM(FrameImage)(ToGm(image).get(), &frame, exception));
    const ImagePtr actual(FrameImage(image, &frame, exception));
    ExpectSameAsGm(expected.get(), actual.get(),
                   Describe(image, kind) + " outer " + std::to_string(outer) + " inner " +
                       std::to_string(inner));
  });
}

TEST(Decorate, RaiseAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  ForRandomImages([](Image* image, Kind kind, std::mt19937& random) {
    const RectangleInfo edges{random() % ((image->columns + 1) / 2),
                              random() % ((image->rows + 1) / 2), 0, 0};
    // There, rows are changed beyond their ends.
    if (2 * edges.height >= image->columns) return;
    const int raised = random() % 2;
    const GmImagePtr expected = ToGm(image);
    ASSERT_EQ(MagickPass, GM(RaiseImage)(expected.get(), &edges, raised));
    ASSERT_EQ(MagickPass, RaiseImage(image, &edges, raised));
    ExpectSameAsGm(expected.get(), image, Describe(image, kind));
  });
}

// The image's border colour in its colour space.
PixelPacket BorderOf(const Image* image) {
  PixelPacket color = image->border_color;
  if (image->colorspace != CMYKColorspace) return color;
  for (Quantum* ink : {&color.red, &color.green, &color.blue}) *ink = MaxRGB - *ink;
  color.opacity = 0;
  return color;
}

TEST(Decorate, ABorderSurroundsEveryKind) {
  Exception exception;
  std::mt19937 random(32);
  for (const Kind kind : kAllKinds) {
    const ImagePtr image = Random(kind, random);
    const RectangleInfo border{3, 2, 0, 0};
    const ImagePtr framed(BorderImage(image.get(), &border, exception));
    ASSERT_NE(nullptr, framed) << exception.text();
    const auto from = Pixels(image.get()), pixels = Pixels(framed.get());
    for (std::size_t y = 0; y < framed->rows; ++y)
      for (std::size_t x = 0; x < framed->columns; ++x) {
        const bool inside = x >= 3 && x < 3 + image->columns && y >= 2 && y < 2 + image->rows;
        const PixelPacket expected =
            inside ? from[(y - 2) * image->columns + x - 3] : BorderOf(image.get());
        ASSERT_TRUE(SamePixel(expected, pixels[y * framed->columns + x]))
            << KindName(kind) << " " << x << "," << y;
      }
  }
}

// What is added to a CMYK image has the colour that was asked for.
TEST(Decorate, ColorsOfCmykImagesAreThoseAskedFor) {
  const ImagePtr image = RandomImage(20, 10, Kind::kCmyk, 3);
  PixelPacket color{};
  color.red = MaxRGB / 7;
  color.green = MaxRGB;
  color.blue = MaxRGB / 3;
  image->border_color = image->background_color = image->matte_color = color;
  Exception exception;
  const RectangleInfo border{3, 2, 0, 0}, extent{30, 20, 5, 5};
  const FrameInfo frame{26, 16, 3, 3, 0, 0};
  ImagePtr blank(CloneImage(image.get(), 4, 4, MagickTrue, exception));
  SetImage(blank.get(), OpaqueOpacity);
  const ImagePtr results[] = {ImagePtr(BorderImage(image.get(), &border, exception)),
                              ImagePtr(FrameImage(image.get(), &frame, exception)),
                              ImagePtr(ExtentImage(image.get(), &extent, exception)),
                              ImagePtr(RotateImage(image.get(), 20.0, exception)),
                              ImagePtr(WaveImage(image.get(), 5.0, 7.0, exception)),
                              std::move(blank)};
  for (const ImagePtr& result : results) {
    ASSERT_NE(nullptr, result);
    ASSERT_EQ(MagickPass, TransformColorspace(result.get(), RGBColorspace));
    EXPECT_TRUE(SamePixel(color, GetOnePixel(result.get(), 0, 0))) << &result - results;
  }
}

TEST(Decorate, GreyBordersOfGreyImagesStayOneSample) {
  Exception exception;
  const ImagePtr image = RandomGrey(9, 9, 1);
  const RectangleInfo border{3, 2, 0, 0};
  image->border_color.red = image->border_color.green = image->border_color.blue = 77;
  image->border_color.opacity = OpaqueOpacity;
  EXPECT_TRUE(HasGreyPixels(ImagePtr(BorderImage(image.get(), &border, exception)).get()));
  image->border_color.opacity = MaxRGB / 2;
  const ImagePtr seen_through(BorderImage(image.get(), &border, exception));
  EXPECT_TRUE(seen_through->matte);
  EXPECT_EQ(MaxRGB / 2, Pixels(seen_through.get()).front().opacity);
}

TEST(Decorate, WhatDoesNotFitIsAnError) {
  const ImagePtr image = RandomImage(10, 20, Kind::kOpaque, 4);
  constexpr long kHuge = LONG_MAX / 2;
  for (const FrameInfo& frame : {FrameInfo{30, 40, 5, 5, -1, 0},
                                 {30, 40, 5, 5, 0, -1},
                                 {9, 40, 0, 0, 0, 0},
                                 {30, 20, 0, 1, 0, 0},
                                 {30, 40, 5, 5, 3, 3},
                                 {30, 40, 5, 5, kHuge, kHuge},
                                 {30, 40, -5, 5, 0, 0},
                                 {~0ul, 40, 5, 5, 0, 0}}) {
    Exception exception;
    EXPECT_EQ(nullptr, ImagePtr(FrameImage(image.get(), &frame, exception)));
    EXPECT_EQ(OptionError, exception.severity()) << exception.text();
  }
  Exception exception;
  const RectangleInfo border{~0ul, 1, 0, 0};
  EXPECT_EQ(nullptr, ImagePtr(BorderImage(image.get(), &border, exception)));
  EXPECT_EQ(ResourceLimitError, exception.severity()) << exception.text();
  for (const RectangleInfo& edges : {RectangleInfo{5, 1, 0, 0}, {1, 10, 0, 0}, {~0ul, 1, 0, 0}}) {
    EXPECT_EQ(MagickFail, RaiseImage(image.get(), &edges, 1));
    EXPECT_EQ(OptionError, image->exception.severity);
  }
}

}  // namespace
}  // namespace lodestone
