// Personal icons: as gm writes them.

#include <set>

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

std::string TextOf(const Bytes& bytes) {
  return std::string(bytes.begin(), bytes.end());
}

TEST(Picon, IsSmallAndOfItsColours) {
  Exception exception;
  const ImageHandle image = MakeTestImage({100, 60, 8});
  const ImageHandle icon = ReadBytes("PICON", WriteAs({"PICON", false}, image), exception);
  ASSERT_TRUE(icon) << exception.Text();
  EXPECT_EQ(icon->columns, 48u);
  EXPECT_EQ(icon->rows, 29u);
  EXPECT_LE(icon->colors, 30u);
  Kind kind{60, 100};
  kind.gray = true;
  const ImageHandle shades =
      ReadBytes("PICON", WriteAs({"PICON", false}, MakeTestImage(kind)), exception);
  ASSERT_TRUE(shades) << exception.Text();
  EXPECT_EQ(shades->rows, 48u);
  const std::set<unsigned> allowed = {0x00, 0x12, 0x21, 0x33, 0x45, 0x54, 0x66, 0x78,
                                      0x87, 0x99, 0xab, 0xba, 0xcc, 0xde, 0xed, 0xff};
  for (std::size_t i = 0; i < shades->colors; ++i) {
    const unsigned red = ScaleQuantumToChar(shades->colormap[i].red);
    EXPECT_TRUE(allowed.contains(red)) << red;
    EXPECT_EQ(red, ScaleQuantumToChar(shades->colormap[i].blue));
  }
}

TEST(Picon, SamePixelsAsGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  for (const bool gray : {false, true}) {
    Kind kind{48, 40, 8};
    kind.gray = gray;
    const ImageHandle image = MakeTestImage(kind);
    Exception exception;
    WriteWholeFile(folder.File("a.png"), Write("PNG", image, Info(), exception));
    RunGm("convert " + folder.File("a.png") + " +dither PICON:" + folder.File("theirs"));
    const Info info;
    info->dither = MagickFalse;
    const ImageHandle source = Read(folder.File("a.png"), exception);
    const Bytes ours = Write("PICON", source, info, exception);
    const ImageHandle icon = ReadBytes("PICON", ours, exception);
    ASSERT_TRUE(icon) << exception.Text();
    EXPECT_TRUE(Rgba16(icon.get()) == AtOurDepth(GmRgba16("PICON:" + folder.File("theirs"))));
  }
}

TEST(Picon, TransparentPixelsAreOfTheBackground) {
  ImageHandle image = MakeTestImage({20, 20, 8, true});
  PixelPacket* const pixels = GetImagePixels(image.get(), 0, 0, 20, 20);
  for (int i = 0; i < 400; ++i) pixels[i].opacity = i < 100 ? TransparentOpacity : OpaqueOpacity;
  SyncImagePixels(image.get());
  const std::string text = TextOf(WriteAs({"PICON"}, image));
  EXPECT_NE(text.find("c grey75"), std::string::npos) << text;
  Exception exception;
  const std::vector<std::uint16_t> samples =
      Rgba16(ReadBytes("PICON", WriteAs({"PICON"}, image), exception).get());
  EXPECT_EQ(samples[0] / 257, 191);
  EXPECT_EQ(samples[3], 65535);
}

}  // namespace
}  // namespace lodestone::coders::test
