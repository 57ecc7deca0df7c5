// UIL: icons as text.

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

std::string TextOf(const ImageHandle& image) {
  Exception exception;
  const Bytes bytes = Write("UIL", image, Info(), exception);
  EXPECT_FALSE(bytes.empty()) << exception.Text();
  return {bytes.begin(), bytes.end()};
}

ImageHandle FromText(const std::string& pnm) {
  Exception exception;
  ImageHandle image = ReadBytes("PNM", Bytes(pnm.begin(), pnm.end()), exception);
  EXPECT_TRUE(image) << exception.Text();
  image->filename[0] = '\0';
  return image;
}

TEST(Uil, Text) {
  const ImageHandle image =
      FromText("P3 3 2 255 255 0 0  0 0 255  255 0 0  0 0 255  0 0 255  255 0 0");
  const std::string text = TextOf(image);
  EXPECT_NE(text.find("/* UIL */\nvalue\n  "), std::string::npos) << text;
  EXPECT_NE(text.find("_icon : icon(color_table = "), std::string::npos) << text;
  EXPECT_NE(text.find("color('red',background) = '"), std::string::npos) << text;
  EXPECT_NE(text.find("color('blue',background) = '"), std::string::npos) << text;
  // The same pixels have the same characters.
  const std::size_t first = text.find("\n    \"") + 6;
  const std::string rows = text.substr(first, 3) + text.substr(first + 11, 3);
  EXPECT_EQ(rows[0], rows[2]);
  EXPECT_EQ(rows[0], rows[5]);
  EXPECT_EQ(rows[1], rows[3]);
  EXPECT_EQ(rows[1], rows[4]);
  EXPECT_NE(rows[0], rows[1]);
}

TEST(Uil, AsGm) {
  SKIP_WITHOUT_GM();
  if (QuantumDepth != 16) GTEST_SKIP() << "gm here has 16 bits a sample";
  const TemporaryFolder folder;
  for (const unsigned colors : {2u, 7u, 92u, 93u, 256u}) {
    Exception exception;
    Kind kind{19, 9};
    kind.colors = colors;
    const ImageHandle image = MakeTestImage(kind);
    WriteWholeFile(folder.File("a.miff"), Write("MIFF", image, Info(), exception));
    int status = 1;
    RunGm("convert " + folder.File("a.miff") + " " + folder.File("a.uil"), &status);
    ASSERT_EQ(status, 0);
    const Info info(folder.File("b.uil"));
    const ImageHandle same = ReadBytes("MIFF", ReadWholeFile(folder.File("a.miff")), exception);
    MagickStrlCpy(same->filename, folder.File("b.uil").c_str(), MaxTextExtent);
    ASSERT_TRUE(WriteImage(info.get(), same.get()));
    const Bytes ours = ReadWholeFile(folder.File("b.uil"));
    std::string expected;
    for (const std::uint8_t byte : ReadWholeFile(folder.File("a.uil")))
      expected += static_cast<char>(byte);
    for (std::size_t at; (at = expected.find("  a_")) != std::string::npos;) expected[at + 2] = 'b';
    for (std::size_t at; (at = expected.find("= a_ct")) != std::string::npos;)
      expected[at + 2] = 'b';
    EXPECT_EQ(std::string(ours.begin(), ours.end()), expected) << colors;
  }
}

TEST(Uil, TransparentPixelsAreBackground) {
  const ImageHandle image = MakeTestImage({5, 1, 8, true});
  Exception exception;
  PixelPacket* pixels = GetImagePixels(image.get(), 0, 0, 5, 1);
  for (int x = 0; x < 5; ++x) pixels[x].opacity = x % 2 == 0 ? TransparentOpacity : OpaqueOpacity;
  SyncImagePixels(image.get());
  const std::string text = TextOf(image);
  const std::size_t at = text.find("background color = '");
  ASSERT_NE(at, std::string::npos) << text;
  const char clear = text[at + 20];
  EXPECT_NE(text.find("');\n", at), std::string::npos) << text;
  const std::string row = text.substr(text.find("\n    \"") + 6, 5);
  for (std::size_t x = 0; x < 5; ++x) EXPECT_EQ(row[x] == clear, x % 2 == 0) << row;
}

}  // namespace
}  // namespace lodestone::coders::test
