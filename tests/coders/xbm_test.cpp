// X bitmaps: both versions, hand-made; as written; gm.

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

Bytes Text(const std::string& text) {
  return Bytes(text.begin(), text.end());
}

const std::string kSize = "#define a_width 10\n#define a_height 2\n";

// A digit for each pixel: 1 is black.
std::string Bits(const std::string& text) {
  Exception exception;
  const ImageHandle image = ReadBytes("XBM", Text(text), exception);
  EXPECT_TRUE(image) << exception.Text();
  std::string bits;
  if (!image) return bits;
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  for (std::size_t i = 0; i < samples.size(); i += 4) bits += samples[i] == 0 ? '1' : '0';
  return bits;
}

TEST(Xbm, Versions) {
  EXPECT_EQ(Bits(kSize + "static unsigned char a_bits[] = {\n 0x05, 0x02, 0X80, 3};\n"),
            "10100000010000000111");
  EXPECT_EQ(Bits(kSize + "static char a_bits[]={5,2,0200,0x3,};"), "10100000010000000111");
  EXPECT_EQ(Bits(kSize + "static short a_bits[] = { 0x0205, 0x0380 };"), "10100000010000000111");
  EXPECT_EQ(Bits("/* a comment */\n" + kSize +
                 "#define a_x_hot 1\n#define a_y_hot 1\nstatic char a_bits[] = {5,2,128,3};"),
            "10100000010000000111");
}

const FormatCase kXbm{"XBM", false};

TEST(Xbm, RoundTripAndGm) {
  SKIP_WITHOUT_GM();
  for (const Kind& kind : KindsOf(kXbm)) {
    if (!kind.black_white) continue;
    CheckRoundTrip(kXbm, kind);
    if (kind.columns <= 17) CheckWithGm(kXbm, kind);
  }
}

// Names of files become identifiers of C, where gm's are those already.
TEST(Xbm, SameBytesAsGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Exception exception;
  for (const unsigned long columns : {1ul, 7ul, 8ul, 9ul, 101ul}) {
    const ImageHandle image = MakeTestImage({columns, 5, 8, false, true, true});
    WriteWholeFile(folder.File("a.png"), Write("PNG", image, Info(), exception));
    const ImageHandle source = Read(folder.File("a.png"), exception);
    ASSERT_TRUE(source) << exception.Text();
    const Info info(folder.File("a_b.xbm"));
    MagickStrlCpy(source->filename, info->filename, MaxTextExtent);
    ASSERT_EQ(WriteImage(info.get(), source.get()), MagickPass);
    const Bytes ours = ReadWholeFile(info->filename);
    RunGm("convert " + folder.File("a.png") + " " + info->filename);
    EXPECT_TRUE(ours == ReadWholeFile(info->filename)) << columns;
  }
}

TEST(Xbm, BadNamesBecomeIdentifiers) {
  const TemporaryFolder folder;
  const ImageHandle image = MakeTestImage({3, 3, 8, false, true, true});
  const Info info("XBM:" + folder.File("a b-c"));
  MagickStrlCpy(image->filename, info->filename, MaxTextExtent);
  ASSERT_EQ(WriteImage(info.get(), image.get()), MagickPass);
  const Bytes bytes = ReadWholeFile(folder.File("a b-c"));
  EXPECT_EQ(std::string(bytes.begin(), bytes.begin() + 21), "#define a_b_c_width 3");
}

TEST(Xbm, BadFilesFailWithAReason) {
  const std::pair<std::string, const char*> files[] = {
      {"#define a_width 10\n", "header"},
      {"#define a_width 0\n#define a_height 2\n", "header"},
      {"#define a_width 99999999999\n#define a_height 2\n", "header"},
      {kSize, "end-of-file"},
      {kSize + "static char a_bits[] = {1,2,3};", "Insufficient"},
      {kSize + "static char a_bits[] = {1,2,3,256};", "Corrupt"},
      {kSize + "static char a_bits[] = {1,2,3,0x1ff};", "Corrupt"},
      {kSize + "static char a_bits[] = {1,2,3,x};", "Corrupt"}};
  for (const auto& [text, reason] : files) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("XBM", Text(text), exception)) << text;
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text() << reason;
  }
}

TEST(Xbm, CanBeCancelled) {
  CheckCancel(kXbm);
}

}  // namespace
}  // namespace lodestone::coders::test
