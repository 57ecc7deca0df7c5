// X pixmaps: names, kinds of displays, lengths of keys, hand-made; as written; gm.

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

Bytes Pixmap(const std::vector<std::string>& lines) {
  std::string text = "/* XPM */\nstatic char *a[] = {\n";
  for (const std::string& line : lines) text += "\"" + line + "\",\n";
  text += "};\n";
  return Bytes(text.begin(), text.end());
}

// The samples of an image that has to be readable, as bytes.
std::vector<unsigned> Samples(const Bytes& file) {
  Exception exception;
  const ImageHandle image = ReadBytes("XPM", file, exception);
  EXPECT_TRUE(image) << exception.Text();
  std::vector<unsigned> samples;
  if (!image) return samples;
  for (const std::uint16_t sample : Rgba16(image.get())) samples.push_back(sample / 257);
  return samples;
}

TEST(Xpm, ColorsByNameAndNumber) {
  EXPECT_EQ(Samples(Pixmap({"3 1 3 1", "a c #102030", "  c light blue", ". c Red", "a ."})),
            (std::vector<unsigned>{16, 32, 48, 255, 173, 216, 230, 255, 255, 0, 0, 255}));
}

TEST(Xpm, BestKindOfDisplay) {
  EXPECT_EQ(Samples(Pixmap({"1 1 1 2", "xx s name m white g gray c blue", "xx"})),
            (std::vector<unsigned>{0, 0, 255, 255}));
  EXPECT_EQ(Samples(Pixmap({"1 1 1 1", "c m white c blue", "c"})),
            (std::vector<unsigned>{0, 0, 255, 255}));
  EXPECT_EQ(Samples(Pixmap({"1 1 1 1", "x m black", "x"})), (std::vector<unsigned>{0, 0, 0, 255}));
}

TEST(Xpm, NoneIsTransparent) {
  Exception exception;
  const ImageHandle image =
      ReadBytes("XPM", Pixmap({"2 1 2 1", "a c None", "b c white", "ab"}), exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_TRUE(image->matte);
  EXPECT_EQ(image->storage_class, DirectClass);
  EXPECT_TRUE(Rgba16(image.get()) ==
              (std::vector<std::uint16_t>{0, 0, 0, 0, 65535, 65535, 65535, 65535}));
}

TEST(Xpm, LongKeysAndComments) {
  const std::string text =
      "/* XPM \"quoted\" */ static char * a[] = {/**/\"2 2 2 4 0 0\", \"abcd c red\",\n"
      "/* \" */ \"abce c lime\",\n\"abcdabce\"\n,\"abceabcd\"};";
  EXPECT_EQ(
      Samples(Bytes(text.begin(), text.end())),
      (std::vector<unsigned>{255, 0, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 255, 0, 0, 255}));
}

TEST(Xpm, LinesOfVersionTwo) {
  const std::string text = "! XPM2\r\n2 2 2 1\r\n! c red\r\n\" c #0000ff\r\n!\"\r\n\"!";
  const Bytes file(text.begin(), text.end());
  const std::vector<unsigned> expected = {255, 0, 0,   255, 0,   0, 255, 255,
                                          0,   0, 255, 255, 255, 0, 0,   255};
  EXPECT_EQ(Samples(file), expected);
  Exception exception;
  const ImageHandle detected(BlobToImage(Info().get(), file.data(), file.size(), exception.get()));
  ASSERT_TRUE(detected) << exception.Text();
  EXPECT_STREQ(detected->magick, "XPM");
  for (std::size_t length = 0; length + 1 < file.size(); ++length) {
    Exception cut;
    EXPECT_FALSE(ReadBytes(
        "XPM", Bytes(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(length)), cut));
  }
}

TEST(Xpm, DepthOfColors) {
  if (QuantumDepth == 8) GTEST_SKIP() << "samples have 8 bits";
  Exception exception;
  const ImageHandle deep =
      ReadBytes("XPM", Pixmap({"1 1 1 1", "a c #123400005678", "a"}), exception);
  ASSERT_TRUE(deep) << exception.Text();
  EXPECT_EQ(deep->depth, 16u);
  EXPECT_TRUE(Rgba16(deep.get()) == (std::vector<std::uint16_t>{0x1234, 0, 0x5678, 65535}));
}

const FormatCase kXpm{"XPM"};
const FormatCase kPm{"PM"};

// Images of few colours come back as they were.
TEST(Xpm, RoundTrip) {
  for (const FormatCase& format : {kXpm, kPm}) {
    for (const Kind& kind : KindsOf(format)) {
      if (!kind.matte && (kind.colors != 0 || kind.columns * kind.rows <= 256))
        CheckRoundTrip(format, kind);
    }
  }
}

// More than 92 colours take two characters.
TEST(Xpm, AsGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Exception exception;
  for (const Kind& kind : KindsOf(kXpm)) {
    if (kind.columns > 17 || kind.matte || kind.colors == 0) continue;
    SCOPED_TRACE(kind.Name());
    CheckWithGm(kXpm, kind);
  }
  for (const unsigned colors : {2u, 92u, 93u, 256u}) {
    Kind kind{40, 30};
    kind.colors = colors;
    WriteWholeFile(folder.File("a.png"), Write("PNG", MakeTestImage(kind), Info(), exception));
    const ImageHandle source = Read(folder.File("a.png"), exception);
    ASSERT_TRUE(source) << exception.Text();
    const Info info(folder.File("x.xpm"));
    MagickStrlCpy(source->filename, info->filename, MaxTextExtent);
    ASSERT_EQ(WriteImage(info.get(), source.get()), MagickPass);
    const Bytes ours = ReadWholeFile(info->filename);
    RunGm("convert " + folder.File("a.png") + " " + info->filename);
    EXPECT_TRUE(ours == ReadWholeFile(info->filename)) << colors;
  }
}

// Partly transparent pixels become opaque; the image itself stays as it is.
TEST(Xpm, AlphaIsAllOrNothing) {
  const ImageHandle image = MakeTestImage({9, 5, 8, true, false, true});
  Exception exception;
  PixelPacket* q = GetImagePixelsEx(image.get(), 0, 0, 9, 5, exception.get());
  q[0].opacity = MaxRGB / 3;
  q[1].opacity = TransparentOpacity;
  q[2].opacity = OpaqueOpacity;
  SyncImagePixelsEx(image.get(), exception.get());
  const std::vector<std::uint16_t> before = Rgba16(image.get());
  const ImageHandle again = ReadBytes("XPM", WriteAs(kXpm, image), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_TRUE(Rgba16(image.get()) == before);
  const std::vector<std::uint16_t> after = Rgba16(again.get());
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 3; i < after.size(); i += 4)
    EXPECT_EQ(after[i], before[i] == 0 ? 0 : 65535) << i;
}

TEST(Xpm, BadFilesFailWithAReason) {
  const std::pair<Bytes, const char*> files[] = {
      {Pixmap({"1 1 0 1"}), "header"},
      {Pixmap({"1 1 1"}), "header"},
      {Pixmap({"1 1 1 9", "a c red", "a"}), "header"},
      {Pixmap({"1 1 999999 1", "a c red", "a"}), "too large"},
      {Pixmap({"1 1 9 1", "a c red", "a"}), "end-of-file"},
      {Pixmap({"1 1 1 1", "a c nosuchcolor", "a"}), "nosuchcolor"},
      {Pixmap({"1 1 1 1", "a c red", "b"}), "without a color"},
      {Pixmap({"2 1 1 1", "a c red", "a"}), "end-of-file"},
      {Pixmap({"1 2 1 1", "a c red", "a"}), "end-of-file"},
      {Bytes{'n', 'o'}, "end-of-file"}};
  for (const auto& [bytes, reason] : files) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("XPM", bytes, exception));
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text() << reason;
  }
}

TEST(Xpm, CanBeCancelled) {
  CheckCancel(kXpm);
}

}  // namespace
}  // namespace lodestone::coders::test
