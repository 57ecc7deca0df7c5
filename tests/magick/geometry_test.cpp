// Geometry strings: fixed values, and a sweep against GraphicsMagick's own library.
#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <random>
#include <string>

#include "tests/support/gm_library.hpp"
#include "tests/support/test_image.hpp"

namespace lodestone {
namespace {

using namespace test;

struct Parsed {
  int flags;
  unsigned long width, height;
  long x, y;
  bool operator==(const Parsed&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Parsed& parsed) {
  return out << std::hex << "0x" << parsed.flags << std::dec << " " << parsed.width << "x"
             << parsed.height << " " << parsed.x << " " << parsed.y;
}

template <typename Function>
Parsed Call(Function function, const std::string& text, unsigned long width, unsigned long height) {
  Parsed parsed{0, width, height, 5, 6};
  parsed.flags = function(text.c_str(), &parsed.x, &parsed.y, &parsed.width, &parsed.height);
  return parsed;
}

TEST(GetGeometryTest, ReadsFlagsSizesAndOffsets) {
  EXPECT_EQ((Parsed{WidthValue | HeightValue, 100, 100, 5, 6}), Call(GetGeometry, "100", 1, 2));
  EXPECT_EQ((Parsed{WidthValue, 100, 2, 5, 6}), Call(GetGeometry, "100x", 1, 2));
  EXPECT_EQ((Parsed{HeightValue, 1, 100, 5, 6}), Call(GetGeometry, "x100", 1, 2));
  EXPECT_EQ((Parsed{AllValues, 3, 3, 1, 2}), Call(GetGeometry, "2.5x3+1+2", 1, 2));
  EXPECT_EQ((Parsed{XValue | YValue | XNegative | YNegative, 1, 2, -3, -4}),
            Call(GetGeometry, "-3-4", 1, 2));
  EXPECT_EQ(
      (Parsed{WidthValue | HeightValue | PercentValue | AspectValue | GreaterValue, 58, 50, 5, 6}),
      Call(GetGeometry, "58x50%!>", 1, 2));
}

TEST(GetGeometryTest, LeavesEverythingAloneWhenTheTextIsNone) {
  for (const char* text : {"", "a", "1e3", "100,50", "100:50", "x", "+"}) {
    EXPECT_EQ((Parsed{NoValue, 1, 2, 5, 6}), Call(GetGeometry, text, 1, 2)) << text;
    EXPECT_EQ(MagickFalse, IsGeometry(text)) << text;
  }
  EXPECT_EQ(MagickTrue, IsGeometry("50%"));
  EXPECT_EQ((Parsed{NoValue, 1, 2, 5, 6}), Call(GetGeometry, std::string(5000, '1'), 1, 2));
}

TEST(GetGeometryTest, HugeNumbersSaturateAndNegativeSizesAreNothing) {
  EXPECT_GT(Call(GetGeometry, "99999999999999999999999x5", 1, 2).width, ULONG_MAX / 4);
  EXPECT_EQ(0UL, Call(GetGeometry, "10x-5", 1, 2).height);
}

struct FitCase {
  const char* text;
  unsigned long width, height;
};

TEST(GetMagickGeometryTest, FitsPhotographOf640x480) {
  constexpr FitCase kCases[] = {
      {"100x100", 100, 75},
      {"100x100^", 133, 100},
      {"10000@", 115, 86},
      {"58x50%", 371, 240},
      {"200x!", 200, 150},
      {"100", 100, 75},
      {"100x", 100, 75},
      {"x100", 133, 100},
      {"100x100!", 100, 100},
      {"50%", 320, 240},
      {"50%x25%", 320, 120},
      {"1000x1000>", 640, 480},
      {"1000x1000<", 1000, 750},
      {"100x100<", 640, 480},
      {"100x100>", 100, 75},
      {"100x1000>!", 100, 480},
      {"1@", 1, 1},
      {"1000000@>", 640, 480},
      {"1x1", 1, 1},
      {"150%", 960, 720},
      {"12.5%", 80, 60},
  };
  for (const FitCase& one : kCases) {
    const Parsed parsed = Call(GetMagickGeometry, one.text, 640, 480);
    EXPECT_EQ(one.width, parsed.width) << one.text;
    EXPECT_EQ(one.height, parsed.height) << one.text;
  }
}

TEST(GetMagickGeometryTest, SizesBeyondAllNumbersSaturate) {
  EXPECT_EQ(~0UL, Call(GetMagickGeometry, "18446744073709551615x!", 1, 1000).height);
  EXPECT_EQ(~0UL, Call(GetMagickGeometry, "x18446744073709551615!", 1000, 1).width);
}

TEST(GetMagickGeometryTest, NothingThatIsAskedForRoundsToNothing) {
  const Parsed percent = Call(GetMagickGeometry, "0.1%", 100, 100);
  EXPECT_EQ(1UL, percent.width);
  EXPECT_EQ(1UL, percent.height);
  EXPECT_EQ(0UL, Call(GetMagickGeometry, "0%", 100, 100).width);
  EXPECT_EQ(320UL, Call(GetMagickGeometry, "x50%", 640, 480).width);
  EXPECT_EQ(320UL, Call(GetMagickGeometry, ">50%", 640, 480).width);
}

// GraphicsMagick takes only those of the width, and those that no flag precedes.
TEST(GetMagickGeometryTest, PercentagesHaveFractionsWhereverTheyStand) {
  for (const char* text :
       {"75.5%", "75.5x%", "x75.5%", "%x75.5", "!75.5%", "%75.5", "x75.5%+3+4"}) {
    const Parsed parsed = Call(GetMagickGeometry, text, 1000, 2000);
    EXPECT_EQ(755UL, parsed.width) << text;
    EXPECT_EQ(1510UL, parsed.height) << text;
  }
  EXPECT_EQ(505UL, Call(GetMagickGeometry, "%!75.5x50.5", 1000, 1000).height);
}

std::string RandomNumber(std::mt19937& random) {
  switch (random() % 5) {
    case 0:
      return std::to_string(random() % 300) + "." + std::to_string(random() % 1000);
    case 1:
      return std::to_string(random() % 5);
    case 2:
      return std::to_string(random() % 5000);
    default:
      return std::to_string(random() % 700);
  }
}

// A side that is left out follows from the other one, which stays as it is: GraphicsMagick fits
// both again.
bool LeavesASideOut(int flags) {
  const bool one = ((flags & WidthValue) != 0) != ((flags & HeightValue) != 0);
  return one && (flags & (PercentValue | AreaValue)) == 0;
}

TEST(GetMagickGeometryTest, KeepsTheSideThatIsGiven) {
  std::mt19937 random(6);
  for (int i = 0; i < 20000; i++) {
    const unsigned long width = 1 + random() % 5000, height = 1 + random() % 5000;
    const unsigned long side = 1 + random() % 5000;
    const auto other = [&](unsigned long a, unsigned long b) {
      return std::max(
          1UL, static_cast<unsigned long>(std::floor(double(a) / double(b) * double(side) + 0.5)));
    };
    const Parsed wide = Call(GetMagickGeometry, std::to_string(side) + "x", width, height);
    EXPECT_EQ(side, wide.width);
    EXPECT_EQ(other(height, width), wide.height) << side << " of " << width << "x" << height;
    const Parsed high = Call(GetMagickGeometry, "x" + std::to_string(side), width, height);
    EXPECT_EQ(side, high.height);
    EXPECT_EQ(other(width, height), high.width) << side << " of " << width << "x" << height;
  }
  EXPECT_EQ(1UL, Call(GetMagickGeometry, "300x", 900, 1).height);
}

// Typical strings: sizes, optional offsets, and flags at the end.
std::string RandomGeometry(std::mt19937& random) {
  std::string text;
  const auto shape = random() % 4;
  if (shape != 1) text += RandomNumber(random);
  if (shape != 0) text += "x";
  if (shape == 1 || shape == 3) text += RandomNumber(random);
  const bool is_area = shape == 0 && random() % 3 == 0;
  for (auto count = random() % 3; count > 0 && !is_area; count--) text += "%!<>^"[random() % 5];
  if (is_area) text += random() % 2 == 0 ? "@" : (random() % 2 == 0 ? "@>" : "@<");
  if (random() % 4 == 0) text += "+" + RandomNumber(random) + "-" + RandomNumber(random);
  return text;
}

TEST(GetMagickGeometryTest, AgreesWithGraphicsMagick) {
  SKIP_WITHOUT_GM_LIBRARY();
  std::mt19937 random(7);
  for (int i = 0; i < 300000; i++) {
    const std::string text = RandomGeometry(random);
    const unsigned long width = 1 + random() % (i % 2 == 0 ? 5000 : 9);
    const unsigned long height = 1 + random() % (i % 3 == 0 ? 5000 : 60);
    ASSERT_EQ(Call(GM(GetGeometry), text, 1, 2), Call(GetGeometry, text, 1, 2)) << text;
    const Parsed theirs = Call(GM(GetMagickGeometry), text, width, height);
    if (theirs.width == 0 || theirs.height == 0) continue;  // an error there, 1 pixel here
    if (LeavesASideOut(theirs.flags)) continue;
    ASSERT_EQ(theirs, Call(GetMagickGeometry, text, width, height))
        << text << " on " << width << "x" << height;
  }
}

TEST(GetMagickDimensionTest, AgreesWithGraphicsMagick) {
  SKIP_WITHOUT_GM_LIBRARY();
  std::mt19937 random(8);
  for (int i = 0; i < 50000; i++) {
    const std::string text = RandomGeometry(random);
    double theirs[4] = {-7, -7, -7, -7};
    double ours[4] = {-7, -7, -7, -7};
    const int count =
        GM(GetMagickDimension)(text.c_str(), theirs, theirs + 1, theirs + 2, theirs + 3);
    ASSERT_EQ(count, GetMagickDimension(text.c_str(), ours, ours + 1, ours + 2, ours + 3)) << text;
    for (int k = 0; k < count; k++) ASSERT_DOUBLE_EQ(theirs[k], ours[k]) << text;
  }
}

TEST(GetImageGeometryTest, PlacesByGravityAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  std::mt19937 random(9);
  const ImagePtr image = BlankImage(1, 1);
  for (int i = 0; i < 50000; i++) {
    const std::string text = RandomGeometry(random);
    image->columns = 1 + random() % 500;
    image->rows = 1 + random() % 500;
    image->gravity = static_cast<GravityType>(random() % 11);
    const unsigned fit = random() % 2;
    RectangleInfo theirs, ours;
    const int flags = GM(GetImageGeometry)(image.get(), text.c_str(), fit, &theirs);
    ASSERT_EQ(flags, GetImageGeometry(image.get(), text.c_str(), fit, &ours)) << text;
    if (theirs.width == 0 || theirs.height == 0 || LeavesASideOut(flags)) continue;
    ASSERT_EQ(theirs.width, ours.width) << text;
    ASSERT_EQ(theirs.height, ours.height) << text;
    ASSERT_EQ(theirs.x, ours.x) << text << " gravity " << image->gravity;
    ASSERT_EQ(theirs.y, ours.y) << text << " gravity " << image->gravity;
  }
}

TEST(SetGeometryTest, IsTheWholeImage) {
  const ImagePtr image = BlankImage(30, 20);
  RectangleInfo geometry{1, 2, 3, 4};
  SetGeometry(image.get(), &geometry);
  EXPECT_EQ(30UL, geometry.width);
  EXPECT_EQ(20UL, geometry.height);
  EXPECT_EQ(0, geometry.x);
  EXPECT_EQ(0, geometry.y);
}

TEST(GetPageGeometryTest, KnowsPaperSizes) {
  const auto page = [](const char* text) {
    char* geometry = GetPageGeometry(text);
    const std::string result = geometry;
    MagickFree(geometry);
    return result;
  };
  EXPECT_EQ("595x842>", page("A4"));
  EXPECT_EQ("612x792+10+20>", page("letter+10+20"));
  EXPECT_EQ("595x842!>", page("a4!>"));
  EXPECT_EQ("74x105>", page("a10"));
  EXPECT_EQ("4x60", page("4x60"));
  EXPECT_EQ("100x100", page("100x100"));
}

}  // namespace
}  // namespace lodestone
