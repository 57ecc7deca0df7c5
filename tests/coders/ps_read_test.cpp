// PostScript programs as images, by the module on Ghostscript's library.

#include "tests/coders/format_checks.hpp"
#include "tests/coders/ps_support.hpp"

namespace lodestone::coders::test {
namespace {

class PsRead : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!ReadsFormat("PS")) GTEST_SKIP() << "this build does not read PostScript";
  }
  static Bytes BytesOf(const std::string& text) { return {text.begin(), text.end()}; }
  ImageHandle ReadWith(const std::string& text, const Info& info) {
    MagickStrlCpy(info->magick, "PS", sizeof info->magick);
    return ImageHandle(BlobToImage(info.get(), text.data(), text.size(), exception_.get()));
  }
  ImageHandle ReadText(const std::string& text) {
    ImageHandle image = ReadWith(text, Info());
    EXPECT_TRUE(image) << exception_.Text();
    return image;
  }
  ImageHandle Pinged(const std::string& text) {
    const Info info;
    MagickStrlCpy(info->magick, "PS", sizeof info->magick);
    return ImageHandle(PingBlob(info.get(), text.data(), text.size(), exception_.get()));
  }
  // "RRGGBB" of a pixel.
  std::string At(const ImageHandle& image, unsigned long x, unsigned long y) {
    const PixelPacket pixel =
        AcquireOnePixel(image.get(), static_cast<long>(x), static_cast<long>(y), exception_.get());
    char text[8];
    std::snprintf(text, sizeof text, "%02x%02x%02x", ScaleQuantumToChar(pixel.red) & 255u,
                  ScaleQuantumToChar(pixel.green) & 255u, ScaleQuantumToChar(pixel.blue) & 255u);
    return text;
  }

  Exception exception_;
};

const std::string kBoxed =
    "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 10 20 40 60\n%%EndComments\n"
    "1 0 0 setrgbcolor 10 20 10 10 rectfill 0 0 1 setrgbcolor 30 50 10 10 rectfill\n";

TEST_F(PsRead, TheBoxIsTheImage) {
  const ImageHandle image = ReadText(kBoxed);
  ASSERT_EQ(image->columns, 30u);
  ASSERT_EQ(image->rows, 40u);
  EXPECT_EQ(At(image, 0, 39), "ff0000");
  EXPECT_EQ(At(image, 9, 30), "ff0000");
  EXPECT_EQ(At(image, 10, 39), "ffffff");
  EXPECT_EQ(At(image, 29, 0), "0000ff");
  EXPECT_EQ(At(image, 0, 0), "ffffff");
}

// With "showpage", without it, at the end of a line or not, after a control character.
TEST_F(PsRead, OnePageAnyway) {
  for (const std::string& text :
       {kBoxed, kBoxed + "showpage", kBoxed + "showpage\n", "\004" + kBoxed + "showpage\n\004"}) {
    const ImageHandle image = ReadText(text);
    ASSERT_TRUE(image);
    EXPECT_EQ(GetImageListLength(image.get()), 1u);
    EXPECT_EQ(At(image, 0, 39), "ff0000");
  }
}

// As GraphicsMagick's files of level 3 do.
TEST_F(PsRead, StatesThatNobodySaved) {
  const ImageHandle image = ReadText(
      "%!\n%%BoundingBox: 0 0 9 9\n0 1 0 setrgbcolor 0 0 9 9 rectfill grestore showpage\n");
  ASSERT_TRUE(image);
  EXPECT_EQ(At(image, 4, 4), "00ff00");
}

TEST_F(PsRead, Sizes) {
  struct Case {
    std::string comments;
    const char* density;
    const char* page;
    unsigned long columns, rows;
  };
  const Case cases[] = {
      {"%%BoundingBox: 0 0 100 50\n", nullptr, nullptr, 100, 50},
      {"%%BoundingBox: 0 0 100 50\n", "144", nullptr, 200, 100},
      {"%%BoundingBox: 0 0 100 50\n", "36x72", nullptr, 50, 50},
      {"%%BoundingBox: 0 0 24 20\n%%HiResBoundingBox: 0 0 24 19.2\n", "300", nullptr, 100, 80},
      {"%%BoundingBox: (atend)\n%%EndComments\n%%Trailer\n%%BoundingBox: 0 0 20 30\n", nullptr,
       nullptr, 20, 30},
      {"%%BoundingBox: -10 -20 20 30\n", nullptr, nullptr, 30, 50},
      {"%%BeginDocument: x\n%%BoundingBox: 0 0 9 9\n%%EndDocument\n%%BoundingBox: 0 0 20 30\n",
       nullptr, nullptr, 20, 30},
      {"%%BoundingBox: 0 0 100 50\n", nullptr, "60x70", 60, 70},
      {"%%BoundingBox: 5 5 5 5\n", nullptr, nullptr, 612, 792},
      {"", nullptr, nullptr, 612, 792},
      {"", "36", nullptr, 306, 396}};
  for (const Case& one : cases) {
    SCOPED_TRACE(one.comments);
    const std::string text = "%!PS-Adobe-3.0\n" + one.comments + "showpage\n";
    const Info info;
    if (one.density != nullptr) CloneString(&info->density, one.density);
    if (one.page != nullptr) CloneString(&info->page, one.page);
    const ImageHandle image = ReadWith(text, info);
    ASSERT_TRUE(image) << exception_.Text();
    EXPECT_EQ(image->columns, one.columns);
    EXPECT_EQ(image->rows, one.rows);
    MagickStrlCpy(info->magick, "PS", sizeof info->magick);
    const ImageHandle pinged(PingBlob(info.get(), text.data(), text.size(), exception_.get()));
    ASSERT_TRUE(pinged) << exception_.Text();
    EXPECT_EQ(pinged->columns, one.columns);
    EXPECT_EQ(pinged->rows, one.rows);
  }
}

TEST_F(PsRead, ProgramsSetTheirPageSize) {
  const ImageHandle image =
      ReadText("%!\n<< /PageSize [50 70] >> setpagedevice 0 setgray 0 0 9 9 rectfill showpage\n");
  EXPECT_EQ(image->columns, 50u);
  EXPECT_EQ(image->rows, 70u);
  EXPECT_EQ(At(image, 0, 69), "000000");
}

const std::string kThreePages =
    "%!PS-Adobe-3.0\n%%BoundingBox: 0 0 9 9\n%%Pages: 3\n%%EndComments\n"
    "%%Page: 1 1\n1 0 0 setrgbcolor 0 0 9 9 rectfill showpage\n"
    "%%Page: 2 2\n0 1 0 setrgbcolor 0 0 9 9 rectfill showpage\n"
    "%%Page: 3 3\n0 0 1 setrgbcolor 0 0 9 9 rectfill showpage\n";

TEST_F(PsRead, Pages) {
  const ImageHandle all = ReadText(kThreePages);
  ASSERT_EQ(GetImageListLength(all.get()), 3u);
  const Image* second = all->next;
  EXPECT_EQ(second->scene, 1u);
  EXPECT_EQ(GetImageListLength(Pinged(kThreePages).get()), 3u);
  const Info info;
  info->subimage = 1;
  info->subrange = 1;
  const ImageHandle one = ReadWith(kThreePages, info);
  ASSERT_TRUE(one) << exception_.Text();
  EXPECT_EQ(GetImageListLength(one.get()), 1u);
  EXPECT_EQ(one->scene, 1u);
  EXPECT_EQ(At(one, 4, 4), "00ff00");
  info->subimage = 3;
  EXPECT_FALSE(ReadWith(kThreePages, info));
  EXPECT_EQ(exception_.severity(), OptionError);
}

// What follows the wanted pages is not run.
TEST_F(PsRead, EndsAfterTheLastWantedPage) {
  const Info info;
  info->subimage = 0;
  info->subrange = 1;
  const ImageHandle image = ReadWith(kThreePages + "{ } loop\n", info);
  ASSERT_TRUE(image) << exception_.Text();
  EXPECT_EQ(At(image, 4, 4), "ff0000");
}

TEST_F(PsRead, ErrorsHaveReasons) {
  EXPECT_FALSE(ReadWith("%!\nnosuchoperator\n", Info()));
  EXPECT_NE(exception_.Text().find("Ghostscript: Error: /undefined in nosuchoperator"),
            std::string::npos)
      << exception_.Text();
}

TEST_F(PsRead, ProgramsEndInTime) {
  Info info;
  info.Define("ps:time-limit=0.3");
  EXPECT_FALSE(ReadWith("%!\n{ } loop\n", info));
  EXPECT_EQ(exception_.severity(), ResourceLimitError);
  EXPECT_NE(exception_.Text().find("takes too long"), std::string::npos) << exception_.Text();
}

TEST_F(PsRead, ProgramsGetSoMuchMemory) {
  Exception exception;
  const Info info;
  EXPECT_FALSE(ReadWith("%!\n[ { 60000 string } loop\n", info));
  EXPECT_GE(exception_.severity(), ErrorException);
}

TEST_F(PsRead, ProgramsReadAndWriteNoFiles) {
  const TemporaryFolder folder;
  const std::string secret = folder.File("secret"), made = folder.File("made");
  WriteWholeFile(secret, BytesOf("1 0 0 setrgbcolor clippath fill showpage\n"));
  for (const std::string& text :
       {"%!\n(" + secret + ") (r) file cvx exec showpage\n", "%!\n(" + secret + ") run showpage\n",
        "%!\n(" + made + ") (w) file (x) writestring showpage\n",
        "%!\n(%pipe%touch " + made + ") (w) file showpage\n",
        "%!\n<< /OutputFile (" + made + ") >> setpagedevice (" + made + ") (w) file showpage\n"}) {
    Exception exception;
    const Info info;
    EXPECT_FALSE(ReadWith(text, info)) << text;
    EXPECT_NE(exception_.Text().find("invalidfileaccess"), std::string::npos) << exception_.Text();
    EXPECT_FALSE(Exists(made)) << text;
  }
}

TEST_F(PsRead, LargePagesAreRefused) {
  for (const char* text : {"%!\n%%BoundingBox: 0 0 999999999 999999999\nshowpage\n",
                           "%!\n<< /PageSize [99999 99999] >> setpagedevice showpage\n"}) {
    const magick_int64_t before = GetMagickResourceLimit(PixelsResource);
    SetMagickResourceLimit(PixelsResource, 1'000'000);
    Exception exception;
    EXPECT_FALSE(ReadBytes("PS", BytesOf(text), exception)) << text;
    EXPECT_EQ(exception.severity(), ResourceLimitError) << exception.Text();
    SetMagickResourceLimit(PixelsResource, before);
  }
}

TEST_F(PsRead, ContentIsRecognized) {
  for (const std::string& text : {kBoxed, "\004" + kBoxed})
    EXPECT_STREQ(GetImageMagick(reinterpret_cast<const unsigned char*>(text.data()), 30), "PS");
}

TEST_F(PsRead, CmykAndGray) {
  const ImageHandle image = ReadText(
      "%!\n%%BoundingBox: 0 0 20 10\n0 1 1 0 setcmykcolor 0 0 10 10 rectfill\n"
      "0.5 setgray 10 0 10 10 rectfill\n");
  EXPECT_EQ(At(image, 5, 5), "ff0000");
  EXPECT_EQ(At(image, 15, 5).substr(0, 2), At(image, 15, 5).substr(4, 2));
}

// Damaged programs end: in an image, in an error, or when their time is over.
TEST_F(PsRead, WithstandsDamage) {
  const std::string binary = TextOf(Write("EPT", MakeTestImage({9, 4}), Info(), exception_));
  for (const std::string& whole : {kThreePages, binary}) {
    if (whole.empty()) continue;  // no coder for TIFF
    std::mt19937 random(7);
    for (int round = 0; round < 12; ++round) {
      std::string text = whole.substr(0, round % 3 == 0 ? random() % whole.size() : whole.size());
      const std::size_t range = std::min<std::size_t>(text.size(), round % 2 == 0 ? 40 : 400);
      for (int flips = 0; flips < 3 && range > 0; ++flips)
        text[random() % range] = static_cast<char>(random());
      Info info;
      info.Define("ps:time-limit=1");
      MagickStrlCpy(info->magick, whole == binary ? "EPT" : "PS", sizeof info->magick);
      Exception exception;
      const ImageHandle image(BlobToImage(info.get(), text.data(), text.size(), exception.get()));
      EXPECT_TRUE(image || exception.severity() >= ErrorException) << exception.Text();
    }
  }
}

// Of EPT files, the program counts, not the preview.
TEST_F(PsRead, BinaryFiles) {
  SKIP_WITHOUT_FORMAT("TIFF");
  const Bytes written = Write("EPT", MakeTestImage({30, 40}), Info(), exception_);
  std::string file(written.begin(), written.end());
  const std::size_t start = file.find("save\n"), end = file.find("restore\n");
  ASSERT_NE(start, std::string::npos);
  std::string program = "save 0 1 0 setrgbcolor 0 0 99 99 rectfill\n";
  program.resize(end - start, '\n');
  file.replace(start, program.size(), program);
  const ImageHandle image = ReadBytes("EPT", BytesOf(file), exception_);
  ASSERT_TRUE(image) << exception_.Text();
  EXPECT_EQ(At(image, 4, 4), "00ff00");
}

}  // namespace
}  // namespace lodestone::coders::test
