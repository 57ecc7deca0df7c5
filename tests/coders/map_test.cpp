// MAP: a colormap and indexes without a header.

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

ImageHandle ReadSized(const Bytes& bytes, const std::string& size, Exception& exception) {
  Info info;
  info.Size(size);
  MagickStrlCpy(info->magick, "MAP", sizeof info->magick);
  return ImageHandle(BlobToImage(info.get(), bytes.data(), bytes.size(), exception.get()));
}

Kind PaletteOf(unsigned colors) {
  Kind kind{19, 9};
  kind.colors = colors;
  return kind;
}

TEST(Map, RoundTrip) {
  Exception exception;
  for (const unsigned colors : {2u, 5u, 255u, 256u}) {
    const ImageHandle image = MakeTestImage(PaletteOf(colors));
    const Bytes bytes = Write("MAP", image, Info(), exception);
    ASSERT_EQ(bytes.size(), 3u * colors + 19 * 9) << exception.Text();
    const ImageHandle again = ReadSized(bytes, "19x9+" + std::to_string(colors), exception);
    ASSERT_TRUE(again) << exception.Text();
    EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get())) << colors;
    EXPECT_EQ(again->colors, colors);
  }
}

#if QuantumDepth > 8
TEST(Map, ManyColorsTakeTwoBytes) {
  Exception exception;
  Kind kind = PaletteOf(300);
  kind.depth = 16;
  const ImageHandle image = MakeTestImage(kind);
  const Bytes bytes = Write("MAP", image, Info(), exception);
  ASSERT_EQ(bytes.size(), 6u * 300 + 2 * 19 * 9) << exception.Text();
  const ImageHandle again = ReadSized(bytes, "19x9+300", exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get()));
}
#endif

TEST(Map, AsGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Exception exception;
  const ImageHandle image = MakeTestImage(PaletteOf(7));
  WriteWholeFile(folder.File("a.miff"), Write("MIFF", image, Info(), exception));
  const Bytes theirs = RunGm("convert " + folder.File("a.miff") + " map:-");
  EXPECT_TRUE(Write("MAP", image, Info(), exception) == theirs);
  WriteWholeFile(folder.File("a.map"), theirs);
  const ImageHandle ours = ReadSized(theirs, "19x9+7", exception);
  ASSERT_TRUE(ours) << exception.Text();
  EXPECT_TRUE(Rgba16(ours.get()) == GmRgba16("-depth 8 -size 19x9+7 " + folder.File("a.map")));
}

TEST(Map, OtherImagesAreReduced) {
  Exception exception;
  const ImageHandle image = MakeTestImage({19, 9});
  const std::vector<std::uint16_t> before = Rgba16(image.get());
  const Bytes bytes = Write("MAP", image, Info(), exception);
  EXPECT_GT(bytes.size(), 19u * 9 + 3);
  EXPECT_LE(bytes.size(), 19u * 9 + 3 * 256);
  EXPECT_TRUE(Rgba16(image.get()) == before);
}

TEST(Map, Errors) {
  Exception exception;
  const Bytes bytes = Write("MAP", MakeTestImage(PaletteOf(5)), Info(), exception);
  Exception none;
  EXPECT_FALSE(ReadBytes("MAP", bytes, none));
  EXPECT_EQ(none.severity(), OptionError) << none.Text();
  Exception beyond;  // fewer colours than the indexes have
  EXPECT_FALSE(ReadSized(bytes, "19x9+2", beyond));
  EXPECT_EQ(beyond.severity(), CorruptImageError) << beyond.Text();
  Exception many;
  EXPECT_FALSE(ReadSized(bytes, "19x9+9999999", many));
  EXPECT_EQ(many.severity(), OptionError) << many.Text();
  for (std::size_t length = 1; length < bytes.size(); ++length) {
    Exception truncated;
    const Bytes part(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
    EXPECT_FALSE(ReadSized(part, "19x9+5", truncated));
    EXPECT_EQ(truncated.severity(), CorruptImageError) << truncated.Text();
  }
}

}  // namespace
}  // namespace lodestone::coders::test
