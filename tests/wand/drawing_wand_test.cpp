// Drawing wands: what they refuse, and what they own.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // old names are part of the interface

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include <wand/wand_api.h>

namespace lodestone::test {
namespace {

class DrawingWandTest : public testing::Test {
 protected:
  ~DrawingWandTest() override { DestroyDrawingWand(wand_); }

  static std::string TextOf(const DrawingWand* wand) {
    DrawInfo* const info = DrawPeekGraphicContext(wand);
    const std::string text = info->primitive ? info->primitive : "";
    DestroyDrawInfo(info);
    return text;
  }
  std::string Text() const { return TextOf(wand_); }
  ExceptionType Severity() const {
    ExceptionType severity = UndefinedException;
    MagickFree(DrawGetException(wand_, &severity));
    return severity;
  }

  DrawingWand* const wand_ = NewDrawingWand();
};

TEST_F(DrawingWandTest, WithoutAWandNothingHappens) {
  EXPECT_EQ(nullptr, CloneDrawingWand(nullptr));
  EXPECT_EQ(nullptr, DrawPeekGraphicContext(nullptr));
  EXPECT_EQ(nullptr, DrawGetFont(nullptr));
  EXPECT_EQ(0.0, DrawGetFillOpacity(nullptr));
  EXPECT_EQ(0u, DrawRender(nullptr));
  EXPECT_EQ(0u, DrawClearException(nullptr));
  ExceptionType severity = OptionError;
  EXPECT_EQ(nullptr, DrawGetException(nullptr, &severity));
  EXPECT_EQ(UndefinedException, severity);
  DrawPoint(nullptr, 1, 2);
  DrawSetFillColor(nullptr, nullptr);
  DrawSetStrokePatternURL(nullptr, "#a");
  DrawPushPattern(nullptr, "a", 0, 0, 1, 1);
  DrawPopPattern(nullptr);
  DestroyDrawingWand(nullptr);
}

TEST_F(DrawingWandTest, MissingArgumentsAreErrorsAndAddNothing) {
  DrawSetFillColor(wand_, nullptr);
  EXPECT_EQ(OptionError, Severity());
  EXPECT_EQ(1u, DrawClearException(wand_));
  EXPECT_EQ(UndefinedException, Severity());
  DrawGetStrokeColor(wand_, nullptr);
  EXPECT_EQ(OptionError, Severity());
  DrawSetTextUnderColor(wand_, nullptr);
  DrawSetFillPatternURL(wand_, nullptr);
  DrawPushPattern(wand_, nullptr, 0, 0, 1, 1);
  DrawSetFont(wand_, nullptr);
  DrawComposite(wand_, OverCompositeOp, 0, 0, 0, 0, nullptr);
  EXPECT_EQ(nullptr, DrawGetException(wand_, nullptr));
  EXPECT_EQ("", Text());
}

TEST_F(DrawingWandTest, ErrorsOfTheDrawingAreOfTheImage) {
  Image* const image = AllocateImage(nullptr);
  SetImagePixels(image, 0, 0, image->columns = 3, image->rows = 2);
  DrawingWand* const wand = DrawAllocateWand(nullptr, image);
  DrawSetStrokeWidth(wand, -1);
  EXPECT_EQ(0u, DrawRender(wand));
  EXPECT_EQ(DrawError, image->exception.severity);
  ExceptionType severity = OptionError;
  EXPECT_EQ(nullptr, DrawGetException(wand, &severity));
  DestroyDrawingWand(wand);
  DestroyImage(image);
}

TEST_F(DrawingWandTest, OpacitiesAreNumbers) {
  DrawSetFillOpacity(wand_, std::nan(""));
  EXPECT_EQ("fill-opacity 0\n", Text());
  EXPECT_EQ(1.0, DrawGetFillOpacity(wand_));
  DrawSetStrokeOpacity(wand_, INFINITY);
  EXPECT_EQ("fill-opacity 0\nstroke-opacity 1\n", Text());
  EXPECT_EQ(1.0, DrawGetStrokeOpacity(wand_));
}

TEST_F(DrawingWandTest, CopiesOfOpenPatternsAreOpen) {
  PixelWand* const red = NewPixelWand();
  PixelSetColor(red, "red");
  DrawPushPattern(wand_, "a", 0, 0, 4, 4);
  DrawSetFillColor(wand_, red);
  DrawingWand* const copy = CloneDrawingWand(wand_);
  DrawSetFillColor(copy, red);
  DrawPopPattern(copy);
  DrawSetFillColor(copy, red);
  const std::string text = TextOf(copy);
  EXPECT_NE(std::string::npos, text.find("fill '")) << text;
  EXPECT_NE(text.find("fill '"), text.rfind("fill '")) << text;
  EXPECT_TRUE(text.ends_with("pop pattern\n")) << text;
  DestroyDrawingWand(copy);
  DestroyPixelWand(red);
}

}  // namespace
}  // namespace lodestone::test
