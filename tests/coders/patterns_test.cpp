// Patterns that are made by rules are those of gm.

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

constexpr const char* kNames[] = {"bricks",         "checkerboard",  "crosshatch",  "crosshatch30",
                                  "crosshatch45",   "gray0",         "gray25",      "gray50",
                                  "gray75",         "gray100",       "horizontal",  "left30",
                                  "left45",         "horizontalsaw", "octagons",    "right30",
                                  "right45",        "hs_bdiagonal",  "hs_cross",    "hs_diagcross",
                                  "hs_fdiagonal",   "hs_horizontal", "hs_vertical", "vertical",
                                  "verticalbricks", "verticalsaw"};

ImageHandle ReadNamed(const std::string& name, Exception& exception, const char* size = nullptr) {
  Info info(name);
  if (size != nullptr) info.Size(size);
  return ImageHandle(ReadImage(info.get(), exception.get()));
}

TEST(Patterns, AsGm) {
  SKIP_WITHOUT_GM();
  for (const std::string name : kNames) {
    Exception exception;
    const ImageHandle tile = ReadNamed("image:" + name, exception);
    ASSERT_TRUE(tile) << exception.Text();
    const Bytes size = RunGm("identify -format %wx%h image:" + name);
    EXPECT_EQ(std::to_string(tile->columns) + "x" + std::to_string(tile->rows) + "\n",
              std::string(size.begin(), size.end()));
    EXPECT_TRUE(Rgba16(tile.get()) == GmRgba16("image:" + name)) << name;
    const ImageHandle tiled = ReadNamed("pattern:" + name, exception, "47x35");
    ASSERT_TRUE(tiled) << exception.Text();
    EXPECT_TRUE(Rgba16(tiled.get()) == GmRgba16("-size 47x35 pattern:" + name)) << name;
  }
  Exception exception;
  for (const char* name : {"netscape:", "image:netscape"}) {
    const ImageHandle palette = ReadNamed(name, exception);
    ASSERT_TRUE(palette) << exception.Text();
    EXPECT_EQ(palette->columns, 216u);
    EXPECT_TRUE(Rgba16(palette.get()) == GmRgba16(name));
  }
}

// How many of the pixels are as dark as black.
double BlackShare(const Image* image) {
  const std::vector<std::uint16_t> rgba = Rgba16(image);
  std::size_t black = 0;
  for (std::size_t i = 0; i < rgba.size(); i += 4) black += rgba[i] == 0;
  return 4.0 * static_cast<double>(black) / static_cast<double>(rgba.size());
}

// And about as much black.
TEST(Patterns, OurOwnHaveTheSizesOfGm) {
  SKIP_WITHOUT_GM();
  std::vector<std::string> names = {"circles",
                                    "fishscales",
                                    "hexagons",
                                    "leftshingle",
                                    "rightshingle",
                                    "smallfishscales",
                                    "verticalleftshingle",
                                    "verticalrightshingle"};
  for (int percent = 5; percent < 100; percent += 5)
    names.push_back("gray" + std::to_string(percent));
  for (const std::string& name : names) {
    Exception exception;
    const ImageHandle tile = ReadNamed("image:" + name, exception);
    ASSERT_TRUE(tile) << exception.Text();
    const std::vector<std::uint16_t> theirs = GmRgba16("image:" + name);
    if (theirs.empty()) continue;  // gm does not find verticalrightshingle
    const Bytes size = RunGm("identify -format %wx%h image:" + name);
    EXPECT_EQ(std::to_string(tile->columns) + "x" + std::to_string(tile->rows) + "\n",
              std::string(size.begin(), size.end()));
    double black = 0;
    for (std::size_t i = 0; i < theirs.size(); i += 4) black += theirs[i] == 0;
    EXPECT_NEAR(BlackShare(tile.get()), 4 * black / static_cast<double>(theirs.size()), 0.08)
        << name;
  }
}

TEST(Patterns, ShadesHaveTheirShareOfWhite) {
  for (int percent = 5; percent < 100; percent += 5) {
    Exception exception;
    const ImageHandle tile = ReadNamed("image:gray" + std::to_string(percent), exception);
    ASSERT_TRUE(tile) << exception.Text();
    EXPECT_NEAR(1 - BlackShare(tile.get()), percent / 100.0, 1 / 64.0) << percent;
  }
}

TEST(Patterns, OthersAreRefused) {
  for (const char* name : {"image:none", "pattern:", "h:"}) {
    Exception exception;
    EXPECT_FALSE(ReadNamed(name, exception)) << name;
    EXPECT_GE(exception.severity(), ErrorException) << name;
  }
  Exception rule;
  EXPECT_FALSE(ReadNamed("image:none", rule));
  EXPECT_NE(rule.Text().find("BRICKS"), std::string::npos) << rule.Text();
}

// The mean of a part of an image, by channel, from 0 to 1.
std::array<double, 3> MeanOf(const Image* image, unsigned left, unsigned top, unsigned side) {
  const std::vector<std::uint16_t> rgba = Rgba16(image);
  std::array<double, 3> mean = {};
  for (unsigned y = top; y < top + side; ++y)
    for (unsigned x = left; x < left + side; ++x)
      for (std::size_t i = 0; i < 3; ++i)
        mean[i] += rgba[4 * (y * image->columns + x) + i] / 65535.0 / (side * side);
  return mean;
}

TEST(SampleImages, SizesAndColors) {
  Exception exception;
  const ImageHandle rose = ReadNamed("rose:", exception), logo = ReadNamed("logo:", exception),
                    granite = ReadNamed("granite:", exception);
  ASSERT_TRUE(rose && logo && granite) << exception.Text();
  EXPECT_EQ(rose->columns, 70u);
  EXPECT_EQ(rose->rows, 46u);
  const auto flower = MeanOf(rose.get(), 25, 12, 20), leaf = MeanOf(rose.get(), 58, 32, 8);
  EXPECT_GT(flower[0], 3 * flower[1]);
  EXPECT_GT(leaf[1], 1.3 * leaf[0]);
  EXPECT_NEAR(MeanOf(logo.get(), 0, 0, 10)[0], 1.0, 1e-9);
  EXPECT_LT(MeanOf(logo.get(), 327 + 85, 209 + 60, 10)[0], 0.5);  // the stone
  const auto whole = MeanOf(granite.get(), 0, 0, 128);
  EXPECT_NEAR(whole[0], 0.5, 0.15);
  EXPECT_TRUE(Rgba16(rose.get()) == Rgba16(ReadNamed("image:rose", exception).get()));
  const ImageHandle tiled = ReadNamed("pattern:granite", exception, "200x150");
  ASSERT_TRUE(tiled) << exception.Text();
  EXPECT_EQ(tiled->columns, 200u);
}

TEST(SampleImages, SizesAreThoseOfGm) {
  SKIP_WITHOUT_GM();
  for (const std::string name : {"rose:", "logo:", "granite:"}) {
    Exception exception;
    const ImageHandle image = ReadNamed(name, exception);
    ASSERT_TRUE(image) << exception.Text();
    const Bytes size = RunGm("identify -format %wx%h " + name);
    EXPECT_EQ(std::to_string(image->columns) + "x" + std::to_string(image->rows) + "\n",
              std::string(size.begin(), size.end()));
  }
}

TEST(RadialGradient, DistanceFromTheCentre) {
  for (const auto& [columns, rows] : {std::pair{24, 16}, {25, 17}, {10, 30}, {1, 5}, {1, 1}}) {
    Exception exception;
    const std::string size = std::to_string(columns) + "x" + std::to_string(rows);
    const ImageHandle image = ReadNamed("radial-gradient:red-blue", exception, size.c_str());
    ASSERT_TRUE(image) << exception.Text();
    const std::vector<std::uint16_t> rgba = Rgba16(image.get());
    const double middle_x = (columns - 1) / 2.0, middle_y = (rows - 1) / 2.0;
    for (int y = 0; y < rows; ++y) {
      for (int x = 0; x < columns; ++x) {
        const double distance = std::hypot(x - middle_x, y - middle_y);
        const double radius = std::max(middle_x, middle_y);
        const double part = distance == 0.0 ? 0.0 : std::min(distance / radius, 1.0);
        const auto at = static_cast<std::size_t>(4 * (y * columns + x));
        const double step = 65535.0 / MaxRGB;
        ASSERT_NEAR(rgba[at], 65535 * (1 - part), step) << x << " " << y;
        ASSERT_EQ(rgba[at + 1], 0);
        ASSERT_NEAR(rgba[at + 2], 65535 * part, step);
      }
    }
  }
}

TEST(RadialGradient, AsImageMagick) {
  const std::string program = "convert-im6.q16";
  int status = 1;
  OutputOf(program + " -version", &status);
  if (status != 0) GTEST_SKIP() << "ImageMagick's convert-im6.q16 is not installed";
  for (const char* size : {"24x16", "25x17", "10x30", "64x64"}) {
    for (const char* colors : {"red-blue", "white-black", ""}) {
      SCOPED_TRACE(std::string(size) + colors);
      Exception exception;
      const std::string name = std::string("radial-gradient:") + colors;
      const ImageHandle image = ReadNamed(name, exception, size);
      ASSERT_TRUE(image) << exception.Text();
      const Bytes theirs = OutputOf(program + " -size " + size + " " + name +
                                    " -colorspace sRGB -depth 16 -endian MSB rgba:-");
      const std::vector<std::uint16_t> ours = Rgba16(image.get());
      ASSERT_EQ(theirs.size(), ours.size() * 2);
      for (std::size_t i = 0; i < ours.size(); ++i)
        ASSERT_NEAR(ours[i], theirs[2 * i] * 256 + theirs[2 * i + 1], 65535 / MaxRGB) << i;
    }
  }
}

TEST(Patterns, Limits) {
  Exception exception;
  EXPECT_FALSE(ReadNamed("pattern:bricks", exception, "900000000x900000000"));
  EXPECT_EQ(exception.severity(), ResourceLimitError) << exception.Text();
  Exception none;
  EXPECT_FALSE(ReadNamed("pattern:bricks", none, "0x5"));
  EXPECT_GE(none.severity(), ErrorException);
}

}  // namespace
}  // namespace lodestone::coders::test
