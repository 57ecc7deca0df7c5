// Cropping, flipping, rotating: against GraphicsMagick, and by their properties.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "magick/core/metadata/metadata.hpp"
#include "tests/support/gm_image.hpp"

namespace lodestone {
namespace {

using namespace test;

std::string Describe(const RectangleInfo& box) {
  return std::to_string(box.width) + "x" + std::to_string(box.height) + "+" +
         std::to_string(box.x) + "+" + std::to_string(box.y);
}

void ExpectPage(const RectangleInfo& expected, const Image* image, const std::string& what) {
  EXPECT_EQ(Describe(expected), Describe(image->page)) << what;
}

// Sizes around the tile size of the copy.
struct Size {
  unsigned long columns, rows;
};
constexpr Size kSizes[] = {{1, 1}, {7, 1}, {1, 9}, {31, 33}, {64, 32}, {65, 100}};

TEST(TransformTest, MirrorAndTurnAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  Exception exception;
  ExceptionInfo* e = exception;
  for (const Size& size : kSizes) {
    for (const Kind kind : kAllKinds) {
      const ImagePtr image = RandomImage(size.columns, size.rows, kind, 1);
      image->page = {200, 150, 11, 12};
      const GmImagePtr theirs = ToGm(image.get());
      const std::string what =
          std::string(KindName(kind)) + " " + Describe({size.columns, size.rows, 0, 0});
      const auto check = [&](Image* their_result, Image* our_result, const std::string& operation) {
        const GmImagePtr expected(their_result);
        const ImagePtr actual(our_result);
        ExpectSameAsGm(expected.get(), actual.get(), what + " " + operation);
        ExpectPage(expected->page, actual.get(), what + " " + operation);
      };
      const auto mirrored = [&](Image* their_result, Image* our_result, const RectangleInfo& page) {
        const GmImagePtr expected(their_result);
        const ImagePtr actual(our_result);
        ExpectSameAsGm(expected.get(), actual.get(), what);
        ExpectPage(page, actual.get(), what);  // gm leaves frames of animations where they were
      };
      mirrored(GM(FlipImage)(theirs.get(), e), FlipImage(image.get(), e),
               {200, 150, 11, 150 - 12 - static_cast<long>(size.rows)});
      mirrored(GM(FlopImage)(theirs.get(), e), FlopImage(image.get(), e),
               {200, 150, 200 - 11 - static_cast<long>(size.columns), 12});
      for (const double degrees : {0.0, 90.0, 180.0, 270.0, -90.0, 360.0, 450.0}) {
        check(GM(RotateImage)(theirs.get(), degrees, e), RotateImage(image.get(), degrees, e),
              "rotate " + std::to_string(degrees));
      }
    }
  }
  EXPECT_EQ(UndefinedException, exception.severity()) << exception.text();
}

TEST(TransformTest, AutoOrientAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  Exception exception;
  ExceptionInfo* e = exception;
  for (int orientation = 0; orientation <= 8; orientation++) {
    for (const Kind kind : kAllKinds) {
      const ImagePtr image = RandomImage(37, 20, kind, 2);
      image->page = {200, 150, 11, 12};
      const GmImagePtr theirs = ToGm(image.get());
      const auto type = static_cast<OrientationType>(orientation);
      const GmImagePtr expected(GM(AutoOrientImage)(theirs.get(), type, e));
      const ImagePtr actual(AutoOrientImage(image.get(), type, e));
      const std::string what = std::string(KindName(kind)) + " " + std::to_string(orientation);
      ExpectSameAsGm(expected.get(), actual.get(), what);
      const RectangleInfo page = type == TopRightOrientation     ? RectangleInfo{200, 150, 152, 12}
                                 : type == BottomLeftOrientation ? RectangleInfo{200, 150, 11, 118}
                                                                 : expected->page;
      ExpectPage(page, actual.get(), what);
      EXPECT_EQ(TopLeftOrientation, actual->orientation);
    }
  }
}

TEST(TransformTest, FourQuarterTurnsAndTwoMirrorsAreTheIdentity) {
  Exception exception;
  for (const Kind kind : kAllKinds) {
    const ImagePtr image = RandomImage(41, 67, kind, 3);
    ImagePtr turned(CloneImage(image.get(), 0, 0, MagickTrue, exception));
    for (int i = 0; i < 4; i++) turned.reset(RotateImage(turned.get(), 90.0, exception));
    ExpectSameImage(image.get(), turned.get(), KindName(kind));
    ImagePtr mirrored(FlipImage(image.get(), exception));
    mirrored.reset(FlopImage(mirrored.get(), exception));
    const ImagePtr half(RotateImage(image.get(), 180.0, exception));
    ExpectSameImage(half.get(), mirrored.get(), KindName(kind));
  }
}

TEST(TransformTest, ImageWithoutCanvasStaysWithout) {
  Exception exception;
  const ImagePtr image = RandomImage(10, 20, Kind::kOpaque, 4);
  const ImagePtr turned(RotateImage(image.get(), 90.0, exception));
  ExpectPage({0, 0, 0, 0}, turned.get(), "rotate");
}

TEST(TransformTest, AnglesThatAreNotFiniteAreRefused) {
  const ImagePtr image = RandomImage(10, 20, Kind::kOpaque, 4);
  for (const double degrees : {double{NAN}, double{INFINITY}}) {
    Exception exception;
    EXPECT_EQ(nullptr, RotateImage(image.get(), degrees, exception)) << degrees;
    EXPECT_EQ(OptionError, exception.severity());
    EXPECT_NE(std::string::npos, exception.text().find("degrees must be finite"));
  }
}

TEST(TransformTest, AutoOrientMendsTheExifProfile) {
  // Little-endian EXIF with orientation 6 alone.
  const unsigned char exif[] = {'E',  'x', 'i', 'f', 0, 0, 'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0,
                                0x12, 1,   3,   0,   1, 0, 0,   0,   6,  0, 0, 0, 0, 0, 0, 0};
  Exception exception;
  const ImagePtr image = RandomImage(10, 20, Kind::kOpaque, 5);
  ASSERT_EQ(MagickPass, SetImageProfile(image.get(), "EXIF", exif, sizeof(exif)));
  ASSERT_STREQ("6", GetImageAttribute(image.get(), "EXIF:Orientation")->value);
  const ImagePtr upright(AutoOrientImage(image.get(), RightTopOrientation, exception));
  ASSERT_NE(nullptr, upright);
  EXPECT_EQ(20UL, upright->columns);
  EXPECT_STREQ("1", GetImageAttribute(upright.get(), "EXIF:Orientation")->value);
  EXPECT_STREQ("6", GetImageAttribute(image.get(), "EXIF:Orientation")->value);
}

constexpr RectangleInfo kCrops[] = {{5, 5, 2, 2},   {5, 5, 18, 8},  {5, 5, -2, -2},
                                    {50, 50, 0, 0}, {20, 10, 0, 0}, {40, 30, 0, 0},
                                    {10, 10, 0, 0}, {1, 1, 19, 9},  {3, 3, -2, 5},
                                    {20, 3, 0, 4},  {3, 10, 9, 0},  {100, 2, -50, 3}};

TEST(CropTest, AsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  for (const RectangleInfo& page :
       {RectangleInfo{0, 0, 0, 0}, RectangleInfo{40, 30, 5, 6}, RectangleInfo{40, 30, -5, -6}}) {
    for (const Kind kind : kAllKinds) {
      for (const RectangleInfo& crop : kCrops) {
        Exception exception;
        ExceptionInfo* e = exception;
        const ImagePtr image = RandomImage(20, 10, kind, 6);
        image->page = page;
        const GmImagePtr theirs = ToGm(image.get());
        const GmImagePtr expected(GM(CropImage)(theirs.get(), &crop, e));
        const ImagePtr actual(CropImage(image.get(), &crop, e));
        const std::string what = std::string(KindName(kind)) + " " + Describe(crop);
        ExpectSameAsGm(expected.get(), actual.get(), what);
        ExpectPage(expected->page, actual.get(), what);
      }
    }
  }
}

TEST(CropTest, OutsideIsAnError) {
  const ImagePtr image = RandomImage(20, 10, Kind::kOpaque, 6);
  for (const RectangleInfo& crop :
       {RectangleInfo{5, 5, 30, 30}, RectangleInfo{5, 0, 2, 2}, RectangleInfo{5, 5, 20, 0},
        RectangleInfo{5, 5, -5, 0}, RectangleInfo{~0UL, ~0UL, 50, 50}}) {
    Exception exception;
    EXPECT_EQ(nullptr, CropImage(image.get(), &crop, exception)) << Describe(crop);
    EXPECT_EQ(OptionError, exception.severity()) << Describe(crop);
  }
  Exception exception;
  const RectangleInfo huge{~0UL, ~0UL, 5, 5};
  const ImagePtr rest(CropImage(image.get(), &huge, exception));
  ASSERT_NE(nullptr, rest);
  EXPECT_EQ(15UL, rest->columns);
}

// A rectangle of random size and position on a plain background.
ImagePtr Framed(unsigned seed) {
  std::mt19937 random(seed);
  ImagePtr image = BlankImage(30, 20);
  image->matte = random() % 2;
  PixelPacket* pixels = SetImagePixels(image.get(), 0, 0, 30, 20);
  const PixelPacket ground = RandomPixel(random, false);
  std::fill_n(pixels, 600, ground);
  // Not in the first column or row: there GraphicsMagick trims nothing when it is the only one.
  const unsigned left = 1 + random() % 29, top = 1 + random() % 19;
  const unsigned right = left + random() % (30 - left), bottom = top + random() % (20 - top);
  for (unsigned y = top; y <= bottom; y++) {
    for (unsigned x = left; x <= right; x++) {
      pixels[y * 30 + x] = RandomPixel(random, image->matte != MagickFalse);
    }
  }
  SyncImagePixels(image.get());
  return image;
}

TEST(CropTest, TrimsAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  for (unsigned seed = 0; seed < 300; seed++) {
    Exception exception;
    ExceptionInfo* e = exception;
    const ImagePtr image = Framed(seed);
    // With fuzz GraphicsMagick forgets the opacity.
    image->fuzz = seed % 3 == 0 && image->matte == MagickFalse ? 20000.0 : 0.0;
    const GmImagePtr theirs = ToGm(image.get());
    const RectangleInfo nothing{0, 0, 0, 0};
    const GmImagePtr expected(GM(CropImage)(theirs.get(), &nothing, e));
    const ImagePtr actual(CropImage(image.get(), &nothing, e));
    ExpectSameAsGm(expected.get(), actual.get(), "seed " + std::to_string(seed));
    ExpectPage(expected->page, actual.get(), "seed " + std::to_string(seed));
  }
}

TEST(TransformImageTest, CropsByStringAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  for (const char* geometry :
       {"5x5", "5x5+1+1", "50%", "7x4!", "50%x20%+1+1", "5x5+18+8", "8x8-3-3", "20x10", "30x3"}) {
    for (const GravityType gravity : {ForgetGravity, CenterGravity, SouthEastGravity}) {
      ImagePtr image = RandomImage(20, 10, Kind::kOpaque, 7);
      image->gravity = gravity;
      GmImagePtr theirs = ToGm(image.get());
      Image* their_list = theirs.release();
      Image* our_list = image.release();
      const MagickPassFail their_status = GM(TransformImage)(&their_list, geometry, nullptr);
      EXPECT_EQ(their_status, TransformImage(&our_list, geometry, nullptr)) << geometry;
      theirs.reset(their_list);
      image.reset(our_list);
      ASSERT_EQ(GM(GetImageListLength)(their_list), GetImageListLength(our_list)) << geometry;
      const Image* expected = their_list;
      for (const Image* actual = our_list; actual != nullptr; actual = actual->next) {
        ExpectSameAsGm(expected, actual, geometry);
        ExpectPage(expected->page, actual, geometry);
        expected = expected->next;
      }
    }
  }
}

TEST(TransformImageTest, CropsThenResizesWithinAList) {
  Image* first = RandomImage(20, 10, Kind::kOpaque, 8).release();
  Image* second = RandomImage(20, 10, Kind::kOpaque, 9).release();
  Image* list = first;
  AppendImageToList(&list, second);
  EXPECT_EQ(MagickPass, TransformImage(&second, "10x10+0+0", "5x5"));
  EXPECT_EQ(5UL, second->columns);
  EXPECT_EQ(2UL, GetImageListLength(first));
  EXPECT_EQ(first, second->previous);
  DestroyImageList(first);
}

TEST(TransformTest, CancelStopsWithAReason) {
  SetMonitorHandler([](const char*, const magick_int64_t, const magick_uint64_t,
                       ExceptionInfo*) -> MagickPassFail { return MagickFail; });
  Exception exception;
  const ImagePtr image = RandomImage(100, 100, Kind::kOpaque, 10);
  EXPECT_EQ(nullptr, RotateImage(image.get(), 90.0, exception));
  SetMonitorHandler(nullptr);
  EXPECT_EQ(MonitorError, exception.severity());
}

}  // namespace
}  // namespace lodestone
