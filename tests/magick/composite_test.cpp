// Composition: every operator against GraphicsMagick, and the regions.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/gm_image.hpp"

namespace lodestone {
namespace {

using namespace testing_support;

constexpr CompositeOperator kOperators[] = {
    OverCompositeOp,        InCompositeOp,         OutCompositeOp,        AtopCompositeOp,
    XorCompositeOp,         PlusCompositeOp,       MinusCompositeOp,      AddCompositeOp,
    SubtractCompositeOp,    DifferenceCompositeOp, MultiplyCompositeOp,   BumpmapCompositeOp,
    CopyCompositeOp,        CopyRedCompositeOp,    CopyGreenCompositeOp,  CopyBlueCompositeOp,
    CopyOpacityCompositeOp, ClearCompositeOp,      NoCompositeOp,         DarkenCompositeOp,
    LightenCompositeOp,     ScreenCompositeOp,     OverlayCompositeOp,    CopyCyanCompositeOp,
    CopyMagentaCompositeOp, CopyYellowCompositeOp, HardLightCompositeOp,  ExclusionCompositeOp,
    ColorDodgeCompositeOp,  ColorBurnCompositeOp,  LinearBurnCompositeOp, LinearDodgeCompositeOp,
    LinearLightCompositeOp, PinLightCompositeOp,   HardMixCompositeOp};

// GraphicsMagick divides the sum of the coverages once too often: everything becomes transparent.
bool HasOpacityOfItsOwn(CompositeOperator compose) {
  return compose == PlusCompositeOp || compose == MinusCompositeOp;
}

void ExpectSameColors(const Image* theirs, const Image* ours, const std::string& what) {
  ExceptionInfo exception;
  GM(GetExceptionInfo)(&exception);
  const PixelPacket* expected =
      GM(AcquireImagePixels)(theirs, 0, 0, theirs->columns, theirs->rows, &exception);
  const auto actual = Pixels(ours);
  for (std::size_t i = 0; i < actual.size(); i++) {
    ASSERT_EQ(expected[i].red, actual[i].red) << what;
    ASSERT_EQ(expected[i].green, actual[i].green) << what;
    ASSERT_EQ(expected[i].blue, actual[i].blue) << what;
  }
}

TEST(CompositeTest, EveryOperatorAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  for (const CompositeOperator compose : kOperators) {
    for (const Kind canvas_kind : {Kind::kOpaque, Kind::kMatte}) {
      for (const Kind update_kind : {Kind::kOpaque, Kind::kMatte, Kind::kPalette}) {
        const ImagePtr canvas = RandomImage(60, 50, canvas_kind, 1);
        const ImagePtr update = RandomImage(40, 30, update_kind, 2);
        const GmImagePtr their_canvas = ToGm(canvas.get());
        const GmImagePtr their_update = ToGm(update.get());
        const std::string what = std::string(CompositeOperatorToString(compose)) + " of " +
                                 KindName(update_kind) + " on " + KindName(canvas_kind);
        ASSERT_EQ(MagickPass,
                  GM(CompositeImage)(their_canvas.get(), compose, their_update.get(), 25, -7))
            << what;
        ASSERT_EQ(MagickPass, CompositeImage(canvas.get(), compose, update.get(), 25, -7)) << what;
        EXPECT_EQ(their_canvas->matte, canvas->matte) << what;
        if (HasOpacityOfItsOwn(compose)) {
          ExpectSameColors(their_canvas.get(), canvas.get(), what);
        } else {
          ExpectSameAsGm(their_canvas.get(), canvas.get(), what);
        }
      }
    }
  }
}

TEST(CompositeTest, PlacesAreClipped) {
  SKIP_WITHOUT_GM_LIBRARY();
  for (const long x : {-100L, -40L, -39L, -5L, 0L, 7L, 59L, 60L, 1000L}) {
    for (const long y : {-30L, -29L, 0L, 3L, 49L, 50L}) {
      const ImagePtr canvas = RandomImage(60, 50, Kind::kOpaque, 1);
      const ImagePtr update = RandomImage(40, 30, Kind::kMatte, 2);
      const GmImagePtr their_canvas = ToGm(canvas.get());
      const GmImagePtr their_update = ToGm(update.get());
      const std::string what = std::to_string(x) + "," + std::to_string(y);
      GM(CompositeImage)(their_canvas.get(), OverCompositeOp, their_update.get(), x, y);
      EXPECT_EQ(MagickPass, CompositeImage(canvas.get(), OverCompositeOp, update.get(), x, y))
          << what;
      const auto expected = GM(GetOnePixel)(their_canvas.get(), 5, 5);
      EXPECT_TRUE(SamePixel(expected, GetOnePixel(canvas.get(), 5, 5))) << what;
      ExpectSameColors(their_canvas.get(), canvas.get(), what);
    }
  }
}

TEST(CompositeTest, RegionsOfBothImages) {
  Exception exception;
  const ImagePtr canvas = RandomImage(20, 20, Kind::kOpaque, 3);
  const ImagePtr update = RandomImage(20, 20, Kind::kOpaque, 4);
  const auto before = Pixels(canvas.get());
  const auto source = Pixels(update.get());
  ASSERT_EQ(MagickPass, CompositeImageRegion(CopyCompositeOp, nullptr, 3, 2, update.get(), 10, 11,
                                             canvas.get(), 4, 5, exception));
  const auto after = Pixels(canvas.get());
  for (size_t y = 0; y < 20; y++) {
    for (size_t x = 0; x < 20; x++) {
      const bool inside = x >= 4 && x < 7 && y >= 5 && y < 7;
      const PixelPacket& expected =
          inside ? source[(y - 5 + 11) * 20 + x - 4 + 10] : before[y * 20 + x];
      ASSERT_TRUE(SamePixel(expected, after[y * 20 + x])) << x << "," << y;
    }
  }
}

TEST(CompositeTest, TransparentUpdateChangesNothingAndOpaqueReplaces) {
  const ImagePtr canvas = RandomImage(20, 20, Kind::kMatte, 5);
  const ImagePtr update = RandomImage(20, 20, Kind::kMatte, 6);
  const auto before = Pixels(canvas.get());
  ASSERT_EQ(MagickPass, SetImageOpacity(update.get(), TransparentOpacity));
  ASSERT_EQ(MagickPass, CompositeImage(canvas.get(), OverCompositeOp, update.get(), 0, 0));
  const auto after = Pixels(canvas.get());
  for (size_t i = 0; i < before.size(); i++) ASSERT_TRUE(SamePixel(before[i], after[i]));
}

TEST(CompositeTest, CmykIsCopiedWholeOrRefused) {
  const ImagePtr canvas = RandomImage(20, 20, Kind::kCmyk, 7);
  const ImagePtr update = RandomImage(20, 20, Kind::kCmyk, 8);
  EXPECT_EQ(MagickFail, CompositeImage(canvas.get(), MultiplyCompositeOp, update.get(), 0, 0));
  EXPECT_EQ(OptionError, canvas->exception.severity);
  EXPECT_EQ(MagickPass, CompositeImage(canvas.get(), CopyCompositeOp, update.get(), 0, 0));
  ExpectSameImage(update.get(), canvas.get(), "copy");
  const ImagePtr rgb = RandomImage(20, 20, Kind::kOpaque, 9);
  EXPECT_EQ(MagickFail, CompositeImage(rgb.get(), OverCompositeOp, update.get(), 0, 0));
  EXPECT_EQ(OptionError, rgb->exception.severity);
}

TEST(CompositeTest, UnsupportedOperatorNamesItself) {
  const ImagePtr canvas = RandomImage(5, 5, Kind::kOpaque, 7);
  EXPECT_EQ(MagickFail, CompositeImage(canvas.get(), DisplaceCompositeOp, canvas.get(), 0, 0));
  EXPECT_EQ(OptionError, canvas->exception.severity);
  EXPECT_STREQ("Displace", canvas->exception.description);
}

TEST(CompositeTest, PaletteCanvasBecomesTrueColor) {
  const ImagePtr canvas = RandomImage(20, 20, Kind::kPalette, 7);
  const ImagePtr update = RandomImage(5, 5, Kind::kOpaque, 8);
  ASSERT_EQ(MagickPass, CompositeImage(canvas.get(), OverCompositeOp, update.get(), 3, 3));
  EXPECT_EQ(DirectClass, canvas->storage_class);
  EXPECT_TRUE(SamePixel(Pixels(update.get())[0], GetOnePixel(canvas.get(), 3, 3)));
}

}  // namespace
}  // namespace lodestone
