// SVG: sizes and backgrounds as GraphicsMagick's, pixels as rsvg-convert's.

#include <zlib.h>

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

std::string Svg(const std::string& attributes, const std::string& content) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" "
         "xmlns:xlink=\"http://www.w3.org/1999/xlink\" " +
         attributes + ">" + content + "</svg>\n";
}

Bytes AsBytes(const std::string& text) {
  return {text.begin(), text.end()};
}

constexpr char kRectangle[] =
    "<rect x=\"10\" y=\"10\" width=\"10\" height=\"10\" fill=\"#ff0000\"/>";
constexpr char kShapes[] =
    "<circle cx=\"20\" cy=\"15\" r=\"12.3\" fill=\"#3070c0\" fill-opacity=\"0.6\"/>"
    "<path d=\"M 0 0 C 10 30 30 0 40 30\" stroke=\"#000\" fill=\"none\" stroke-width=\"2\"/>";

class SvgTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!ReadsFormat("SVG")) GTEST_SKIP() << "this build does not read SVG";
  }
  std::string FileOf(const std::string& text) {
    const std::string path = folder_.File("in.svg");
    WriteWholeFile(path, AsBytes(text));
    return path;
  }
  ImageHandle Decoded(const std::string& text) {
    ImageHandle image = ReadBytes("SVG", AsBytes(text), exception_);
    EXPECT_TRUE(image) << exception_.Text();
    return image;
  }

  const TemporaryFolder folder_;
  Exception exception_;
};

TEST_F(SvgTest, SizesAndPixelsAsGm) {
  SKIP_WITHOUT_GM();
  struct Options {
    const char* density;
    const char* size;
    const char* background;
    std::string ForGm() const {
      std::string text;
      if (density != nullptr) text += std::string("-density ") + density + " ";
      if (size != nullptr) text += std::string("-size '") + size + "' ";
      if (background != nullptr) text += std::string("-background ") + background + " ";
      return text;
    }
  };
  const Options options[] = {{nullptr, nullptr, nullptr},   {"144", nullptr, nullptr},
                             {nullptr, "80x80", nullptr},   {nullptr, "80x", nullptr},
                             {nullptr, "100x90!", nullptr}, {nullptr, nullptr, "none"},
                             {nullptr, nullptr, "blue"}};
  for (const char* size : {"width=\"40\" height=\"30\"", "viewBox=\"0 0 40 30\"",
                           "width=\"1in\" height=\"2cm\" viewBox=\"0 0 40 30\""}) {
    const std::string file = FileOf(Svg(size, ""));
    for (const Options& one : options) {
      SCOPED_TRACE(std::string(size) + " " + one.ForGm());
      const Info info(file);
      if (one.density != nullptr) CloneString(&info->density, one.density);
      if (one.size != nullptr) info->size = AllocateString(one.size);
      if (one.background != nullptr)
        QueryColorDatabase(one.background, &info->background_color, exception_.get());
      const ImageHandle image(ReadImage(info.get(), exception_.get()));
      ASSERT_TRUE(image) << exception_.Text();
      EXPECT_EQ(Rgba16(image.get()).size(), GmRgba16(one.ForGm() + file).size());
      EXPECT_TRUE(Rgba16(image.get()) == GmRgba16(one.ForGm() + file));
    }
  }
}

TEST_F(SvgTest, WholePixels) {
  const std::vector<std::uint16_t> rgba =
      Rgba16(Decoded(Svg("width=\"40\" height=\"30\"", kRectangle)).get());
  ASSERT_EQ(rgba.size(), 40u * 30 * 4);
  for (std::size_t y = 0; y < 30; ++y) {
    for (std::size_t x = 0; x < 40; ++x) {
      const bool inside = x >= 10 && x < 20 && y >= 10 && y < 20;
      const std::uint16_t* pixel = &rgba[(y * 40 + x) * 4];
      ASSERT_EQ(pixel[0], 65535);
      ASSERT_EQ(pixel[1], inside ? 0 : 65535);
      ASSERT_EQ(pixel[2], inside ? 0 : 65535);
      ASSERT_EQ(pixel[3], 65535);
    }
  }
}

TEST_F(SvgTest, AsRsvgConvert) {
  if (!Runs("rsvg-convert --version"))
    GTEST_SKIP() << "rsvg-convert (librsvg2-bin) is not installed";
  const std::string file = FileOf(Svg("width=\"40\" height=\"30\"", kShapes));
  const std::string out = folder_.File("out.png");
  ASSERT_TRUE(Runs("rsvg-convert -b white -o " + out + " " + file));
  const ImageHandle theirs = Read(out, exception_), ours = Read(file, exception_);
  ASSERT_TRUE(theirs && ours) << exception_.Text();
  EXPECT_TRUE(Rgba16(ours.get()) == Rgba16(theirs.get()));
  // With alpha, of which both divide the colours, to 8 bits.
  ASSERT_TRUE(Runs("rsvg-convert -o " + out + " " + file));
  const Info info(file);
  QueryColorDatabase("none", &info->background_color, exception_.get());
  const ImageHandle clear(ReadImage(info.get(), exception_.get()));
  const ImageHandle clear_theirs = Read(out, exception_);
  ASSERT_TRUE(clear && clear_theirs) << exception_.Text();
  EXPECT_TRUE(clear->matte);
  const auto a = Rgba16(clear.get()), b = Rgba16(clear_theirs.get());
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); i += 4) {
    ASSERT_EQ(a[i + 3], b[i + 3]);
    for (std::size_t c = 0; b[i + 3] != 0 && c < 3; ++c) ASSERT_NEAR(a[i + c], b[i + c], 257);
  }
}

TEST_F(SvgTest, Gzip) {
  const std::string text = Svg("width=\"40\" height=\"30\"", kShapes);
  const std::string path = folder_.File("a.svgz");
  gzFile file = gzopen(path.c_str(), "wb");
  ASSERT_NE(file, nullptr);
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
  const ImageHandle image = Read(path, exception_);
  ASSERT_TRUE(image) << exception_.Text();
  EXPECT_TRUE(Rgba16(image.get()) == Rgba16(Decoded(text).get()));
}

// Neither images nor entities of other files are read.
TEST_F(SvgTest, NoOtherFiles) {
  WriteWholeFile(
      folder_.File("red.png"),
      Write("PNG", ReadBytes("PNM", AsBytes("P3 1 1 1 1 0 0"), exception_), Info(), exception_));
  const auto blank = Rgba16(Decoded(Svg("width=\"40\" height=\"30\"", "")).get());
  for (const std::string& name :
       {std::string("red.png"), folder_.File("red.png"), "file://" + folder_.File("red.png")}) {
    const ImageHandle image =
        Read(FileOf(Svg("width=\"40\" height=\"30\"",
                        "<image xlink:href=\"" + name + "\" width=\"40\" height=\"30\"/>")),
             exception_);
    ASSERT_TRUE(image) << exception_.Text();
    EXPECT_TRUE(Rgba16(image.get()) == blank) << name;
  }
  WriteWholeFile(folder_.File("part.xml"), AsBytes(kRectangle));
  const std::string entity = "<!DOCTYPE svg [<!ENTITY part SYSTEM \"file://" +
                             folder_.File("part.xml") + "\">]>" +
                             Svg("width=\"40\" height=\"30\"", "&part;");
  const ImageHandle image = ReadBytes("SVG", AsBytes(entity), exception_);
  EXPECT_TRUE(!image || Rgba16(image.get()) == blank);
}

TEST_F(SvgTest, EntitiesDoNotFillTheMemory) {
  std::string types = "<!ENTITY a \"aaaaaaaaaaaaaaaa\">";
  for (char c = 'b'; c < 'm'; ++c) {
    types += std::string("<!ENTITY ") + c + " \"";
    for (int i = 0; i < 16; ++i) types += std::string("&") + static_cast<char>(c - 1) + ";";
    types += "\">";
  }
  const std::string bomb = "<!DOCTYPE svg [" + types + "]>" +
                           Svg("width=\"40\" height=\"30\"", "<text y=\"20\">&l;</text>");
  EXPECT_FALSE(ReadBytes("SVG", AsBytes(bomb), exception_));
  EXPECT_GE(exception_.severity(), ErrorException);
}

TEST_F(SvgTest, LimitsAndDamage) {
  const Bytes bytes = AsBytes(Svg("width=\"40\" height=\"30\"", kShapes));
  CheckLimit("SVG", bytes);
  CheckDamage("SVG", bytes);
  Exception huge;
  EXPECT_FALSE(ReadBytes("SVG", AsBytes(Svg("width=\"1e9\" height=\"1e9\"", kShapes)), huge));
  EXPECT_EQ(huge.severity(), ResourceLimitError) << huge.Text();
}

TEST_F(SvgTest, Ping) {
  const Bytes bytes = AsBytes("<?xml version=\"1.0\"?>" + Svg("width=\"40\" height=\"30\"", ""));
  const ImageHandle image(PingBlob(Info().get(), bytes.data(), bytes.size(), exception_.get()));
  ASSERT_TRUE(image) << exception_.Text();
  EXPECT_EQ(image->columns, 40u);
  EXPECT_EQ(image->rows, 30u);
}

TEST_F(SvgTest, Cancel) {
  SetMonitorHandler([](const char*, magick_int64_t, magick_uint64_t,
                       ExceptionInfo*) -> MagickPassFail { return MagickFail; });
  EXPECT_FALSE(ReadBytes("SVG", AsBytes(Svg("width=\"40\" height=\"30\"", kShapes)), exception_));
  SetMonitorHandler(nullptr);
  EXPECT_EQ(exception_.severity(), MonitorError) << exception_.Text();
}

}  // namespace
}  // namespace lodestone::coders::test
