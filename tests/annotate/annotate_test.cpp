// Text on images, against GraphicsMagick's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/annotate/settings.hpp"
#include "tests/support/gm_image.hpp"
#include "tests/support/gm_library.hpp"
#include "tests/support/their_leaks.hpp"

namespace lodestone {
namespace {

using namespace test;

constexpr std::size_t kDashes = 3;  // with the 0 at the end

// GraphicsMagick's copy of the settings owns its strings and patterns.
bool AnnotateTheirs(Image* image, const DrawInfo* info) {
  const TheirLeaks leaks;
  DrawInfo* copy = GM(CloneDrawInfo)(nullptr, nullptr);
  GM(CloneString)(&copy->font, info->font);
  GM(CloneString)(&copy->text, info->text);
  if (info->geometry != nullptr) GM(CloneString)(&copy->geometry, info->geometry);
  if (info->density != nullptr) GM(CloneString)(&copy->density, info->density);
  if (info->encoding != nullptr) GM(CloneString)(&copy->encoding, info->encoding);
  copy->pointsize = info->pointsize;
  copy->affine = info->affine;
  copy->gravity = info->gravity;
  copy->align = info->align;
  copy->fill = info->fill;
  copy->stroke = info->stroke;
  copy->stroke_width = info->stroke_width;
  copy->linecap = info->linecap;
  copy->linejoin = info->linejoin;
  copy->miterlimit = info->miterlimit;
  if (info->dash_pattern != nullptr) {
    copy->dash_pattern = static_cast<double*>(GM(MagickMalloc)(kDashes * sizeof(double)));
    std::copy_n(info->dash_pattern, kDashes, copy->dash_pattern);
  }
  copy->undercolor = info->undercolor;
  copy->decorate = info->decorate;
  copy->text_antialias = info->text_antialias;
  copy->stroke_antialias = info->stroke_antialias;
  if (info->fill_pattern != nullptr) copy->fill_pattern = ToGm(info->fill_pattern).release();
  if (info->stroke_pattern != nullptr) copy->stroke_pattern = ToGm(info->stroke_pattern).release();
  const bool done = GM(AnnotateImage)(image, copy) != MagickFail;
  GM(DestroyDrawInfo)(copy);
  return done;
}

void ExpectSameText(const DrawInfo* info, const std::string& what, bool matte = false) {
  SCOPED_TRACE(what);
  ImagePtr ours = Canvas(matte);
  GmImagePtr theirs = ToGm(ours.get());
  ASSERT_EQ(MagickPass, AnnotateImage(ours.get(), info))
      << ours->exception.reason << " " << ours->exception.description;
  ASSERT_TRUE(AnnotateTheirs(theirs.get(), info));
  ExpectSameAsGm(theirs.get(), ours.get(), what);
}

// In the pixel in which GraphicsMagick is done with an edge it passes over the next one.
void ExpectSameStroke(const DrawInfo* info, const std::string& what) {
  SCOPED_TRACE(what);
  constexpr std::size_t kPassed = 24;
  ImagePtr ours = Canvas();
  const GmImagePtr theirs = ToGm(ours.get());
  ASSERT_EQ(MagickPass, AnnotateImage(ours.get(), info)) << ours->exception.reason;
  ASSERT_TRUE(AnnotateTheirs(theirs.get(), info));
  EXPECT_GE(kPassed, CountDifferences(theirs.get(), ours.get()));
}

class AnnotateLikeGm : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    SKIP_WITHOUT_GM_LIBRARY();
    SKIP_WITHOUT_FONT(GetParam());
  }
};

TEST_P(AnnotateLikeGm, Texts) {
  for (const char* text : {"Wave, To AV fi", "\xc3\xa9\xe2\x82\xac\xc3\x9f", "e\xcc\x81 combining",
                           "a\tb", " ", "two\nlines", "one\r\nthree\n\nfour", "\xff\xfe bytes",
                           "\xe2\x82", "\xf0\x9f\x98\x80", "\x01\x02", "\n", ""})
    ExpectSameText(Settings(GetParam(), text).get(), text);
  const std::string many(3000, 'm');
  ExpectSameText(Settings(GetParam(), many.c_str()).get(), "many characters");
}

TEST_P(AnnotateLikeGm, Sizes) {
  for (const double points : {0.5, 1.0, 4.5, 6.0, 9.3, 12.0, 31.7, 64.0, 130.0, 500.0})
    ExpectSameText(Settings(GetParam(), "Size", points).get(), std::to_string(points));
  for (const char* density : {"72", "100", "150x60", "300"}) {
    const InfoPtr info = Settings(GetParam(), "Density", 10);
    info->density = AllocateString(density);
    ExpectSameText(info.get(), density);
  }
}

TEST_P(AnnotateLikeGm, Places) {
  for (const GravityType gravity :
       {ForgetGravity, NorthWestGravity, NorthGravity, NorthEastGravity, WestGravity, CenterGravity,
        EastGravity, SouthWestGravity, SouthGravity, SouthEastGravity, StaticGravity}) {
    for (const char* geometry : {"+0+0", "+7+9", "-20-15", "100x40+3+4", "+1000+1000", "0x0+5+6"}) {
      const InfoPtr info = Settings(GetParam(), "Gravity\nof lines", 15);
      info->gravity = gravity;
      CloneString(&info->geometry, geometry);
      ExpectSameText(info.get(), std::to_string(gravity) + " " + geometry);
    }
  }
  for (const AlignType align : {LeftAlign, CenterAlign, RightAlign}) {
    const InfoPtr info = Settings(GetParam(), "Aligned\nlines of text", 13);
    info->align = align;
    info->gravity = SouthGravity;
    ExpectSameText(info.get(), "align " + std::to_string(align));
  }
}

TEST_P(AnnotateLikeGm, Matrices) {
  const double turn = std::cos(0.5), lean = std::sin(0.5);
  const AffineMatrix matrices[] = {{turn, lean, -lean, turn, 0, 0},
                                   {2, 0, 0, 1, 0, 0},
                                   {0, 1, -1, 0, 0, 0},
                                   {1, 0.3, 0.2, 1, 5, 5},
                                   {0.5, 0, 0, 0.5, 0, 0},
                                   {-1, 0, 0, -1, 0, 0},
                                   {1, 0, 0, -1, 0, 0}};
  int number = 0;
  for (const AffineMatrix& matrix : matrices) {
    for (const GravityType gravity : {NorthWestGravity, CenterGravity, SouthEastGravity}) {
      const InfoPtr info = Settings(GetParam(), "Matrix\nx");
      info->affine = matrix;
      info->gravity = gravity;
      ExpectSameText(info.get(), std::to_string(number++));
    }
  }
}

TEST_P(AnnotateLikeGm, Colors) {
  for (const bool matte : {false, true}) {
    for (const char* color : {"red", "#00ff0080", "#ffffff01", "#0000ffff", "none"}) {
      for (const unsigned antialias : {0u, 1u}) {
        const InfoPtr info = Settings(GetParam(), "Colors");
        QueryColorDatabase(color, &info->fill, nullptr);
        info->text_antialias = antialias;
        ExpectSameText(info.get(), color, matte);
      }
    }
  }
}

TEST_P(AnnotateLikeGm, Patterns) {
  for (const unsigned long size : {1ul, 3ul, 16ul}) {
    const InfoPtr info = Settings(GetParam(), "Pattern", 40);
    info->fill_pattern = RandomImage(size, size + 1, Kind::kMatte, 2).release();
    ExpectSameText(info.get(), std::to_string(size));
  }
}

TEST_P(AnnotateLikeGm, BoxesAndLines) {
  for (const DecorationType decorate :
       {NoDecoration, UnderlineDecoration, OverlineDecoration, LineThroughDecoration}) {
    for (const double lean : {0.0, 0.25}) {
      for (const unsigned antialias : {0u, 1u}) {
        const InfoPtr info = Settings(GetParam(), "Lines", 22);
        info->affine.rx = lean;
        info->decorate = decorate;
        info->stroke_antialias = antialias;
        QueryColorDatabase("blue", &info->fill, nullptr);
        // Over a box GraphicsMagick draws the lines in its colour.
        if (decorate == NoDecoration) QueryColorDatabase("#ffff0080", &info->undercolor, nullptr);
        ExpectSameText(info.get(), std::to_string(decorate) + " " + std::to_string(lean));
      }
    }
  }
}

InfoPtr Stroked(const char* font, double width) {
  InfoPtr info = Settings(font, "Strokes\nof AV", 22);
  QueryColorDatabase("#0000ff80", &info->fill, nullptr);
  QueryColorDatabase("#ff0000", &info->stroke, nullptr);
  info->stroke_width = width;
  return info;
}

TEST_P(AnnotateLikeGm, Strokes) {
  for (const double width : {0.0, 0.5, 1.0, 2.0, 3.3, 7.0}) {
    for (const LineJoin join : {MiterJoin, RoundJoin, BevelJoin}) {
      for (const unsigned antialias : {0u, 1u}) {
        const InfoPtr info = Stroked(GetParam(), width);
        info->linejoin = join;
        info->linecap = join == RoundJoin ? RoundCap : SquareCap;
        info->stroke_antialias = antialias;
        ExpectSameStroke(info.get(), std::to_string(width) + " " + std::to_string(join));
      }
    }
  }
}

TEST_P(AnnotateLikeGm, StrokesOfPatternsAndDashes) {
  for (const unsigned long size : {2ul, 7ul}) {
    const InfoPtr info = Stroked(GetParam(), 4);
    info->stroke_pattern = RandomImage(size, size + 1, Kind::kMatte, 2).release();
    info->fill_pattern = RandomImage(size + 3, size, Kind::kOpaque, 3).release();
    ExpectSameStroke(info.get(), "pattern " + std::to_string(size));
  }
  const InfoPtr info = Stroked(GetParam(), 3);
  info->dash_pattern = static_cast<double*>(MagickMalloc(kDashes * sizeof(double)));
  std::copy_n(std::begin({5.0, 3.0, 0.0}), kDashes, info->dash_pattern);
  ExpectSameStroke(info.get(), "dashes");
}

TEST_P(AnnotateLikeGm, StrokesWithMatrices) {
  for (const DecorationType decorate :
       {NoDecoration, UnderlineDecoration, OverlineDecoration, LineThroughDecoration}) {
    for (const GravityType gravity : {NorthWestGravity, EastGravity}) {
      const InfoPtr info = Stroked(GetParam(), 2.5);
      info->affine = {1.2, 0.3, -0.4, 0.9, 0, 0};
      info->decorate = decorate;
      info->gravity = gravity;
      if (decorate == NoDecoration) QueryColorDatabase("yellow", &info->undercolor, nullptr);
      ExpectSameStroke(info.get(), std::to_string(decorate) + " " + std::to_string(gravity));
    }
  }
}

TEST_P(AnnotateLikeGm, Metrics) {
  for (const char* text : {"Metrics AV", "", "\n", "g", "two\nlines", "\xe2\x82\xac"}) {
    for (const double points : {0.5, 12.0, 37.25, 500.0}) {
      const InfoPtr info = Settings(GetParam(), text, points);
      const ImagePtr ours = Canvas();
      const GmImagePtr theirs = ToGm(ours.get());
      TypeMetric actual, expected;
      ASSERT_EQ(MagickPass, GetTypeMetrics(ours.get(), info.get(), &actual));
      DrawInfo* copy = GM(CloneDrawInfo)(nullptr, nullptr);
      GM(CloneString)(&copy->font, info->font);
      copy->text = GM(AllocateString)(text);
      copy->pointsize = points;
      const TheirLeaks leaks;
      ASSERT_EQ(MagickPass, GM(GetTypeMetrics)(theirs.get(), copy, &expected));
      GM(DestroyDrawInfo)(copy);
      EXPECT_EQ(0, std::memcmp(&expected, &actual, sizeof actual)) << text << " " << points;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Fonts, AnnotateLikeGm, ::testing::ValuesIn(kTestFonts),
                         [](const auto& name) { return TestFontName(name.param); });

}  // namespace
}  // namespace lodestone
