// Rolling, chopping, shaving and extending: against GraphicsMagick, and by their properties.
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <random>
#include <string>

#include "tests/support/gm_image.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone {
namespace {

using namespace test;

constexpr unsigned long kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};

std::string Describe(const RectangleInfo& box) {
  return std::to_string(box.width) + "x" + std::to_string(box.height) + "+" +
         std::to_string(box.x) + "+" + std::to_string(box.y);
}

// Opaque pixels have no opacity, in either library.
ImagePtr Random(Kind kind, std::mt19937& random) {
  ImagePtr image = RandomImage(kSizes[random() % 8], kSizes[random() % 8], kind, random());
  image->page = {300, 310, 11, 12};
  const auto color = [&] { return static_cast<Quantum>(random()); };
  image->background_color = {};
  image->background_color.red = color();
  image->background_color.green = color();
  image->background_color.blue = color();
  return image;
}

long Offset(std::mt19937& random) {
  return static_cast<long>(random() % 60) - 30;
}

using Operation =
    std::function<Image*(const Image*, const RectangleInfo&, ExceptionInfo*, bool theirs)>;

// Where it composes images, GraphicsMagick loses the indexes of CMYK images.
constexpr bool kNotCmyk = false;

// Ours and GraphicsMagick's with random geometries; both fail, or both give the same.
// Colours blended by alpha may differ by `alpha_steps`.
void ExpectParity(const Operation& operation, bool cmyk = true, int alpha_steps = 0) {
  std::mt19937 random(21);
  for (int i = 0; i < 60; ++i)
    for (const Kind kind : kAllKinds) {
      if (kind == Kind::kCmyk && !cmyk) continue;
      const ImagePtr image = Random(kind, random);
      const GmImagePtr theirs = ToGm(image.get());
      const RectangleInfo geometry{random() % 40, random() % 40, Offset(random), Offset(random)};
      const std::string what = std::string(KindName(kind)) + " " + std::to_string(image->columns) +
                               "x" + std::to_string(image->rows) + " by " + Describe(geometry);
      Exception ours, other;
      const ImagePtr actual(operation(image.get(), geometry, ours, false));
      const GmImagePtr expected(operation(theirs.get(), geometry, other, true));
      // GraphicsMagick gives empty images where nothing remains.
      if (actual == nullptr && expected && (expected->columns == 0 || expected->rows == 0))
        continue;
      ASSERT_EQ(expected == nullptr, actual == nullptr) << what << ours.text();
      if (!expected) continue;
      ASSERT_NO_FATAL_FAILURE(
          ExpectSameAsGm(expected.get(), actual.get(), what, image->matte ? alpha_steps : 0));
      EXPECT_EQ(Describe(expected->page), Describe(actual->page)) << what;
      EXPECT_EQ(expected->matte, actual->matte) << what;
    }
}

TEST(TransformEdges, RollAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  ExpectParity(
      [](const Image* image, const RectangleInfo& by, ExceptionInfo* e, bool theirs) {
        return theirs ? GM(RollImage)(image, by.x, by.y, e) : RollImage(image, by.x, by.y, e);
      },
      kNotCmyk);
}

TEST(TransformEdges, ShaveAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  ExpectParity([](const Image* image, const RectangleInfo& by, ExceptionInfo* e, bool theirs) {
    return theirs ? GM(ShaveImage)(image, &by, e) : ShaveImage(image, &by, e);
  });
}

TEST(TransformEdges, ExtentAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  ExpectParity(
      [](const Image* image, const RectangleInfo& by, ExceptionInfo* e, bool theirs) {
        const RectangleInfo to{by.width + 1, by.height + 1, by.x, by.y};
        return theirs ? GM(ExtentImage)(image, &to, e) : ExtentImage(image, &to, e);
      },
      kNotCmyk, 1);
}

TEST(TransformEdges, ChopAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  ExpectParity([](const Image* image, const RectangleInfo& by, ExceptionInfo* e, bool theirs) {
    // GraphicsMagick takes a size of 0 for that of the image.
    const RectangleInfo some{std::min(by.width, image->columns - 1),
                             std::min(by.height, image->rows - 1), by.x, by.y};
    return theirs ? GM(ChopImage)(image, &some, e) : ChopImage(image, &some, e);
  });
}

TEST(TransformEdges, ExtentPutsTheBackgroundAround) {
  Exception exception;
  const ImagePtr image = RandomImage(5, 4, Kind::kOpaque, 3);
  image->background_color = {};
  image->background_color.green = MaxRGB / 3;
  const RectangleInfo to{9, 7, 2, -1};
  const ImagePtr extended(ExtentImage(image.get(), &to, exception));
  ASSERT_NE(nullptr, extended) << exception.text();
  const auto from = Pixels(image.get()), pixels = Pixels(extended.get());
  for (long y = 0; y < 7; ++y)
    for (long x = 0; x < 9; ++x) {
      const bool inside = x >= 2 && x < 7 && y < 3;
      const PixelPacket& expected =
          inside ? from[static_cast<std::size_t>((y + 1) * 5 + x - 2)] : image->background_color;
      EXPECT_TRUE(SamePixel(expected, pixels[static_cast<std::size_t>(y * 9 + x)]))
          << x << "," << y;
    }
}

TEST(TransformEdges, ATransparentBackgroundMakesTheImageTransparent) {
  Exception exception;
  for (const bool grey : {false, true}) {
    const ImagePtr image = grey ? RandomGrey(20, 20, 4) : RandomImage(20, 20, Kind::kOpaque, 4);
    image->background_color = {};
    image->background_color.opacity = TransparentOpacity;
    const RectangleInfo to{30, 30, 5, 5};
    const ImagePtr extended(ExtentImage(image.get(), &to, exception));
    ASSERT_NE(nullptr, extended) << exception.text();
    EXPECT_TRUE(extended->matte);
    EXPECT_EQ(TransparentOpacity, Pixels(extended.get()).front().opacity);
    EXPECT_EQ(OpaqueOpacity, Pixels(extended.get())[10 * 30 + 10].opacity);
  }
}

TEST(TransformEdges, RollingBackIsTheIdentity) {
  Exception exception;
  for (const Kind kind : kAllKinds) {
    const ImagePtr image = RandomImage(41, 67, kind, 3);
    const ImagePtr rolled(RollImage(image.get(), 1000, -3, exception));
    const ImagePtr back(RollImage(rolled.get(), -1000, 3, exception));
    ASSERT_NE(nullptr, back) << exception.text();
    const auto expected = Pixels(image.get()), actual = Pixels(back.get());
    for (std::size_t i = 0; i < expected.size(); ++i)
      ASSERT_TRUE(SamePixel(expected[i], actual[i])) << KindName(kind) << " " << i;
  }
}

TEST(TransformEdges, GreyStaysOneSample) {
  Exception exception;
  const ImagePtr image = RandomGrey(31, 20, 5);
  const RectangleInfo part{3, 4, 5, 6};
  const ImagePtr chopped(ChopImage(image.get(), &part, exception));
  const ImagePtr rolled(RollImage(image.get(), 5, 5, exception));
  const ImagePtr shaved(ShaveImage(image.get(), &part, exception));
  for (const auto* result : {&chopped, &rolled, &shaved}) {
    ASSERT_NE(nullptr, *result) << exception.text();
    EXPECT_TRUE(HasGreyPixels(result->get()));
  }
}

TEST(TransformEdges, WhatLeavesNothingIsAnError) {
  const ImagePtr image = RandomImage(10, 20, Kind::kOpaque, 4);
  constexpr unsigned long kHuge = ~0ul;
  for (const RectangleInfo& chop : {RectangleInfo{10, 1, 0, 0},
                                    {1, 20, 0, 0},
                                    {kHuge, 1, -5, 0},
                                    {1, 1, 11, 0},
                                    {1, 1, 0, 21},
                                    {3, 1, -4, 0},
                                    {1, 3, 0, -4}}) {
    Exception exception;
    EXPECT_EQ(nullptr, ImagePtr(ChopImage(image.get(), &chop, exception))) << Describe(chop);
    EXPECT_EQ(OptionError, exception.severity()) << Describe(chop);
  }
  for (const RectangleInfo& shave :
       {RectangleInfo{5, 1, 0, 0}, {1, 10, 0, 0}, {kHuge, 0, 0, 0}, {kHuge / 2 + 1, 0, 0, 0}}) {
    Exception exception;
    EXPECT_EQ(nullptr, ImagePtr(ShaveImage(image.get(), &shave, exception))) << Describe(shave);
    EXPECT_EQ(OptionError, exception.severity()) << Describe(shave);
  }
  for (const RectangleInfo& extent : {RectangleInfo{0, 5, 0, 0}, {5, 0, 0, 0}, {kHuge, 5, 0, 0}}) {
    Exception exception;
    EXPECT_EQ(nullptr, ImagePtr(ExtentImage(image.get(), &extent, exception)));
    EXPECT_LE(ErrorException, exception.severity()) << Describe(extent);
  }
}

// Sums with such offsets would overflow.
TEST(TransformEdges, ExtentsFarFromTheImageAreBackground) {
  const ImagePtr image = RandomImage(5, 4, Kind::kOpaque, 4);
  image->background_color = {};
  image->background_color.green = MaxRGB / 3;
  constexpr long kFar = std::numeric_limits<long>::max();
  for (const RectangleInfo& extent : {RectangleInfo{7, 3, kFar, 0}, {7, 3, 0, -kFar - 1}}) {
    Exception exception;
    const ImagePtr extended(ExtentImage(image.get(), &extent, exception));
    ASSERT_NE(nullptr, extended) << exception.text();
    for (const PixelPacket& pixel : Pixels(extended.get())) {
      EXPECT_EQ(0, pixel.red);
      EXPECT_EQ(MaxRGB / 3, pixel.green);
    }
  }
}

}  // namespace
}  // namespace lodestone
