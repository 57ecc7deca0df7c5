// MONO: bits without a header.

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

ImageHandle ReadSized(const std::string& magick, const Bytes& bytes, const std::string& size,
                      Exception& exception) {
  Info info;
  info.Size(size);
  MagickStrlCpy(info->magick, magick.c_str(), sizeof info->magick);
  return ImageHandle(BlobToImage(info.get(), bytes.data(), bytes.size(), exception.get()));
}

std::string SizeOf(const ImageHandle& image) {
  return std::to_string(image->columns) + "x" + std::to_string(image->rows);
}

TEST(Mono, BitsAndRoundTrip) {
  Exception exception;
  for (const unsigned long columns : kSizes) {
    Kind kind{columns, 5};
    kind.black_white = true;
    const ImageHandle image = MakeTestImage(kind);
    const std::vector<std::uint16_t> rgba = Rgba16(image.get());
    Bytes bits((columns + 7) / 8 * 5);
    for (std::size_t i = 0; i < columns * 5; ++i) {
      const std::size_t at = i / columns * ((columns + 7) / 8) + i % columns / 8;
      if (rgba[i * 4] != 0) bits[at] = static_cast<std::uint8_t>(bits[at] | 1u << i % columns % 8);
    }
    EXPECT_TRUE(Write("MONO", image, Info(), exception) == bits) << exception.Text();
    const ImageHandle again = ReadSized("MONO", bits, SizeOf(image), exception);
    ASSERT_TRUE(again) << exception.Text();
    EXPECT_TRUE(Rgba16(again.get()) == rgba);
  }
}

TEST(Mono, AsGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Exception exception;
  Kind bilevel{19, 9};
  bilevel.black_white = true;
  const ImageHandle image = MakeTestImage(bilevel);
  WriteWholeFile(folder.File("a.miff"), Write("MIFF", image, Info(), exception));
  const Bytes theirs = RunGm("convert " + folder.File("a.miff") + " mono:-");
  EXPECT_TRUE(Write("MONO", image, Info(), exception) == theirs);
  WriteWholeFile(folder.File("a.mono"), theirs);
  const ImageHandle ours = ReadSized("MONO", theirs, "19x6+9", exception);
  ASSERT_TRUE(ours) << exception.Text();
  EXPECT_TRUE(Rgba16(ours.get()) == GmRgba16("-size 19x6+9 " + folder.File("a.mono")));
}

TEST(Mono, ColorsStayInTheImage) {
  Exception exception;
  const ImageHandle image = MakeTestImage({19, 9});
  const std::vector<std::uint16_t> before = Rgba16(image.get());
  EXPECT_EQ(Write("MONO", image, Info(), exception).size(), 27u);
  EXPECT_TRUE(Rgba16(image.get()) == before);
}

TEST(Mono, Errors) {
  Exception none;
  EXPECT_FALSE(ReadBytes("MONO", Bytes(9), none));
  EXPECT_EQ(none.severity(), OptionError) << none.Text();
  for (const char* size : {"19x9", "8x8+9", "8x10"}) {
    Exception truncated;
    EXPECT_FALSE(ReadSized("MONO", Bytes(9), size, truncated)) << size;
    EXPECT_EQ(truncated.severity(), CorruptImageError) << truncated.Text();
  }
  Exception huge;
  EXPECT_FALSE(ReadSized("MONO", Bytes(9), "900000000x900000000", huge));
  EXPECT_EQ(huge.severity(), ResourceLimitError) << huge.Text();
}

}  // namespace
}  // namespace lodestone::coders::test
