// PDF files as other programs see them: qpdf decodes the streams, poppler renders the pages.

#include <cmath>
#include <map>

#include "tests/coders/codec_fixture.hpp"

namespace lodestone::coders::test {
namespace {

// Objects of the first page.
constexpr int kImageObject = 5, kMaskObject = 7;

std::string TextOf(const Bytes& bytes) {
  return {bytes.begin(), bytes.end()};
}

Kind GrayOf(unsigned long columns, unsigned long rows, unsigned depth) {
  return GrayKind(columns, rows, depth, false);
}

class PdfWritten : public ::testing::Test {
 protected:
  std::string FileOf(const ImageHandle& image, const Info& info, const char* magick = "PDF") {
    const std::string path = folder_.File("a.pdf");
    const Bytes bytes = Write(magick, image, info, exception_);
    EXPECT_FALSE(bytes.empty()) << exception_.Text();
    WriteWholeFile(path, bytes);
    return path;
  }
  std::string FileOf(const ImageHandle& image, CompressionType compression) {
    const Info info;
    info->compression = compression;
    return FileOf(image, info);
  }
  Bytes StreamOf(const std::string& file, int object, const char* how = "filtered") {
    int status = 0;
    Bytes bytes = OutputOf(
        "qpdf --show-object=" + std::to_string(object) + " --" + how + "-stream-data " + file,
        &status);
    EXPECT_EQ(status, 0);
    return bytes;
  }
  std::string ObjectOf(const std::string& file, int object) {
    return TextOf(OutputOf("qpdf --show-object=" + std::to_string(object) + " " + file));
  }
  std::string InfoOf(const std::string& file) { return TextOf(OutputOf("pdfinfo " + file)); }

  // As poppler shows the page, a pixel for a pixel.
  std::vector<std::uint16_t> Rendered(const std::string& file) {
    const std::string out = folder_.File("page");
    EXPECT_TRUE(Runs("pdftocairo -r 72 -singlefile -png " + file + " " + out));
    const ImageHandle page = Read(out + ".png", exception_);
    EXPECT_TRUE(page) << exception_.Text();
    return page ? Rgba16(page.get()) : std::vector<std::uint16_t>();
  }

  const TemporaryFolder folder_;
  Exception exception_;
};

#define SKIP_WITHOUT_QPDF() \
  if (!Runs("qpdf --version")) GTEST_SKIP() << "qpdf is not installed"
#define SKIP_WITHOUT_POPPLER() \
  if (!Runs("pdftocairo -v")) GTEST_SKIP() << "pdftocairo (poppler-utils) is not installed"

// Red, green and blue, or grey, of 8 or 16 bits in the order of the file.
Bytes SamplesOf(const Image* image, bool gray, unsigned bits) {
  const std::vector<std::uint16_t> rgba = Rgba16(image);
  Bytes samples;
  for (std::size_t i = 0; i < rgba.size(); ++i) {
    if (i % 4 == 3 || (gray && i % 4 != 0)) continue;
    samples.push_back(static_cast<std::uint8_t>(rgba[i] >> 8));
    if (bits == 16) samples.push_back(static_cast<std::uint8_t>(rgba[i]));
  }
  return samples;
}

TEST_F(PdfWritten, QpdfDecodesTheSamples) {
  SKIP_WITHOUT_QPDF();
  for (const unsigned long columns : kSizes) {
    const unsigned long rows = 1 + columns % 5;
    for (const Kind& kind : {Kind{columns, rows, 8}, Kind{columns, rows, QuantumDepth},
                             GrayOf(columns, rows, 8), GrayOf(columns, rows, QuantumDepth)}) {
      const ImageHandle image = MakeTestImage(kind);
      const Info color;
      if (!kind.gray) color->type = TrueColorType;
      for (const CompressionType compression :
           {NoCompression, ZipCompression, LZWCompression, RLECompression}) {
        SCOPED_TRACE(kind.Name() + " " + CompressionTypeToString(compression));
        color->compression = compression;
        const std::string file = FileOf(image, color);
        EXPECT_TRUE(Runs("qpdf --check " + file));
        const unsigned bits = image->depth > 8 ? 16 : 8;
        EXPECT_TRUE(StreamOf(file, kImageObject) == SamplesOf(image.get(), kind.gray, bits));
        EXPECT_NE(ObjectOf(file, kImageObject).find("/BitsPerComponent " + std::to_string(bits)),
                  std::string::npos);
      }
    }
  }
}

TEST_F(PdfWritten, PopplerShowsTheImage) {
  SKIP_WITHOUT_POPPLER();
  for (const unsigned long columns : {1, 3, 17, 255}) {
    Kind bilevel{columns, 9};
    bilevel.black_white = true;
    std::vector<Kind> kinds = {{columns, 9}, GrayOf(columns, 9, 8), bilevel};
    for (const unsigned colors : {2u, 3u, 5u, 17u, 256u}) {
      kinds.push_back({columns, 9});
      kinds.back().colors = colors;
    }
    for (const Kind& kind : kinds) {
      SCOPED_TRACE(kind.Name());
      const ImageHandle image = MakeTestImage(kind);
      EXPECT_TRUE(Rendered(FileOf(image, Info())) == Rgba16(image.get()));
    }
  }
}

TEST_F(PdfWritten, FewColorsTakeFewBits) {
  SKIP_WITHOUT_QPDF();
  const std::map<unsigned, const char*> bits = {{2, "1"}, {4, "2"}, {5, "4"}, {17, "8"}};
  for (const auto& [colors, expected] : bits) {
    Kind kind{19, 9};
    kind.colors = colors;
    const std::string object = ObjectOf(FileOf(MakeTestImage(kind), Info()), kImageObject);
    EXPECT_NE(object.find(std::string("/BitsPerComponent ") + expected), std::string::npos);
    EXPECT_NE(object.find("/Indexed"), std::string::npos);
  }
}

TEST_F(PdfWritten, AlphaIsASoftMask) {
  SKIP_WITHOUT_QPDF();
  for (const unsigned depth : {8u, unsigned{QuantumDepth}}) {
    const ImageHandle image = MakeTestImage({17, 9, depth, true});
    const Info info;
    info->type = TrueColorMatteType;
    const std::string file = FileOf(image, info);
    EXPECT_TRUE(StreamOf(file, kImageObject) == SamplesOf(image.get(), false, depth));
    const std::vector<std::uint16_t> rgba = Rgba16(image.get());
    Bytes alpha;
    for (std::size_t i = 3; i < rgba.size(); i += 4) {
      alpha.push_back(static_cast<std::uint8_t>(rgba[i] >> 8));
      if (depth == 16) alpha.push_back(static_cast<std::uint8_t>(rgba[i]));
    }
    EXPECT_TRUE(StreamOf(file, kMaskObject) == alpha);
    EXPECT_NE(ObjectOf(file, kImageObject).find("/SMask 7 0 R"), std::string::npos);
  }
}

TEST_F(PdfWritten, InksStayInks) {
  SKIP_WITHOUT_QPDF();
  const ImageHandle image = MakeTestImage({17, 9});
  ASSERT_TRUE(TransformColorspace(image.get(), CMYKColorspace));
  const PixelPacket* pixels = AcquireImagePixels(image.get(), 0, 0, 17, 9, exception_.get());
  Bytes inks;
  for (int i = 0; i < 17 * 9; ++i) {
    for (const Quantum ink : {pixels[i].red, pixels[i].green, pixels[i].blue, pixels[i].opacity})
      inks.push_back(static_cast<std::uint8_t>(ScaleQuantumToChar(ink)));
  }
  const std::string file = FileOf(image, Info());
  EXPECT_TRUE(StreamOf(file, kImageObject) == inks);
  EXPECT_NE(ObjectOf(file, kImageObject).find("/DeviceCMYK"), std::string::npos);
}

// Inks in JPEG files are inverted: poppler shows the same page with and without them.
TEST_F(PdfWritten, InksInJpeg) {
  SKIP_WITHOUT_POPPLER();
  const ImageHandle image = ReadBytes(
      "PNM", {'P', '6', ' ', '1', ' ', '1', ' ', '2', '5', '5', ' ', 200, 100, 50}, exception_);
  ASSERT_TRUE(image);
  const ImageHandle large(ResizeImage(image.get(), 32, 32, BoxFilter, 1.0, exception_.get()));
  ASSERT_TRUE(TransformColorspace(large.get(), CMYKColorspace));
  const auto plain = Rendered(FileOf(large, ZipCompression));
  EXPECT_LE(MostApart(plain, Rendered(FileOf(large, JPEGCompression))), 4 * 257);
  EXPECT_GT(plain[0], plain[2]);
}

TEST_F(PdfWritten, JpegIsPassedOn) {
  SKIP_WITHOUT_QPDF();
  for (const Kind& kind : {Kind{40, 30}, GrayOf(40, 30, 8)}) {
    const ImageHandle image = MakeTestImage(kind);
    const Info info;
    info->compression = JPEGCompression;
    info->quality = 60;
    const std::string file = FileOf(image, info);
    EXPECT_TRUE(StreamOf(file, kImageObject, "raw") == Write("JPEG", image, info, exception_));
    EXPECT_NE(ObjectOf(file, kImageObject).find(kind.gray ? "/DeviceGray" : "/DeviceRGB"),
              std::string::npos);
  }
}

// A photograph stays one; without -compress.
TEST_F(PdfWritten, JpegStaysJpeg) {
  SKIP_WITHOUT_QPDF();
  const ImageHandle image =
      ReadBytes("JPEG", Write("JPEG", MakeTestImage({40, 30}), Info(), exception_), exception_);
  ASSERT_TRUE(image);
  EXPECT_NE(ObjectOf(FileOf(image, Info()), kImageObject).find("/DCTDecode"), std::string::npos);
}

TEST_F(PdfWritten, FaxPages) {
  SKIP_WITHOUT_POPPLER();
  SKIP_WITHOUT_FORMAT("TIFF");
  for (const unsigned long columns : {1, 7, 8, 255, 257, 3000}) {
    Kind kind{columns, 12};
    kind.black_white = true;
    const ImageHandle image = MakeTestImage(kind);
    for (const CompressionType compression : {FaxCompression, Group4Compression})
      EXPECT_TRUE(Rendered(FileOf(image, compression)) == Rgba16(image.get())) << columns;
  }
}

TEST_F(PdfWritten, PageSizes) {
  SKIP_WITHOUT_POPPLER();
  struct Case {
    const char* density;
    ResolutionType units;
    const char* page;
    const char* expected;
  };
  const Case cases[] = {{nullptr, UndefinedResolution, nullptr, "100 x 80 pts"},
                        {"144", PixelsPerInchResolution, nullptr, "50 x 40 pts"},
                        {"300x150", UndefinedResolution, nullptr, "24 x 38.4 pts"},
                        {"10", PixelsPerCentimeterResolution, nullptr, "283.465 x 226.772 pts"},
                        {nullptr, UndefinedResolution, "200x200", "200 x 200 pts"},
                        {"144", PixelsPerInchResolution, "200x200+10+20", "100 x 100 pts"},
                        {nullptr, UndefinedResolution, "a4", "595 x 842 pts (A4)"}};
  for (const Case& one : cases) {
    const Info info;
    if (one.density != nullptr) CloneString(&info->density, one.density);
    if (one.page != nullptr) CloneString(&info->page, one.page);
    info->units = one.units;
    const std::string text = InfoOf(FileOf(MakeTestImage({100, 80}), info));
    EXPECT_NE(text.find(std::string("Page size:       ") + one.expected + "\n"), std::string::npos)
        << text;
  }
}

TEST_F(PdfWritten, ResolutionOfTheImage) {
  SKIP_WITHOUT_POPPLER();
  const ImageHandle image = MakeTestImage({100, 80});
  image->x_resolution = image->y_resolution = 200;
  image->units = PixelsPerInchResolution;
  EXPECT_NE(InfoOf(FileOf(image, Info())).find("36 x 28.8 pts"), std::string::npos);
}

// The image is fitted to the page, from its offset at the lower left.
TEST_F(PdfWritten, PlaceOnThePage) {
  SKIP_WITHOUT_QPDF();
  const Info info;
  CloneString(&info->page, "200x200+10+20");
  const std::string file = FileOf(MakeTestImage({100, 80}), info);
  EXPECT_EQ(TextOf(StreamOf(file, 4)), "q 200 0 0 160 10 20 cm /Im0 Do Q");
}

TEST_F(PdfWritten, Lists) {
  SKIP_WITHOUT_QPDF();
  const ImageHandle list = MakeTestImage({9, 4}, 1);
  list->next = MakeTestImage({5, 3, 8, true}, 2).Release();
  list->next->previous = list.get();
  const std::string file = FileOf(list, Info());
  EXPECT_TRUE(Runs("qpdf --check " + file));
  EXPECT_EQ(TextOf(OutputOf("qpdf --show-npages " + file)), "2\n");
  const Info single;
  single->adjoin = MagickFalse;
  EXPECT_EQ(TextOf(OutputOf("qpdf --show-npages " + FileOf(list, single))), "1\n");
}

TEST_F(PdfWritten, IccProfileIsShared) {
  SKIP_WITHOUT_QPDF();
  Bytes icc(400, 7);
  const std::string space = "RGB ";
  std::copy(space.begin(), space.end(), icc.begin() + 16);
  const ImageHandle list = MakeTestImage({9, 4}, 1);
  list->next = MakeTestImage({5, 3}, 2).Release();
  list->next->previous = list.get();
  for (Image* image = list.get(); image != nullptr; image = image->next)
    SetImageProfile(image, "ICM", icc.data(), icc.size());
  const Info info;
  info->type = TrueColorType;
  const std::string file = FileOf(list, info);
  const std::string object = ObjectOf(file, kImageObject);
  const std::size_t at = object.find("/ICCBased ");
  ASSERT_NE(at, std::string::npos) << object;
  EXPECT_TRUE(StreamOf(file, std::atoi(object.c_str() + at + 10)) == icc);
  const Bytes bytes = ReadWholeFile(file);
  const std::string text = TextOf(bytes);
  EXPECT_EQ(text.find("/Alternate"), text.rfind("/Alternate"));
  // A profile for other colours than the image's is left out.
  const std::string inks = "CMYK";
  std::copy(inks.begin(), inks.end(), icc.begin() + 16);
  SetImageProfile(list.get(), "ICM", icc.data(), icc.size());
  EXPECT_EQ(ObjectOf(FileOf(list, info), kImageObject).find("ICCBased"), std::string::npos);
}

TEST_F(PdfWritten, NothingThatWasNotAskedFor) {
  const ImageHandle image = MakeTestImage({9, 4});
  const std::string once = TextOf(ReadWholeFile(FileOf(image, Info())));
  EXPECT_EQ(once.find("/Info"), std::string::npos);
  EXPECT_EQ(once.find("Date"), std::string::npos);
  EXPECT_TRUE(once == TextOf(Write("PDF", image, Info(), exception_)));
}

TEST_F(PdfWritten, InformationThatWasAskedFor) {
  SKIP_WITHOUT_POPPLER();
  Info info;
  info.Define("pdf:title=A (b\\) \xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
  info.Define("pdf:author=Some (one\\)");
  info.Define("pdf:create-epoch=86400");
  const std::string file = FileOf(MakeTestImage({9, 4}), info);
  const std::string text = TextOf(OutputOf("pdfinfo -isodates -enc UTF-8 " + file));
  EXPECT_NE(text.find("Title:           A (b\\) \xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("Author:          Some (one\\)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("CreationDate:    1970-01-02T00:00:00Z\n"), std::string::npos) << text;
}

TEST_F(PdfWritten, DatesAreChecked) {
  for (const char* wrong : {"yesterday", "", "12x", "999999999999999999999"}) {
    Info info;
    info.Define(std::string("pdf:modify-epoch=") + wrong);
    Exception exception;
    EXPECT_TRUE(Write("PDF", MakeTestImage({9, 4}), info, exception).empty()) << wrong;
    EXPECT_EQ(exception.severity(), OptionError) << exception.Text();
  }
}

// Every place in the table is the start of its object.
TEST_F(PdfWritten, TableOfPlaces) {
  const std::string text =
      TextOf(Write("PDF", MakeTestImage({17, 9, 8, true}), Info(), exception_));
  const std::size_t start = text.rfind("startxref\n");
  ASSERT_NE(start, std::string::npos);
  std::size_t at = std::stoul(text.substr(start + 10));
  ASSERT_EQ(text.substr(at, 7), "xref\n0 ");
  const int count = std::stoi(text.substr(at + 7));
  at = text.find("\n", at + 7) + 1;
  for (int i = 1; i < count; ++i) {
    const std::string entry = text.substr(at + 20 * static_cast<std::size_t>(i), 20);
    EXPECT_EQ(entry.substr(10), " 00000 n \n");
    const std::string object = std::to_string(i) + " 0 obj\n";
    EXPECT_EQ(text.substr(std::stoul(entry), object.size()), object);
  }
}

TEST_F(PdfWritten, Cancel) {
  SetMonitorHandler([](const char*, magick_int64_t, magick_uint64_t,
                       ExceptionInfo*) -> MagickPassFail { return MagickFail; });
  EXPECT_TRUE(Write("PDF", MakeTestImage({40, 30}), Info(), exception_).empty());
  SetMonitorHandler(nullptr);
}

TEST_F(PdfWritten, FailedWriteLeavesNoFile) {
  Info info(folder_.File("b.pdf"));
  info.Define("pdf:create-epoch=x");
  const ImageHandle image = MakeTestImage({9, 4});
  MagickStrlCpy(image->filename, folder_.File("b.pdf").c_str(), MaxTextExtent);
  EXPECT_FALSE(WriteImage(info.get(), image.get()));
  EXPECT_FALSE(Exists(folder_.File("b.pdf")));
}

}  // namespace
}  // namespace lodestone::coders::test
