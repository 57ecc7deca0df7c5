// Clouds and tiles.

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

ImageHandle ReadSized(const std::string& name, const std::string& size, Exception& exception) {
  Info info(name);
  if (!size.empty()) info.Size(size);
  return ImageHandle(ReadImage(info.get(), exception.get()));
}

TEST(Derived, TileRepeatsTheFile) {
  const TemporaryFolder folder;
  Exception exception;
  const ImageHandle tile = MakeTestImage({3, 2});
  WriteWholeFile(folder.File("a.png"), Write("PNG", tile, Info(), exception));
  const ImageHandle image = ReadSized("tile:" + folder.File("a.png"), "8x5", exception);
  ASSERT_TRUE(image) << exception.Text();
  ASSERT_EQ(image->columns, 8u);
  ASSERT_EQ(image->rows, 5u);
  const std::vector<std::uint16_t> expected = Rgba16(tile.get());
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  for (std::size_t y = 0; y < 5; ++y) {
    for (std::size_t i = 0; i < 8 * 4; ++i) {
      const std::size_t x = i / 4;
      ASSERT_EQ(samples[y * 32 + i], expected[((y % 2) * 3 + x % 3) * 4 + i % 4]) << x << " " << y;
    }
  }
}

TEST(Derived, TileNeedsASizeAndAFile) {
  const TemporaryFolder folder;
  Exception exception;
  WriteWholeFile(folder.File("a.png"), Write("PNG", MakeTestImage({3, 2}), Info(), exception));
  EXPECT_FALSE(ReadSized("tile:" + folder.File("a.png"), "", exception));
  EXPECT_EQ(exception.severity(), OptionError) << exception.Text();
  Exception missing;
  EXPECT_FALSE(ReadSized("tile:" + folder.File("missing.png"), "8x5", missing));
  EXPECT_EQ(missing.severity(), FileOpenError) << missing.Text();
  Exception large;
  EXPECT_FALSE(ReadSized("tile:" + folder.File("a.png"), "9000000x9000000", large));
  EXPECT_EQ(large.severity(), ResourceLimitError) << large.Text();
}

TEST(Derived, PlasmaIsOpaqueAndFollowsItsSeed) {
  for (const char* name : {"plasma:red-blue", "plasma:", "plasma:fractal"}) {
    SetMagickRandomSeed(7);
    Exception exception;
    const ImageHandle first = ReadSized(name, "33x21", exception);
    ASSERT_TRUE(first) << name << exception.Text();
    EXPECT_EQ(first->columns, 33u);
    EXPECT_EQ(first->rows, 21u);
    EXPECT_EQ(first->storage_class, DirectClass);
    EXPECT_FALSE(first->matte);
    const std::vector<std::uint16_t> samples = Rgba16(first.get());
    EXPECT_FALSE(samples.empty());
    SetMagickRandomSeed(7);
    const ImageHandle second = ReadSized(name, "33x21", exception);
    ASSERT_TRUE(second) << exception.Text();
    // The corners of a fractal are unpredictable.
    EXPECT_EQ(samples == Rgba16(second.get()), std::string(name) != "plasma:fractal");
  }
}

// The colours vary around those of the gradient.
TEST(Derived, PlasmaFollowsTheGradient) {
  SetMagickRandomSeed(7);
  Exception exception;
  const ImageHandle image = ReadSized("plasma:red-blue", "65x65", exception);
  ASSERT_TRUE(image) << exception.Text();
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  double top = 0;
  double bottom = 0;
  for (std::size_t i = 0; i < 65 * 65; ++i) (i < 65 * 20 ? top : bottom) += samples[i * 4];
  EXPECT_GT(top / (65 * 20), 1.5 * bottom / (65 * 45));
  EXPECT_FALSE(samples == Rgba16(ReadSized("gradient:red-blue", "65x65", exception).get()));
}

TEST(Derived, PlasmaNeedsASize) {
  Exception exception;
  EXPECT_FALSE(ReadSized("plasma:red-blue", "", exception));
  EXPECT_EQ(exception.severity(), OptionError) << exception.Text();
  Exception unknown;
  EXPECT_FALSE(ReadSized("plasma:nocolor", "9x9", unknown));
  EXPECT_EQ(unknown.severity(), OptionError) << unknown.Text();
}

}  // namespace
}  // namespace lodestone::coders::test
