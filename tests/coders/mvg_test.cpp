// Drawings in files: pixels as gm draws them, and only where a prefix asks for it.
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

// Edges on whole pixels, so that no rounding of coverage differs.
constexpr char kDrawing[] =
    "# a comment\n  viewbox 1 2 41 32\nfill #10f020\nrectangle 3,4 20,9\n"
    "push graphic-context\nfill blue\ntranslate 5,5\nrectangle 10,10 12,19\npop graphic-context\n";

Bytes BytesOf(const std::string& text) {
  return {text.begin(), text.end()};
}

ImageHandle ReadDrawing(const std::string& text, Exception& exception) {
  return ReadBytes("MVG", BytesOf(text), exception);
}

TEST(Mvg, AsGm) {
  SKIP_WITHOUT_GM();
  if (QuantumDepth == 8) GTEST_SKIP() << "gm here has 16 bits a sample";
  const TemporaryFolder folder;
  const std::string file = folder.File("a.mvg");
  WriteWholeFile(file, BytesOf(kDrawing));
  for (const std::string size : {"", "17x16", "60x3"}) {
    Exception exception;
    Info info("mvg:" + file);
    if (!size.empty()) info.Size(size);
    const ImageHandle image(ReadImage(info.get(), exception.get()));
    ASSERT_TRUE(image) << exception.Text();
    if (size.empty()) {
      EXPECT_TRUE(image->columns == 40 && image->rows == 30);
    }
    EXPECT_STREQ(image->magick, "MVG");
    EXPECT_EQ(Attribute(image.get(), "[MVG]"), kDrawing);
    EXPECT_TRUE(Rgba16(image.get()) ==
                GmRgba16((size.empty() ? "" : "-size " + size) + " mvg:" + file))
        << size;
  }
}

TEST(Mvg, PensAndBackgroundsAreThoseOfTheCaller) {
  const Info info("a.mvg");
  MagickStrlCpy(info->magick, "MVG", sizeof info->magick);
  Exception exception;
  QueryColorDatabase("#ff0000", &info->pen, exception.get());
  QueryColorDatabase("#0000ff", &info->background_color, exception.get());
  const std::string text = "viewbox 0 0 3 1 point 1,0";
  const ImageHandle image(BlobToImage(info.get(), text.data(), text.size(), exception.get()));
  ASSERT_TRUE(image) << exception.Text();
  const std::vector<std::uint16_t> blue = {0, 0, 65535, 65535}, red = {65535, 0, 0, 65535};
  std::vector<std::uint16_t> expected = blue;
  expected.insert(expected.end(), red.begin(), red.end());
  expected.insert(expected.end(), blue.begin(), blue.end());
  EXPECT_EQ(Rgba16(image.get()), expected);
}

TEST(Mvg, IsOnlyReadWhereAPrefixAsksForIt) {
  const TemporaryFolder folder;
  for (const char* name : {"a.mvg", "a.unknown", "a"}) {
    WriteWholeFile(folder.File(name), BytesOf(kDrawing));
    Exception exception, prefixed;
    EXPECT_FALSE(Read(folder.File(name), exception));
    EXPECT_TRUE(Read("mvg:" + folder.File(name), prefixed)) << prefixed.Text();
    EXPECT_EQ(exception.Text().find("MVG:" + folder.File(name)) != std::string::npos,
              std::string(name) == "a.mvg")
        << exception.Text();
  }
}

TEST(Mvg, PingedDrawingsAreNotDrawn) {
  Exception exception;
  const Bytes bytes = BytesOf("viewbox 0 0 12 7 nonsense");
  const Info info("mvg:");
  MagickStrlCpy(info->magick, "MVG", sizeof info->magick);
  const ImageHandle image(PingBlob(info.get(), bytes.data(), bytes.size(), exception.get()));
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_TRUE(image->columns == 12 && image->rows == 7);
}

TEST(Mvg, BadDrawingsGiveAReason) {
  const struct {
    std::string text;
    ExceptionType severity;
  } cases[] = {{"fill red", OptionError},
               {"viewbox 0 0 9", OptionError},
               {"viewbox 9 9 0 0", OptionError},
               {"viewbox 0 0 nan 9", OptionError},
               {"viewbox 0 0 1e300 9", ResourceLimitError},
               {"@/etc/passwd", CorruptImageError},
               {std::string("viewbox 0 0 9 9\0", 16), CorruptImageError},
               {"viewbox 0 0 9 9\nnonsense 5", DrawError},
               {"viewbox 0 0 9 9\nimage Over 0,0 0,0 'nowhere.png'", FileOpenError}};
  for (const auto& each : cases) {
    Exception exception;
    EXPECT_FALSE(ReadDrawing(each.text, exception)) << each.text;
    EXPECT_EQ(exception.severity(), each.severity) << each.text << ": " << exception.Text();
  }
}

TEST(Mvg, DamagedDrawingsGiveAnImageOrAReason) {
  CheckDamage("MVG", BytesOf(kDrawing));
  CheckLimit("MVG", BytesOf(kDrawing));
}

TEST(Mvg, WritesTheDrawing) {
  Exception exception;
  const ImageHandle read = ReadDrawing(kDrawing, exception);
  ASSERT_TRUE(read) << exception.Text();
  EXPECT_EQ(Write("MVG", read, Info(), exception), BytesOf(kDrawing)) << exception.Text();
}

// As Magick++ draws.
TEST(Mvg, WritesWhatAContextDrew) {
  Exception exception;
  const ImageHandle drawn = MakeTestImage({20, 10, 8});
  const std::vector<std::uint16_t> before = Rgba16(drawn.get());
  DrawContext context = DrawAllocateContext(nullptr, drawn.get());
  DrawSetViewbox(context, 0, 0, 20, 10);
  DrawSetFillColorString(context, "#ff0000");
  DrawRectangle(context, 2, 2, 17, 7);
  ASSERT_TRUE(DrawRender(context));
  DrawDestroyContext(context);
  ASSERT_FALSE(before == Rgba16(drawn.get()));
  const Bytes bytes = Write("MVG", drawn, Info(), exception);
  const ImageHandle again = ReadBytes("MVG", bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  ASSERT_TRUE(again->columns == 20 && again->rows == 10);
  EXPECT_EQ(AcquireOnePixel(again.get(), 5, 5, exception.get()).red, MaxRGB);
  EXPECT_EQ(AcquireOnePixel(again.get(), 5, 5, exception.get()).blue, 0);
}

TEST(Mvg, ImagesWithoutADrawingAreNotWritten) {
  const TemporaryFolder folder;
  const ImageHandle image = MakeTestImage({4, 4, 8});
  const Info info("mvg:" + folder.File("a.mvg"));
  MagickStrlCpy(image->filename, info->filename, MaxTextExtent);
  EXPECT_FALSE(WriteImage(info.get(), image.get()));
  EXPECT_EQ(image->exception.severity, CoderError);
  EXPECT_STREQ(image->exception.reason, "No image vector graphics");
  EXPECT_FALSE(Exists(folder.File("a.mvg")));
}

}  // namespace
}  // namespace lodestone::coders::test
