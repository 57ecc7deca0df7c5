// Rotation by any angle, and shearing: against GraphicsMagick, and by their properties.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>

#include "tests/support/gm_image.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone {
namespace {

using namespace testing_support;

// GraphicsMagick's shears copy memory that overlaps, which ends a program under the sanitizer.
#ifdef __SANITIZE_ADDRESS__
#define SKIP_WITHOUT_SHEARS_OF_GM() \
  GTEST_SKIP() << "GraphicsMagick's shears copy overlapping memory"
#else
#define SKIP_WITHOUT_SHEARS_OF_GM() SKIP_WITHOUT_GM_LIBRARY()
#endif

constexpr unsigned long kSizes[] = {1, 2, 3, 7, 16, 17, 64, 101};

ImagePtr Random(Kind kind, std::mt19937& random) {
  ImagePtr image = RandomImage(kSizes[random() % 8], kSizes[random() % 8], kind, random());
  image->page = {300, 310, 11, 12};
  image->background_color = {};
  image->background_color.red = static_cast<Quantum>(random());
  image->background_color.green = static_cast<Quantum>(random());
  image->background_color.blue = static_cast<Quantum>(random());
  if (image->matte && random() % 2 == 0)
    image->background_color.opacity = static_cast<Quantum>(random());
  return image;
}

using Operation = std::function<Image*(const Image*, ExceptionInfo*, bool theirs)>;

void ExpectSame(const Image* image, Kind kind, const Operation& operation,
                const std::string& name) {
  const std::string what = std::string(KindName(kind)) + " " + std::to_string(image->columns) +
                           "x" + std::to_string(image->rows) + " " + name;
  Exception ours, other;
  const GmImagePtr expected(operation(ToGm(image).get(), other, true));
  const ImagePtr actual(operation(image, ours, false));
  ASSERT_NE(nullptr, expected) << what << other.text();
  ASSERT_NE(nullptr, actual) << what << ours.text();
  ASSERT_NO_FATAL_FAILURE(ExpectSameAsGm(expected.get(), actual.get(), what));
  EXPECT_EQ(expected->matte, actual->matte) << what;
  EXPECT_EQ(expected->page.x, actual->page.x) << what;
  EXPECT_EQ(0u, actual->page.width) << what;
}

// GraphicsMagick makes CMYK images RGB without changing their pixels.
constexpr Kind kCompared[] = {Kind::kOpaque, Kind::kMatte, Kind::kPalette, Kind::kPaletteMatte};

TEST(Shear, RotateAsGraphicsMagickDoes) {
  SKIP_WITHOUT_SHEARS_OF_GM();
  std::mt19937 random(41);
  for (int i = 0; i < 60; ++i)
    for (const Kind kind : kCompared) {
      const double degrees = (static_cast<double>(random() % 9000) - 4500.0) / 9.7 + 0.01;
      const ImagePtr image = Random(kind, random);
      ASSERT_NO_FATAL_FAILURE(ExpectSame(
          image.get(), kind,
          [&](const Image* from, ExceptionInfo* e, bool theirs) {
            return theirs ? GM(RotateImage)(from, degrees, e) : RotateImage(from, degrees, e);
          },
          "by " + std::to_string(degrees)));
    }
}

TEST(Shear, ShearAsGraphicsMagickDoes) {
  SKIP_WITHOUT_SHEARS_OF_GM();
  std::mt19937 random(42);
  constexpr double kAngles[] = {0.0, 3.3, 45.0, -20.5, 60.0, -90.0, 90.0};
  for (int i = 0; i < 120; ++i)
    for (const Kind kind : kCompared) {
      const double x = kAngles[random() % 7], y = kAngles[1 + random() % 6];
      const ImagePtr image = Random(kind, random);
      // There, pixels beyond the image are read if it leaves too little room.
      if (image->columns < 16 || image->rows < 16) continue;
      ASSERT_NO_FATAL_FAILURE(ExpectSame(
          image.get(), kind,
          [&](const Image* from, ExceptionInfo* e, bool theirs) {
            return theirs ? GM(ShearImage)(from, x, y, e) : ShearImage(from, x, y, e);
          },
          "by " + std::to_string(x) + "," + std::to_string(y)));
    }
}

TEST(Shear, AnImageOfOneColorStaysSoInTheMiddle) {
  Exception exception;
  for (const Kind kind : {Kind::kOpaque, Kind::kMatte, Kind::kCmyk}) {
    const ImagePtr image = RandomImage(60, 40, kind, 1);
    PixelPacket color{};
    color.red = color.opacity = MaxRGB / 3;
    color.green = MaxRGB / 7;
    if (kind == Kind::kOpaque) color.opacity = OpaqueOpacity;
    ASSERT_EQ(MagickPass, SetImageColor(image.get(), &color));
    image->matte = kind == Kind::kMatte;
    const ImagePtr turned(RotateImage(image.get(), 30.0, exception));
    ASSERT_NE(nullptr, turned) << exception.text();
    const auto pixels = Pixels(turned.get());
    for (long y = -8; y <= 8; ++y)
      for (long x = -8; x <= 8; ++x) {
        const std::size_t at =
            (turned->rows / 2 + static_cast<unsigned long>(y)) * turned->columns +
            turned->columns / 2 + static_cast<unsigned long>(x);
        ASSERT_TRUE(SamePixel(color, pixels[at])) << KindName(kind) << " " << x << "," << y;
      }
  }
}

TEST(Shear, BadAnglesAreErrors) {
  const ImagePtr image = RandomImage(10, 20, Kind::kOpaque, 4);
  const auto refused = [&](const Image* from, double x, double y) {
    Exception exception;
    EXPECT_EQ(nullptr, ImagePtr(ShearImage(from, x, y, exception))) << x << " " << y;
    return exception.severity();
  };
  EXPECT_EQ(ImageError, refused(image.get(), 180.0, 0.0));
  EXPECT_EQ(ImageError, refused(image.get(), -180.0, 0.0));
  EXPECT_EQ(ImageError, refused(image.get(), 0.0, 180.0));
  EXPECT_EQ(OptionError, refused(image.get(), NAN, 0.0));
  EXPECT_EQ(OptionError, refused(image.get(), 0.0, INFINITY));
  EXPECT_EQ(ResourceLimitError, refused(image.get(), 179.9999999999, 0.0));
  const ImagePtr cmyk = RandomImage(10, 20, Kind::kCmyk, 4);
  cmyk->matte = MagickTrue;
  EXPECT_EQ(OptionError, refused(cmyk.get(), 10.0, 0.0));
}

TEST(Shear, GreyOnGreyStaysGrey) {
  Exception exception;
  const ImagePtr image = RandomGrey(31, 20, 5);
  image->background_color = {};
  const ImagePtr turned(RotateImage(image.get(), 10.0, exception));
  ASSERT_NE(nullptr, turned) << exception.text();
  EXPECT_TRUE(turned->is_grayscale);
  for (const PixelPacket& pixel : Pixels(turned.get())) {
    ASSERT_EQ(pixel.red, pixel.green);
    ASSERT_EQ(pixel.red, pixel.blue);
  }
}

}  // namespace
}  // namespace lodestone
