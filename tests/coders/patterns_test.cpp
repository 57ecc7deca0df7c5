// Patterns that are made by rules are those of gm.

#include <cmath>

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

constexpr const char* kNames[] = {"bricks",       "checkerboard",  "crosshatch",     "crosshatch30",
                                  "crosshatch45", "gray0",         "gray25",         "gray50",
                                  "gray75",       "gray100",       "horizontal",     "left30",
                                  "left45",       "horizontalsaw", "octagons",       "right30",
                                  "right45",      "vertical",      "verticalbricks", "verticalsaw"};

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

TEST(Patterns, OthersAreRefused) {
  for (const char* name :
       {"image:rose", "image:fishscales", "pattern:", "rose:", "logo:", "granite:"}) {
    Exception exception;
    EXPECT_FALSE(ReadNamed(name, exception)) << name;
    EXPECT_GE(exception.severity(), ErrorException) << name;
  }
  Exception exception;
  EXPECT_FALSE(ReadNamed("rose:", exception));
  EXPECT_NE(exception.Text().find("not copied"), std::string::npos) << exception.Text();
  Exception rule;
  EXPECT_FALSE(ReadNamed("image:fishscales", rule));
  EXPECT_NE(rule.Text().find("BRICKS"), std::string::npos) << rule.Text();
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
