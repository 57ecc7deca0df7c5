// Images that were hidden in others are found again, as gm finds them.
#include "tests/coders/codec_fixture.hpp"

namespace lodestone::coders::test {
namespace {

ImageHandle ReadHidden(const std::string& file, const std::string& size, Exception& exception) {
  Info info("stegano:" + file);
  info.Size(size);
  return ImageHandle(ReadImage(info.get(), exception.get()));
}

TEST(Stegano, WhatWasHiddenIsFound) {
  for (const long offset : {0, 35}) {
    const TemporaryFolder folder;
    Exception exception;
    const ImageHandle carrier = MakeTestImage({60, 70, QuantumDepth});
    carrier->offset = offset;
    const ImageHandle watermark = MakeTestImage({16, 15, QuantumDepth});
    const ImageHandle hidden(SteganoImage(carrier.get(), watermark.get(), exception.get()));
    ASSERT_TRUE(hidden) << exception.Text();
    WriteWholeFile(folder.File("a.png"), Write("PNG", hidden, Info(), exception));
    const std::string size = "16x15+" + std::to_string(offset);
    const ImageHandle found = ReadHidden(folder.File("a.png"), size, exception);
    ASSERT_TRUE(found) << exception.Text();
    const PixelPacket* pixels = AcquireImagePixels(watermark.get(), 0, 0, 16, 15, exception.get());
    const std::vector<std::uint16_t> samples = Rgba16(found.get());
    for (std::size_t i = 0; i < 16 * 15; ++i)
      ASSERT_EQ(samples[4 * i], ScaleQuantumToShort(PixelIntensityToQuantum(&pixels[i]))) << i;
  }
}

TEST(Stegano, AsGm) {
  SKIP_WITHOUT_GM();
  if (QuantumDepth == 8) GTEST_SKIP() << "gm here has 16 bits a sample";
  const TemporaryFolder folder;
  Exception exception;
  WriteWholeFile(folder.File("a.png"),
                 Write("PNG", MakeTestImage({31, 40, 16}), Info(), exception));
  for (const std::string size : {"20x10", "20x10+7", "20x48", "31x31", "1x1"}) {
    const ImageHandle found = ReadHidden(folder.File("a.png"), size, exception);
    ASSERT_TRUE(found) << exception.Text();
    EXPECT_TRUE(Rgba16(found.get()) ==
                GmRgba16("-size " + size + " stegano:" + folder.File("a.png")))
        << size;
  }
}

TEST(Stegano, FailsWithAReason) {
  Exception none, missing, large;
  EXPECT_FALSE(ReadHidden("rose:", "", none));
  EXPECT_EQ(none.severity(), OptionError) << none.Text();
  EXPECT_FALSE(ReadHidden("/nowhere.png", "5x5", missing));
  EXPECT_EQ(missing.severity(), FileOpenError) << missing.Text();
  EXPECT_FALSE(ReadHidden("rose:", "900000000x900000000", large));
  EXPECT_EQ(large.severity(), ResourceLimitError) << large.Text();
}

}  // namespace
}  // namespace lodestone::coders::test
