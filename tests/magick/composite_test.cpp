// Composition: every operator against GraphicsMagick, and the regions.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/event_recorder.hpp"
#include "tests/support/gm_image.hpp"
#include "tests/support/plain_composite.hpp"

namespace lodestone {
namespace {

using namespace test;

const std::vector<CompositeOperator>& AllOperators() {
  static const auto& operators = *new std::vector<CompositeOperator>([] {
    std::vector<CompositeOperator> all;
    for (int i = OverCompositeOp; i <= HardMixCompositeOp; ++i)
      if (i != DisplaceCompositeOp) all.push_back(static_cast<CompositeOperator>(i));
    return all;
  }());
  return operators;
}

// GraphicsMagick divides the sum of the coverages once too often: everything becomes transparent.
bool HasOpacityOfItsOwn(CompositeOperator compose) {
  return compose == PlusCompositeOp || compose == MinusCompositeOp;
}

// Copies, and functions of whole samples.
bool IsExact(CompositeOperator compose) {
  switch (compose) {
    case AddCompositeOp:
    case SubtractCompositeOp:
    case CopyCompositeOp:
    case CopyRedCompositeOp:
    case CopyGreenCompositeOp:
    case CopyBlueCompositeOp:
    case CopyOpacityCompositeOp:
    case ClearCompositeOp:
    case NoCompositeOp:
    case CopyCyanCompositeOp:
    case CopyMagentaCompositeOp:
    case CopyYellowCompositeOp:
    case CopyBlackCompositeOp:
      return true;
    default:
      return false;
  }
}

// So are these where nothing is blended by alpha.
bool IsExactIfOpaque(CompositeOperator compose) {
  switch (compose) {
    case OverCompositeOp:
    case InCompositeOp:
    case OutCompositeOp:
    case AtopCompositeOp:
    case PlusCompositeOp:
    case MinusCompositeOp:
    case DifferenceCompositeOp:
    case DarkenCompositeOp:
    case LightenCompositeOp:
    case LinearBurnCompositeOp:
    case LinearDodgeCompositeOp:
    case LinearLightCompositeOp:
    case PinLightCompositeOp:
    case HardMixCompositeOp:
      return true;
    default:
      return IsExact(compose);
  }
}

void ExpectClose(const PixelPacket* expected, const Image* ours, bool opacities,
                 const std::string& what, int steps = 1) {
  const auto actual = Pixels(ours);
  for (std::size_t i = 0; i < actual.size(); i++) {
    PixelPacket wanted = expected[i];
    if (!opacities) wanted.opacity = actual[i].opacity;
    ASSERT_TRUE(CloseSamples(wanted, actual[i], steps))
        << what << ": pixel " << i % ours->columns << "," << i / ours->columns;
  }
}

void ExpectCloseToGm(const Image* theirs, const Image* ours, bool opacities,
                     const std::string& what, int steps = 1) {
  ExceptionInfo exception;
  GM(GetExceptionInfo)(&exception);
  ExpectClose(GM(AcquireImagePixels)(theirs, 0, 0, theirs->columns, theirs->rows, &exception), ours,
              opacities, what, steps);
}

TEST(CompositeTest, EveryOperatorAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  for (const CompositeOperator compose : AllOperators()) {
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
        EXPECT_EQ(their_canvas->colorspace, canvas->colorspace) << what;
        const bool opaque = canvas_kind == Kind::kOpaque && update_kind != Kind::kMatte;
        const bool exact = opaque ? IsExactIfOpaque(compose) : IsExact(compose);
        ExpectCloseToGm(their_canvas.get(), canvas.get(), !HasOpacityOfItsOwn(compose), what,
                        exact ? 0 : 1);
      }
    }
  }
}

TEST(CompositeTest, OptionsComeFromTheGeometryOfTheUpdate) {
  SKIP_WITHOUT_GM_LIBRARY();
  for (const CompositeOperator compose : {ModulateCompositeOp, ThresholdCompositeOp}) {
    const char* const geometry = compose == ModulateCompositeOp ? "30x10" : "1.5x0.2";
    const ImagePtr canvas = RandomImage(40, 30, Kind::kOpaque, 1);
    const ImagePtr update = RandomImage(40, 30, Kind::kOpaque, 2);
    const GmImagePtr their_canvas = ToGm(canvas.get());
    const GmImagePtr their_update = ToGm(update.get());
    CloneString(&update->geometry, geometry);
    GM(CloneString)(&their_update->geometry, geometry);
    ASSERT_EQ(MagickPass,
              GM(CompositeImage)(their_canvas.get(), compose, their_update.get(), 0, 0));
    // GraphicsMagick's DestroyImage does not free it.
    GM(CloneString)(&their_update->geometry, nullptr);
    ASSERT_EQ(MagickPass, CompositeImage(canvas.get(), compose, update.get(), 0, 0));
    ExpectCloseToGm(their_canvas.get(), canvas.get(), true, geometry);
  }
}

// The same in plain arithmetic, at both depths and at odd sizes.
TEST(CompositeTest, EveryOperatorAsPlainArithmetic) {
  for (const CompositeOperator compose : AllOperators()) {
    for (const Kind kind : {Kind::kOpaque, Kind::kMatte}) {
      for (const unsigned long side : {1UL, 2UL, 3UL, 7UL, 16UL, 17UL, 255UL, 257UL}) {
        const ImagePtr canvas = RandomImage(side, 5, Kind::kMatte, 3);
        const ImagePtr update = RandomImage(side, 5, kind, 4);
        const auto rule = plain_composite::RuleOf(compose, update->matte != MagickFalse);
        if (!rule) continue;
        auto expected = Pixels(canvas.get());
        const auto change = Pixels(update.get());
        for (std::size_t i = 0; i < expected.size(); ++i) {
          const double opacity = update->matte ? change[i].opacity : 0.0;
          rule({expected[i], change[i], static_cast<double>(expected[i].opacity), opacity});
        }
        ASSERT_EQ(MagickPass, CompositeImage(canvas.get(), compose, update.get(), 0, 0));
        ExpectClose(
            expected.data(), canvas.get(), true,
            std::string(CompositeOperatorToString(compose)) + " at " + std::to_string(side));
      }
    }
  }
}

TEST(CompositeTest, PixelsThatNoOtherImageSharesAreChangedWhereTheyAre) {
  const test::ModeScope cpu(MagickAccelerateOff);
  const ImagePtr canvas = RandomImage(60, 50, Kind::kOpaque, 1);
  const ImagePtr update = RandomImage(20, 10, Kind::kMatte, 2);
  Exception exception;
  const void* const before = GetImagePixels(canvas.get(), 0, 0, 60, 50);
  ASSERT_EQ(MagickPass, CompositeImage(canvas.get(), OverCompositeOp, update.get(), 5, 5));
  EXPECT_EQ(before, AcquireImagePixels(canvas.get(), 0, 0, 60, 50, exception));
  const ImagePtr clone(CloneImage(canvas.get(), 0, 0, MagickTrue, exception));
  const auto pixels = Pixels(clone.get());
  ASSERT_EQ(MagickPass, CompositeImage(canvas.get(), PlusCompositeOp, update.get(), 5, 5));
  const auto after = Pixels(clone.get());
  EXPECT_TRUE(std::equal(pixels.begin(), pixels.end(), after.begin(), SamePixel));
}

TEST(CompositeTest, AnImageOnItself) {
  const ImagePtr canvas = RandomImage(40, 40, Kind::kOpaque, 1);
  const auto before = Pixels(canvas.get());
  ASSERT_EQ(MagickPass, CompositeImage(canvas.get(), CopyCompositeOp, canvas.get(), 3, 2));
  const auto after = Pixels(canvas.get());
  for (std::size_t y = 0; y < 40; ++y)
    for (std::size_t x = 0; x < 40; ++x) {
      const bool inside = x >= 3 && y >= 2;
      ASSERT_TRUE(SamePixel(before[inside ? (y - 2) * 40 + x - 3 : y * 40 + x], after[y * 40 + x]));
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
      ExpectCloseToGm(their_canvas.get(), canvas.get(), false, what);
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

TEST(CompositeTest, CmykIsCopiedWhole) {
  const ImagePtr canvas = RandomImage(20, 20, Kind::kCmyk, 7);
  const ImagePtr update = RandomImage(20, 20, Kind::kCmyk, 8);
  EXPECT_EQ(MagickPass, CompositeImage(canvas.get(), CopyCompositeOp, update.get(), 0, 0));
  ExpectSameImage(update.get(), canvas.get(), "copy");
}

TEST(CompositeTest, ACmykCanvasBecomesRgbForColorsAndOpacities) {
  for (const auto compose : {MultiplyCompositeOp, ModulateCompositeOp, OverCompositeOp}) {
    const ImagePtr canvas = RandomImage(20, 20, Kind::kCmyk, 7);
    const ImagePtr update = RandomImage(9, 8, Kind::kMatte, 8);
    Exception exception;
    const ImagePtr rgb(CloneImage(canvas.get(), 0, 0, MagickTrue, exception));
    ASSERT_EQ(MagickPass, TransformColorspace(rgb.get(), RGBColorspace));
    ASSERT_EQ(MagickPass, CompositeImage(rgb.get(), compose, update.get(), 3, 4));
    ASSERT_EQ(MagickPass, CompositeImage(canvas.get(), compose, update.get(), 3, 4));
    EXPECT_EQ(RGBColorspace, canvas->colorspace);
    ExpectSameImage(rgb.get(), canvas.get(), CompositeOperatorToString(compose));
  }
}

TEST(CompositeTest, TheUpdateFollowsTheColorspaceOfTheCanvas) {
  SKIP_WITHOUT_GM_LIBRARY();
  const ImagePtr canvas = RandomImage(20, 20, Kind::kOpaque, 9);
  const ImagePtr update = RandomImage(20, 20, Kind::kOpaque, 8);
  ASSERT_EQ(MagickPass, TransformColorspace(update.get(), YIQColorspace));
  const GmImagePtr their_canvas = ToGm(canvas.get());
  const GmImagePtr their_update = ToGm(update.get());
  ASSERT_EQ(MagickPass,
            GM(CompositeImage)(their_canvas.get(), ScreenCompositeOp, their_update.get(), 0, 0));
  ASSERT_EQ(MagickPass, CompositeImage(canvas.get(), ScreenCompositeOp, update.get(), 0, 0));
  EXPECT_EQ(YIQColorspace, update->colorspace);
  ExpectCloseToGm(their_canvas.get(), canvas.get(), false, "YIQ on RGB");
}

TEST(CompositeTest, UnsupportedOperatorNamesItself) {
  const ImagePtr canvas = RandomImage(5, 5, Kind::kOpaque, 7);
  EXPECT_EQ(MagickFail, CompositeImage(canvas.get(), UndefinedCompositeOp, canvas.get(), 0, 0));
  EXPECT_EQ(OptionError, canvas->exception.severity);
  EXPECT_STREQ("Undefined", canvas->exception.description);
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
