// Rotation by any angle, and shearing: against GraphicsMagick, and by their properties.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "config.h"
#include "tests/support/event_recorder.hpp"
#include "tests/support/gm_image.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone {
namespace {

using namespace test;

// GraphicsMagick's shears copy memory that overlaps, which ends a program under the sanitizer.
#ifdef LS_WITH_ASAN
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

void ExpectSame(const Image* image, Kind kind, const Operation& operation, const std::string& name,
                int steps = 0) {
  const std::string what = std::string(KindName(kind)) + " " + std::to_string(image->columns) +
                           "x" + std::to_string(image->rows) + " " + name;
  Exception ours, other;
  const GmImagePtr expected(operation(ToGm(image).get(), other, true));
  const ImagePtr actual(operation(image, ours, false));
  ASSERT_NE(nullptr, expected) << what << other.text();
  ASSERT_NE(nullptr, actual) << what << ours.text();
  ASSERT_NO_FATAL_FAILURE(ExpectSameAsGm(expected.get(), actual.get(), what, steps));
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
          "by " + std::to_string(x) + "," + std::to_string(y),
          // The slope is that of half the angle, 1 but for the last bit of a double, on which it
          // depends how halves are rounded.
          std::abs(x) == 90.0 ? 1 : 0));
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

std::vector<std::string> heard;
std::size_t cancelled_part = 0;  // 1: the first

MagickPassFail Listen(const char* text, magick_int64_t, magick_uint64_t, ExceptionInfo*) {
  if (heard.empty() || heard.back() != text) heard.push_back(text);
  return heard.size() == cancelled_part ? MagickFail : MagickPass;
}

TEST(Shear, TellsTheMonitorAndStops) {
  const ImagePtr image = RandomImage(60, 40, Kind::kOpaque, 6);
  const MonitorHandler before = SetMonitorHandler(Listen);
  for (const std::size_t part : {1, 2, 3}) {
    heard.clear();
    cancelled_part = part;
    Exception exception;
    EXPECT_EQ(nullptr, ImagePtr(RotateImage(image.get(), 30.0, exception))) << part;
    EXPECT_EQ(MonitorError, exception.severity()) << part;
  }
  EXPECT_EQ(
      (std::vector<std::string>{"[test] X Shear...", "[test] Y Shear...", "[test] X Shear..."}),
      heard);
  SetMonitorHandler(before);
}

TEST(Shear, EveryShearIsAnEvent) {
  const ImagePtr image = RandomImage(30, 20, Kind::kMatte, 7);
  EventRecorder recorder;
  Exception exception;
  EXPECT_NE(nullptr, ImagePtr(RotateImage(image.get(), 30.0, exception)));
  EXPECT_NE(nullptr, ImagePtr(ShearImage(image.get(), 3.0, 4.0, exception)));
  const auto operations = recorder.operations();
  ASSERT_EQ(5u, operations.size());
  for (const auto& event : operations) EXPECT_EQ("shear", event.operation);
}

TEST(Shear, OneSampleAPixelStaysOne) {
  const ImagePtr image = RandomGrey(31, 20, 5);
  image->background_color = {};
  const ImagePtr packets(CloneImage(image.get(), 0, 0, MagickTrue, Exception()));
  ASSERT_NE(nullptr, GetImagePixels(packets.get(), 0, 0, 31, 20));
  ASSERT_EQ(MagickPass, SyncImagePixels(packets.get()));
  ASSERT_FALSE(HasGreyPixels(packets.get()));
  for (const double degrees : {10.0, -33.3}) {
    Exception exception;
    const ImagePtr grey(RotateImage(image.get(), degrees, exception));
    const ImagePtr expected(RotateImage(packets.get(), degrees, exception));
    EXPECT_TRUE(HasGreyPixels(grey.get()));
    ExpectSameImage(expected.get(), grey.get(), std::to_string(degrees));
  }
  image->background_color.red = MaxRGB;
  Exception exception;
  EXPECT_FALSE(HasGreyPixels(ImagePtr(RotateImage(image.get(), 10.0, exception)).get()));
}

}  // namespace
}  // namespace lodestone
