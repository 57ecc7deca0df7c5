// PostScript files as their text says, and as Ghostscript draws them.

#include "tests/coders/ps_support.hpp"

namespace lodestone::coders::test {
namespace {

const std::vector<const char*> kLevels = {"EPS", "EPS2", "EPS3", "PS", "PS2", "PS3"};

class PsWritten : public ::testing::Test {
 protected:
  std::string FileOf(const char* magick, const ImageHandle& image, const Info& info = Info()) {
    const Bytes bytes = Write(magick, image, info, exception_);
    EXPECT_FALSE(bytes.empty()) << exception_.Text();
    for (const std::uint8_t byte : bytes) EXPECT_TRUE(byte == '\n' || (byte >= 32 && byte < 127));
    return TextOf(bytes);
  }
  std::string FileOf(const char* magick, const ImageHandle& image, CompressionType compression) {
    const Info info;
    info->compression = compression;
    return FileOf(magick, image, info);
  }

  // The page as Ghostscript shows it, a pixel for a point.
  ImageHandle Drawn(const std::string& text, unsigned long columns, unsigned long rows,
                    const std::string& device = "png16m") {
    const std::string in = folder_.File("in.ps"), out = folder_.File("out");
    WriteWholeFile(in, Bytes(text.begin(), text.end()));
    const Bytes said = OutputOf("gs -q -dSAFER -dBATCH -dNOPAUSE -dUseFastColor=true -r72 -g" +
                                std::to_string(columns) + "x" + std::to_string(rows) +
                                " -sDEVICE=" + device + " -sOutputFile=" + out + " " + in);
    EXPECT_EQ(TextOf(said), "");
    return Read(out, exception_);
  }
  void ExpectDrawn(const std::string& text, const ImageHandle& image) {
    const ImageHandle page = Drawn(text, image->columns, image->rows);
    ASSERT_TRUE(page) << exception_.Text();
    EXPECT_TRUE(Rgba16(page.get()) == Rgba16(image.get()));
  }

  const TemporaryFolder folder_;
  Exception exception_;
};

#define SKIP_WITHOUT_GHOSTSCRIPT() \
  if (!Runs("gs --version")) GTEST_SKIP() << "gs (ghostscript) is not installed"

std::string DataOf(const std::string& text, const char* after) {
  const std::size_t at = text.rfind(after);
  return at == std::string::npos ? "" : text.substr(at + std::string(after).size());
}

TEST_F(PsWritten, SamplesAreInTheText) {
  for (const bool gray : {false, true}) {
    Kind kind{19, 7};
    kind.gray = gray;
    const ImageHandle image = MakeTestImage(kind);
    const Bytes samples = ByteSamplesOf(image.get(), gray);
    Info info;
    if (!gray) info->type = TrueColorType;
    const auto data = [&](const char* magick, CompressionType compression) {
      info->compression = compression;
      return FromBase85(DataOf(FileOf(magick, image, info), "} exec\n"));
    };
    EXPECT_TRUE(data("PS2", NoCompression) == samples);
    EXPECT_TRUE(FromRunLengths(data("PS2", UndefinedCompression)) == samples);
    EXPECT_TRUE(Inflated(data("PS3", UndefinedCompression), samples.size()) == samples);
    info->compression = UndefinedCompression;
    const std::string text = FileOf("PS", image, info);
    const std::string digits = DataOf(text, gray ? "image\n" : "ifelse\n");
    EXPECT_TRUE(FromHex(digits.substr(0, digits.find("end"))) == samples);
  }
}

TEST_F(PsWritten, GhostscriptDrawsTheImage) {
  SKIP_WITHOUT_GHOSTSCRIPT();
  Kind gray{61, 17}, bilevel{61, 17};
  gray.gray = true;
  bilevel.black_white = true;
  std::vector<Kind> kinds = {{61, 17}, {1, 1}, {8, 3}, gray, bilevel};
  for (const unsigned colors : {2u, 3u, 16u, 17u, 256u}) {
    kinds.push_back({61, 17});
    kinds.back().colors = colors;
  }
  for (const char* magick : kLevels) {
    for (const Kind& kind : kinds) {
      const ImageHandle image = MakeTestImage(kind);
      for (const CompressionType compression :
           {UndefinedCompression, NoCompression, RLECompression, LZWCompression, ZipCompression}) {
        SCOPED_TRACE(std::string(magick) + " " + kind.Name() + " " +
                     CompressionTypeToString(compression));
        ExpectDrawn(FileOf(magick, image, compression), image);
      }
    }
  }
}

// Rows longer than a string of level 1, and one that has no divisor.
TEST_F(PsWritten, WideRows) {
  SKIP_WITHOUT_GHOSTSCRIPT();
  for (const unsigned long columns : {21845, 21846, 22000, 22003}) {
    const ImageHandle image = MakeTestImage({columns, 2});
    const Info info;
    CloneString(&info->page, (std::to_string(columns) + "x2").c_str());
    for (const char* magick : {"EPS", "EPS3"}) ExpectDrawn(FileOf(magick, image, info), image);
  }
}

// Devices of level 1 may have no colours: the shades are those of a grey image.
TEST_F(PsWritten, ShadesWithoutColors) {
  SKIP_WITHOUT_GHOSTSCRIPT();
  for (const unsigned colors : {0u, 17u}) {
    Kind kind{31, 9};
    kind.colors = colors;
    const ImageHandle image = MakeTestImage(kind);
    for (const CompressionType compression : {NoCompression, RLECompression}) {
      std::string text = FileOf("EPS", image, compression);
      const std::size_t at = text.find("/colorimage where");
      ASSERT_NE(at, std::string::npos);
      const ImageHandle page = Drawn(text.replace(at, 11, "/nowhere"), 31, 9);
      ASSERT_TRUE(page);
      const std::vector<std::uint16_t> rgb = Rgba16(image.get()), shown = Rgba16(page.get());
      for (std::size_t i = 0; i < rgb.size(); i += 4) {
        const double shade = 0.299 * rgb[i] + 0.587 * rgb[i + 1] + 0.114 * rgb[i + 2];
        EXPECT_NEAR(shown[i], shade, 257);
        EXPECT_EQ(shown[i], shown[i + 1]);
      }
    }
  }
}

TEST_F(PsWritten, InksStayInks) {
  SKIP_WITHOUT_GHOSTSCRIPT();
  const ImageHandle image = MakeTestImage({17, 9});
  ASSERT_TRUE(TransformColorspace(image.get(), CMYKColorspace));
  const PixelPacket* pixels = AcquireImagePixels(image.get(), 0, 0, 17, 9, exception_.get());
  Bytes inks;
  for (int i = 0; i < 17 * 9; ++i) {
    for (const Quantum ink : {pixels[i].red, pixels[i].green, pixels[i].blue, pixels[i].opacity})
      inks.push_back(static_cast<std::uint8_t>(ScaleQuantumToChar(ink)));
  }
  for (const char* magick : {"EPS2", "PS3"}) {
    Drawn(FileOf(magick, image), 17, 9, "pamcmyk32");
    const Bytes pam = ReadWholeFile(folder_.File("out"));
    ASSERT_GE(pam.size(), inks.size());
    EXPECT_TRUE(
        std::equal(inks.begin(), inks.end(), pam.end() - static_cast<std::ptrdiff_t>(inks.size())));
  }
}

TEST_F(PsWritten, JpegAndFax) {
  SKIP_WITHOUT_GHOSTSCRIPT();
  const ImageHandle flat(
      ResizeImage(MakeTestImage({1, 1}).get(), 40, 30, BoxFilter, 1.0, exception_.get()));
  Kind bilevel{257, 9};
  bilevel.black_white = true;
  const ImageHandle page = MakeTestImage(bilevel);
  for (const char* magick : {"PS2", "EPS3"}) {
    const std::string jpeg = FileOf(magick, flat, JPEGCompression);
    EXPECT_NE(jpeg.find("/DCTDecode"), std::string::npos);
    const ImageHandle drawn = Drawn(jpeg, 40, 30);
    ASSERT_TRUE(drawn);
    EXPECT_LE(MostApart(Rgba16(drawn.get()), Rgba16(flat.get())), 4 * 257);
    if (!HasFormat("TIFF")) continue;
    for (const CompressionType compression : {FaxCompression, Group4Compression}) {
      const std::string fax = FileOf(magick, page, compression);
      EXPECT_NE(fax.find("/CCITTFaxDecode"), std::string::npos);
      ExpectDrawn(fax, page);
    }
  }
}

TEST_F(PsWritten, CompressionsThatALevelLacks) {
  const auto warning = [](const char* magick, CompressionType compression) {
    const ImageHandle image = MakeTestImage({9, 4});
    Exception exception;
    const Info info;
    info->compression = compression;
    EXPECT_FALSE(Write(magick, image, info, exception).empty()) << exception.Text();
    return std::string(image->exception.reason == nullptr ? "" : image->exception.reason);
  };
  EXPECT_NE(warning("PS2", ZipCompression).find("PS2 has no Zip compression"), std::string::npos);
  EXPECT_NE(warning("PS", JPEGCompression).find("PS has no JPEG compression"), std::string::npos);
  EXPECT_EQ(warning("PS3", ZipCompression), "");
}

// Pixels that show something are blended with the paper; level 3 leaves the others out.
TEST_F(PsWritten, Transparency) {
  SKIP_WITHOUT_GHOSTSCRIPT();
  const ImageHandle image = MakeTestImage({31, 9, 8, true});
  PixelPacket* pixels = GetImagePixels(image.get(), 0, 0, 31, 9);
  for (int i = 0; i < 31 * 9; i += 5) pixels[i].opacity = TransparentOpacity;
  SyncImagePixels(image.get());
  const std::vector<std::uint16_t> rgba = Rgba16(image.get());
  for (const char* magick : {"EPS", "EPS2", "EPS3"}) {
    std::string text = FileOf(magick, image);
    const bool holes = std::string(magick) == "EPS3";
    EXPECT_EQ(text.find("/MaskDict") != std::string::npos, holes);
    text.insert(text.find("%%EndComments"), "%%\n0 0 1 setrgbcolor 0 0 99 99 rectfill\n");
    const ImageHandle page = Drawn(text, 31, 9);
    ASSERT_TRUE(page);
    const std::vector<std::uint16_t> shown = Rgba16(page.get());
    for (std::size_t i = 0; i < rgba.size(); i += 4) {
      const double alpha = rgba[i + 3] / 65535.0;
      const double paper = alpha == 0.0 && holes ? 0.0 : 65535.0;
      EXPECT_NEAR(shown[i], rgba[i] * alpha + paper * (1.0 - alpha), 257.0) << magick << " " << i;
    }
  }
  // The image itself stays as it is.
  EXPECT_TRUE(Rgba16(image.get()) == rgba);
}

TEST_F(PsWritten, Stencil) {
  SKIP_WITHOUT_GHOSTSCRIPT();
  Kind bilevel{31, 9};
  bilevel.black_white = true;
  const ImageHandle image = MakeTestImage(bilevel);
  Info info;
  info.Define("ps:imagemask=true");
  const std::string text = FileOf("EPS3", image, info);
  EXPECT_NE(text.find("imagemask"), std::string::npos);
  ExpectDrawn(text, image);
  EXPECT_EQ(FileOf("EPS2", image, info).find("imagemask"), std::string::npos);
}

TEST_F(PsWritten, Boxes) {
  struct Case {
    const char* magick;
    const char* density;
    ResolutionType units;
    const char* page;
    const char* outer;
    const char* exact;
  };
  const Case cases[] = {
      {"EPS", nullptr, UndefinedResolution, nullptr, "0 0 100 80", "0 0 100 80"},
      {"EPS2", "300", PixelsPerInchResolution, nullptr, "0 0 24 20", "0 0 24 19.2"},
      {"EPS3", "10", PixelsPerCentimeterResolution, nullptr, "0 0 284 227",
       "0 0 283.4646 226.7717"},
      {"PS", nullptr, UndefinedResolution, "200x200+10+20", "10 20 210 180", "10 20 210 180"},
      {"PS3", "144", PixelsPerInchResolution, "200x200+10+20", "10 20 110 100", "10 20 110 100"}};
  for (const Case& one : cases) {
    SCOPED_TRACE(one.exact);
    const Info info;
    if (one.density != nullptr) CloneString(&info->density, one.density);
    if (one.page != nullptr) CloneString(&info->page, one.page);
    info->units = one.units;
    const std::string text = FileOf(one.magick, MakeTestImage({100, 80}), info);
    EXPECT_EQ(LineOf(text, "%%BoundingBox: "), one.outer);
    EXPECT_EQ(LineOf(text, "%%HiResBoundingBox: "), one.exact);
    EXPECT_EQ(LineOf(text, "%%PageBoundingBox: "), one.outer);
  }
}

TEST_F(PsWritten, PagesFitOnPaper) {
  const ImageHandle image = MakeTestImage({1224, 300});
  EXPECT_EQ(LineOf(FileOf("PS2", image), "%%BoundingBox: "), "0 0 612 150");
  EXPECT_EQ(LineOf(FileOf("EPS2", image), "%%BoundingBox: "), "0 0 1224 300");
  image->x_resolution = image->y_resolution = 144;
  image->units = PixelsPerInchResolution;
  EXPECT_EQ(LineOf(FileOf("PS2", image), "%%BoundingBox: "), "0 0 612 150");
}

TEST_F(PsWritten, Labels) {
  const ImageHandle image = MakeTestImage({100, 80});
  SetImageAttribute(image.get(), "label", "one (\\)\nt\xc3\xb6 \xe2\x82\xac");
  const std::string text = FileOf("EPS2", image);
  EXPECT_EQ(LineOf(text, "%%BoundingBox: "), "0 0 100 116");
  EXPECT_EQ(LineOf(text, "%%DocumentNeededResources: "), "font Helvetica");
  EXPECT_NE(text.find("0 104 moveto (one \\(\\\\\\)) show\n0 92 moveto (t\\366 ?) show\n"),
            std::string::npos)
      << text.substr(0, 1500);
  EXPECT_NE(FileOf("EPS", image).find("(t? ?) show"), std::string::npos);
}

TEST_F(PsWritten, LabelsAreDrawn) {
  SKIP_WITHOUT_GHOSTSCRIPT();
  const ImageHandle image = MakeTestImage({100, 80});
  SetImageAttribute(image.get(), "label", "Label");
  for (const char* magick : {"EPS", "EPS2", "EPS3"}) {
    const ImageHandle page = Drawn(FileOf(magick, image), 100, 104);
    ASSERT_TRUE(page);
    const std::vector<std::uint16_t> shown = Rgba16(page.get());
    EXPECT_TRUE(std::any_of(shown.begin(), shown.begin() + 100 * 24 * 4,
                            [](std::uint16_t sample) { return sample < 30000; }));
    EXPECT_TRUE(std::equal(shown.begin() + 100 * 24 * 4, shown.end(), Rgba16(image.get()).begin()));
  }
}

TEST_F(PsWritten, Documents) {
  const ImageHandle list = MakeTestImage({9, 4}, 1);
  list->next = MakeTestImage({15, 3}, 2).Release();
  list->next->previous = list.get();
  for (const char* magick : {"PS", "PS2", "PS3"}) {
    const std::string text = FileOf(magick, list);
    EXPECT_EQ(LineOf(text, "%%Pages: "), "2");
    EXPECT_EQ(LineOf(text, "%%BoundingBox: "), "0 0 15 4");
    EXPECT_NE(text.find("%%Page: 2 2\n%%PageBoundingBox: 0 0 15 3\n"), std::string::npos);
    const Info single;
    single->adjoin = MagickFalse;
    EXPECT_EQ(LineOf(FileOf(magick, list, single), "%%Pages: "), "1");
    if (!Runs("gs --version")) continue;
    Drawn(text, 15, 4, "png16m -dFirstPage=2");
    const ImageHandle second = Read(folder_.File("out"), exception_);
    ASSERT_TRUE(second);
    const std::vector<std::uint16_t> shown = Rgba16(second.get()), image = Rgba16(list->next);
    EXPECT_TRUE(std::equal(image.begin(), image.end(), shown.begin() + 15 * 4)) << magick;
  }
  EXPECT_EQ(LineOf(FileOf("EPS", list), "%%Pages: "), "1");
}

// Black is 1, rows begin with a byte.
TEST_F(PsWritten, Preview) {
  Kind bilevel{11, 30};
  bilevel.black_white = true;
  const ImageHandle image = MakeTestImage(bilevel);
  const std::vector<std::uint16_t> rgba = Rgba16(image.get());
  Bytes bits(2 * 30);
  for (std::size_t i = 0; i < 11 * 30; ++i)
    if (rgba[4 * i] == 0)
      bits[i / 11 * 2 + i % 11 / 8] |= static_cast<std::uint8_t>(128 >> i % 11 % 8);
  for (const char* magick : {"EPSI", "EPI"}) {
    const std::string text = FileOf(magick, image);
    EXPECT_EQ(LineOf(text, "%%BeginPreview: "), "11 30 1 2");
    const std::size_t start = text.find("\n", text.find("%%BeginPreview")) + 1;
    EXPECT_TRUE(FromHex(text.substr(start, text.find("%%EndPreview") - start)) == bits);
  }
}

TEST_F(PsWritten, SixteenBitsBecomeEight) {
  const ImageHandle image = MakeTestImage({9, 4, QuantumDepth});
  EXPECT_EQ(FileOf("PS3", image).find("/BitsPerComponent 16"), std::string::npos);
}

TEST_F(PsWritten, BinaryFileWithPreview) {
  SKIP_WITHOUT_FORMAT("TIFF");
  const ImageHandle image = MakeTestImage({31, 9});
  for (const auto& [magick, level] : {std::pair{"EPT", "1"}, {"EPT2", "2"}, {"EPT3", "3"}}) {
    const Bytes file = Write(magick, image, Info(), exception_);
    ASSERT_GT(file.size(), 30u) << exception_.Text();
    const auto number = [&](std::size_t at) {
      return std::size_t{file[at]} | std::size_t{file[at + 1]} << 8 |
             std::size_t{file[at + 2]} << 16 | std::size_t{file[at + 3]} << 24;
    };
    EXPECT_EQ(number(0), 0xc6d3d0c5u);
    ASSERT_EQ(number(4), 30u);
    ASSERT_EQ(number(20), 30u + number(8));
    ASSERT_EQ(number(20) + number(24), file.size());
    const std::string text(file.begin() + 30, file.begin() + static_cast<long>(number(20)));
    EXPECT_EQ(LineOf(text, "%%LanguageLevel: "), level);
    EXPECT_TRUE(text.starts_with("%!PS-Adobe-3.0 EPSF-3.0\n") && text.ends_with("%%EOF\n"));
    const Bytes tiff(file.begin() + static_cast<long>(number(20)), file.end());
    const ImageHandle preview = ReadBytes("TIFF", tiff, exception_);
    ASSERT_TRUE(preview) << exception_.Text();
    EXPECT_TRUE(Rgba16(preview.get()) == Rgba16(image.get()));
    const ImageHandle again = ReadBytes(magick, file, exception_);
    ASSERT_TRUE(again) << exception_.Text();
    EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get()));
  }
}

TEST_F(PsWritten, Cancel) {
  SetMonitorHandler([](const char*, magick_int64_t, magick_uint64_t,
                       ExceptionInfo*) -> MagickPassFail { return MagickFail; });
  for (const char* magick : kLevels)
    EXPECT_TRUE(Write(magick, MakeTestImage({40, 30}), Info(), exception_).empty());
  SetMonitorHandler(nullptr);
}

}  // namespace
}  // namespace lodestone::coders::test
