// Wireless bitmaps, hand-made; as written; gm.

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

TEST(Wbmp, SetBitsAreWhite) {
  Exception exception;
  const ImageHandle image = ReadBytes("WBMP", {0, 0, 3, 2, 0xa0, 0x40}, exception);
  ASSERT_TRUE(image) << exception.Text();
  std::vector<unsigned> reds;
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  for (std::size_t i = 0; i < samples.size(); i += 4) reds.push_back(samples[i]);
  EXPECT_EQ(reds, (std::vector<unsigned>{65535, 0, 65535, 0, 65535, 0}));
  EXPECT_EQ(image->storage_class, PseudoClass);
}

TEST(Wbmp, LargeNumbers) {
  Bytes bytes = {0, 0, 0x81, 0x80, 0x01, 1};  // 16385x1
  bytes.resize(bytes.size() + 2049);
  Exception exception;
  const ImageHandle image = ReadBytes("WBMP", bytes, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(image->columns, 16385u);
  EXPECT_TRUE(WriteAs({"WBMP"}, image) == bytes);
}

const FormatCase kWbmp{"WBMP", false};

TEST(Wbmp, RoundTripAndGm) {
  SKIP_WITHOUT_GM();
  for (const Kind& kind : KindsOf(kWbmp)) {
    if (!kind.black_white) continue;
    CheckRoundTrip(kWbmp, kind);
    if (kind.columns <= 17) CheckWithGm(kWbmp, kind, true);
  }
}

// Shades become black and white as in gm.
TEST(Wbmp, ShadesAsGm) {
  SKIP_WITHOUT_GM();
  if (QuantumDepth == 8) GTEST_SKIP() << "gm here has 16 bits a sample";
  const TemporaryFolder folder;
  Exception exception;
  const ImageHandle image = MakeTestImage({40, 30, 8});
  const std::vector<std::uint16_t> before = Rgba16(image.get());
  WriteWholeFile(folder.File("a.png"), Write("PNG", image, Info(), exception));
  RunGm("convert " + folder.File("a.png") + " +dither WBMP:" + folder.File("theirs"));
  image->dither = MagickFalse;
  EXPECT_TRUE(WriteAs(kWbmp, image) == ReadWholeFile(folder.File("theirs")));
  EXPECT_TRUE(Rgba16(image.get()) == before);
}

TEST(Wbmp, BadFilesFailWithAReason) {
  const std::pair<Bytes, const char*> files[] = {
      {{1, 0, 3, 2, 0, 0}, "level zero"},
      {{0, 0, 0, 2, 0, 0}, "image size"},
      {{0, 0, 3, 2, 0}, "end-of-file"},
      {{0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 1}, "header"}};
  for (const auto& [bytes, reason] : files) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("WBMP", bytes, exception));
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text() << reason;
  }
}

TEST(Wbmp, CanBeCancelled) {
  CheckCancel(kWbmp);
}

}  // namespace
}  // namespace lodestone::coders::test
