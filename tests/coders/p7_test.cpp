// Thumbnails of XV: those of pamtoxvmini, hand-made ones, and gm.

#include <cstring>

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

Bytes FromText(const std::string& text) {
  return Bytes(text.begin(), text.end());
}

// Of pamtoxvmini.
const std::string kNetpbm = "P7 332\n# Created by Pamtoxvmini\n#END_OF_COMMENTS\n3 2 255\n" +
                            std::string("\xe0\x1c\x03\x04\xad\xff", 6);

TEST(P7, LevelsOfEachChannel) {
  Exception exception;
  const ImageHandle image = ReadBytes("P7", FromText(kNetpbm), exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(Attribute(image.get(), "comment"), " Created by Pamtoxvmini");
  std::vector<std::uint16_t> expected;
  for (const int byte : {0xe0, 0x1c, 0x03, 0x04, 0xad, 0xff}) {
    const auto level = [](int value, int most) {
      const int quantum = static_cast<int>(double{MaxRGB} * value / most + 0.5);
      return static_cast<std::uint16_t>(quantum * (65535 / MaxRGB));
    };
    expected.push_back(level(byte >> 5, 7));
    expected.push_back(level(byte >> 2 & 7, 7));
    expected.push_back(level(byte & 3, 3));
    expected.push_back(65535);
  }
  EXPECT_TRUE(Rgba16(image.get()) == expected);
}

TEST(P7, IsRecognizedAndNotTakenForPam) {
  Exception exception;
  const Bytes bytes = FromText(kNetpbm);
  const ImageHandle image = ReadBytes("", bytes, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_STREQ(image->magick, "P7");
}

// Levels of the format stay as they are without dither.
TEST(P7, RoundTrip) {
  Bytes bytes = FromText("P7 332\n# one\n#two\n#END_OF_COMMENTS\n16 16 255\n");
  for (int i = 0; i < 256; ++i) bytes.push_back(static_cast<std::uint8_t>(i));
  Exception exception;
  const ImageHandle image = ReadBytes("P7", bytes, exception);
  ASSERT_TRUE(image) << exception.Text();
  const Info info;
  info->dither = MagickFalse;
  EXPECT_TRUE(Write("P7", image, info, exception) == bytes) << exception.Text();
  CheckCancel({"P7", false});
}

TEST(P7, SameBytesAsGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  for (const MagickBool dither : {MagickTrue, MagickFalse}) {
    const ImageHandle image = MakeTestImage({45, 31, 8});
    Exception exception;
    WriteWholeFile(folder.File("a.png"), Write("PNG", image, Info(), exception));
    const Info info;
    info->dither = dither;
    const Bytes ours = Write("P7", image, info, exception);
    const std::string option = dither != MagickFalse ? " -dither " : " +dither ";
    RunGm("convert " + folder.File("a.png") + option + "P7:" + folder.File("theirs"));
    EXPECT_TRUE(ours == ReadWholeFile(folder.File("theirs"))) << option;
    EXPECT_TRUE(Rgba16(ReadBytes("P7", ours, exception).get()) ==
                AtOurDepth(GmRgba16("P7:" + folder.File("theirs"))));
  }
}

TEST(P7, BadFilesFailWithAReason) {
  const std::pair<std::string, const char*> files[] = {{"P7 332\n3 2 255\nabc", "end-of-file"},
                                                       {"P7 332\n3 2 100\nabcdef", "header"},
                                                       {"P7 331\n3 2 255\nabcdef", "header"},
                                                       {"P7 332\n0 2 255\nabcdef", "image size"}};
  for (const auto& [text, reason] : files) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("P7", FromText(text), exception));
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text();
  }
}

}  // namespace
}  // namespace lodestone::coders::test
