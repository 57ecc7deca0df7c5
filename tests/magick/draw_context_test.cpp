// Drawings by function calls: what they refuse, what they own, and how they write.
#include <clocale>
#include <string>

#include "magick/attribute.h"
#include "magick/draw.h"
#include "magick/memory.h"
#include "magick/utility.h"
#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

class DrawContextTest : public testing::Test {
 protected:
  ~DrawContextTest() override { DrawDestroyContext(context_); }

  std::string Text() const {
    DrawInfo* const info = DrawPeekGraphicContext(context_);
    const std::string text = info->primitive ? info->primitive : "";
    DestroyDrawInfo(info);
    return text;
  }
  ExceptionType Severity() const { return image_->exception.severity; }
  PixelPacket At(long x, long y) const {
    return AcquireOnePixel(image_.get(), x, y, &image_->exception);
  }

  const ImagePtr image_ = BlankImage(20, 10);
  const DrawContext context_ = DrawAllocateContext(nullptr, image_.get());
};

TEST_F(DrawContextTest, WithoutAnImageThereIsNoContext) {
  EXPECT_EQ(nullptr, DrawAllocateContext(nullptr, nullptr));
  DrawDestroyContext(nullptr);
}

TEST_F(DrawContextTest, WithoutAContextNothingHappens) {
  DrawPoint(nullptr, 1, 2);
  EXPECT_EQ(0, DrawRender(nullptr));
  EXPECT_EQ(nullptr, DrawPeekGraphicContext(nullptr));
  EXPECT_EQ(nullptr, DrawGetFont(nullptr));
  EXPECT_EQ(nullptr, DrawGetClipPath(nullptr));
  EXPECT_EQ(0.0, DrawGetStrokeWidth(nullptr));
  unsigned long count = 3;
  EXPECT_EQ(nullptr, DrawGetStrokeDashArray(nullptr, &count));
  EXPECT_EQ(0u, count);
}

TEST_F(DrawContextTest, MissingArgumentsAreErrorsAndAddNothing) {
  DrawSetFont(context_, nullptr);
  EXPECT_EQ(OptionError, Severity());
  DrawAffine(context_, nullptr);
  DrawComposite(context_, OverCompositeOp, 0, 0, 0, 0, nullptr);
  DrawPolygon(context_, 3, nullptr);
  EXPECT_EQ("", Text());
  EXPECT_EQ(nullptr, DrawGetStrokeDashArray(context_, nullptr));
}

TEST_F(DrawContextTest, AnEmptyDrawingIsDrawn) {
  EXPECT_EQ(1, DrawRender(context_));
  EXPECT_EQ(UndefinedException, Severity());
}

TEST_F(DrawContextTest, ADrawingIsDrawnAndKept) {
  DrawSetFillColorString(context_, "red");
  DrawRectangle(context_, 2, 3, 5, 6);
  ASSERT_EQ(1, DrawRender(context_));
  EXPECT_EQ(MaxRGB, At(3, 4).red);
  EXPECT_EQ(0, At(3, 4).green);
  EXPECT_EQ(Text(), GetImageAttribute(image_.get(), "[MVG]")->value);
  DrawPoint(context_, 10, 5);
  ASSERT_EQ(1, DrawRender(context_));
  EXPECT_EQ(0, At(10, 5).green);
  EXPECT_EQ(Text(), GetImageAttribute(image_.get(), "[MVG]")->value);
}

TEST_F(DrawContextTest, AFailedDrawingIsReported) {
  DrawSetStrokeWidth(context_, -1);
  EXPECT_EQ(0, DrawRender(context_));
  EXPECT_EQ(DrawError, Severity());
}

TEST_F(DrawContextTest, PopWithoutPushIsAnError) {
  DrawPopGraphicContext(context_);
  EXPECT_EQ(DrawError, Severity());
  EXPECT_EQ("", Text());
}

TEST_F(DrawContextTest, PatternsDoNotNestAndHaveToBePushed) {
  DrawPopPattern(context_);
  EXPECT_EQ(DrawWarning, Severity());
  DrawPushPattern(context_, "a", 0, 0, 4, 4);
  const std::string before = Text();
  DrawPushPattern(context_, "b", 0, 0, 4, 4);
  EXPECT_EQ(DrawError, Severity());
  EXPECT_STREQ("a", image_->exception.description);
  EXPECT_EQ(before, Text());
}

TEST_F(DrawContextTest, PatternsAreFoundByTheirUrl) {
  DrawSetFillPatternURL(context_, "tile");
  EXPECT_EQ(DrawWarning, Severity());
  EXPECT_STREQ("not a relative URL", image_->exception.reason);
  DestroyExceptionInfo(&image_->exception);
  GetExceptionInfo(&image_->exception);
  DrawSetStrokePatternURL(context_, "#tile");
  EXPECT_EQ(DrawWarning, Severity());
  EXPECT_STREQ("URL not found", image_->exception.reason);
  EXPECT_EQ("", Text());
  DrawPushPattern(context_, "tile", 0, 0, 4, 4);
  DrawSetFillColorString(context_, "blue");
  DrawRectangle(context_, 0, 0, 4, 4);
  DrawPopPattern(context_);
  DrawSetFillPatternURL(context_, "#tile");
  DrawRectangle(context_, 0, 0, 20, 10);
  ASSERT_EQ(1, DrawRender(context_));
  EXPECT_EQ(MaxRGB, At(15, 7).blue);
  EXPECT_EQ(0, At(15, 7).red);
}

TEST_F(DrawContextTest, LinesOfCommentsAreComments) {
  DrawComment(context_, "one\nrectangle 0,0 5,5");
  EXPECT_EQ("#one\n#rectangle 0,0 5,5\n", Text());
}

TEST_F(DrawContextTest, NamesWithQuotesAreOneName) {
  DrawSetFontFamily(context_, "O'Neil \\ Sons");
  EXPECT_EQ("font-family 'O\\'Neil \\\\ Sons'\n", Text());
  char* const family = DrawGetFontFamily(context_);
  EXPECT_STREQ("O'Neil \\ Sons", family);
  MagickFree(family);
}

TEST_F(DrawContextTest, DecorationEnds) {
  DrawSetTextDecoration(context_, UnderlineDecoration);
  DrawSetTextDecoration(context_, NoDecoration);
  EXPECT_EQ("decorate underline\ndecorate none\n", Text());
  EXPECT_EQ(1, DrawRender(context_));
}

TEST_F(DrawContextTest, WhatIsNoNumberIsTransparent) {
  DrawSetFillOpacity(context_, std::nan(""));
  EXPECT_EQ(0.0, DrawGetFillOpacity(context_));
}

TEST_F(DrawContextTest, CopiedSettingsAreTheCallers) {
  DrawSetFont(context_, "Courier");
  DrawInfo* const first = DrawPeekGraphicContext(context_);
  DrawSetFont(context_, "Times");
  EXPECT_STREQ("Courier", first->font);
  EXPECT_STREQ("font 'Courier'\n", first->primitive);
  DestroyDrawInfo(first);
}

TEST_F(DrawContextTest, SettingsAreThoseBeforeThePush) {
  DrawSetStrokeWidth(context_, 2.5);
  DrawPushGraphicContext(context_);
  DrawSetStrokeWidth(context_, 7);
  DrawPopGraphicContext(context_);
  EXPECT_EQ(2.5, DrawGetStrokeWidth(context_));
}

TEST_F(DrawContextTest, NumbersHavePointsInAnyLocale) {
  const std::string before = setlocale(LC_NUMERIC, nullptr);
  if (setlocale(LC_NUMERIC, "de_DE.UTF-8") == nullptr) GTEST_SKIP() << "no locale de_DE.UTF-8";
  DrawPoint(context_, 1.5, 2);
  setlocale(LC_NUMERIC, before.c_str());
  EXPECT_EQ("point 1.5,2\n", Text());
}

TEST_F(DrawContextTest, AnImageThatCannotBeWrittenIsAnError) {
  const ImagePtr part = BlankImage(2, 2);
  MagickStrlCpy(part->magick, "NOSUCH", MaxTextExtent);
  DrawComposite(context_, OverCompositeOp, 0, 0, 0, 0, part.get());
  EXPECT_NE(UndefinedException, Severity());
  EXPECT_EQ("", Text());
}

TEST_F(DrawContextTest, CopiesGoOnByThemselves) {
  DrawPushGraphicContext(context_);
  DrawSetStrokeWidth(context_, 3.0);
  DrawPathStart(context_);
  DrawPathLineToAbsolute(context_, 1, 2);
  const ImagePtr other = BlankImage(20, 10);
  const DrawContext copy = DrawCloneContext(context_, other.get());
  const std::string before = Text();
  DrawPathLineToAbsolute(copy, 3, 4);  // without its letter
  DrawPathFinish(copy);
  DrawPopGraphicContext(copy);
  DrawPopGraphicContext(copy);
  EXPECT_EQ(DrawError, other->exception.severity);
  EXPECT_EQ(UndefinedException, Severity());
  EXPECT_EQ(before, Text());
  EXPECT_EQ(3.0, DrawGetStrokeWidth(context_));
  EXPECT_EQ(1.0, DrawGetStrokeWidth(copy));
  DrawInfo* const info = DrawPeekGraphicContext(copy);
  EXPECT_EQ(before + " 3,4'\npop graphic-context\n", info->primitive);
  DestroyDrawInfo(info);
  DrawDestroyContext(copy);
  EXPECT_EQ(nullptr, DrawCloneContext(context_, nullptr));
  EXPECT_EQ(nullptr, DrawCloneContext(nullptr, other.get()));
}

TEST_F(DrawContextTest, SettingsAreChangedWithoutBeingWritten) {
  EXPECT_EQ(nullptr, DrawContextSettings(nullptr));
  DrawContextSettings(context_)->stroke_width = 5.0;
  EXPECT_EQ("", Text());
  DrawSetStrokeWidth(context_, 5.0);
  EXPECT_EQ("", Text());
  DrawSetStrokeWidth(context_, 1.0);
  EXPECT_EQ("stroke-width 1\n", Text());
}

TEST_F(DrawContextTest, WordsAreAddedAsTheyAre) {
  DrawPushDefs(context_);
  DrawAppendText(context_, "fill 'red'\n");
  DrawAppendText(context_, nullptr);
  EXPECT_EQ(OptionError, Severity());
  EXPECT_EQ("push defs\n fill 'red'\n", Text());
  DrawAppendText(nullptr, "fill 'red'\n");
}

}  // namespace
}  // namespace lodestone::test
