// Writing TIFF: what gm and libtiff's programs read, options, pages, pyramids.

#include "tests/coders/tiff_support.hpp"

namespace lodestone::coders::test {
namespace {

class TiffWrite : public TiffTest {};

constexpr CompressionType kLossless[] = {NoCompression,  LZWCompression,  RLECompression,
                                         ZipCompression, LZMACompression, ZSTDCompression};

void ExpectSame(const Image* expected, const Image* actual) {
  EXPECT_TRUE(Rgba16(expected) == Rgba16(actual));
}

// Writes, reads back, and lets gm read.
void RoundTrip(const Kind& kind, const Info& info, const TemporaryFolder& folder,
               const std::string& magick = "TIFF") {
  SCOPED_TRACE(kind.Name());
  Exception exception;
  const ImageHandle image = MakeTestImage(kind);
  const Bytes bytes = Write(magick, image, info, exception);
  ASSERT_FALSE(bytes.empty()) << exception.Text();
  const ImageHandle again = ReadBytes("TIFF", bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  ExpectSame(image.get(), again.get());
  if (!HaveGm()) return;
  WriteWholeFile(folder.File("o.tif"), bytes);
  EXPECT_TRUE(Rgba16(image.get()) == AtOurDepth(GmRgba16(folder.File("o.tif"))));
}

std::vector<Kind> Kinds(unsigned long columns, unsigned long rows) {
  std::vector<Kind> kinds;
  for (const unsigned depth : {8u, 16u}) {
    for (const bool matte : {false, true}) {
      Kind kind{columns, rows, depth, matte};
      kinds.push_back(kind);
      kind.gray = true;
      kinds.push_back(kind);
    }
  }
  Kind bilevel{columns, rows};
  bilevel.black_white = true;
  kinds.push_back(bilevel);
  for (const unsigned colors : {1u, 2u, 3u, 5u, 17u, 256u}) {
    Kind kind{columns, rows};
    kind.colors = colors;
    kinds.push_back(kind);
  }
  return kinds;
}

TEST_F(TiffWrite, EveryKindAtOddSizes) {
  const TemporaryFolder folder;
  for (const unsigned long size : kSizes) {
    for (const Kind& kind : Kinds(size, 257 / size + 1)) RoundTrip(kind, Info(), folder);
  }
}

TEST_F(TiffWrite, EveryCompressionAndLayout) {
  const TemporaryFolder folder;
  for (const CompressionType compression : kLossless) {
    for (const char* definitions :
         {"", "tiff:tile=1", "tiff:tile-geometry=16x32", "tiff:rows-per-strip=3",
          "tiff:strip-per-page=TRUE", "tiff:predictor=1", "tiff:fill-order=lsb2msb"}) {
      for (const InterlaceType interlace : {NoInterlace, PlaneInterlace}) {
        for (const EndianType endian : {LSBEndian, MSBEndian}) {
          SCOPED_TRACE(std::to_string(compression) + definitions);
          Info info;
          if (*definitions != '\0') info.Define(definitions);
          info->compression = compression;
          info->interlace = interlace;
          info->endian = endian;
          for (const Kind& kind : {Kind{37, 41, 8, true}, Kind{37, 41, 16}}) {
            RoundTrip(kind, info, folder, endian == MSBEndian ? "BIGTIFF" : "TIFF");
          }
        }
      }
    }
  }
}

TEST_F(TiffWrite, Faxes) {
  const TemporaryFolder folder;
  Kind kind{203, 57};
  kind.black_white = true;
  for (const CompressionType compression : {FaxCompression, Group4Compression}) {
    for (const char* definitions :
         {"", "tiff:fill-order=msb2lsb", "tiff:group-three-options=1", "tiff:rows-per-strip=10"}) {
      Info info;
      if (*definitions != '\0') info.Define(definitions);
      info->compression = compression;
      RoundTrip(kind, info, folder);
    }
  }
}

// The levels that a size of sample has, rounded down below a quantum.
TEST_F(TiffWrite, BitsPerSample) {
  for (const unsigned bits : {1u, 2u, 3u, 4u, 5u, 7u, 8u, 9u, 10u, 12u, 14u, 16u, 24u, 32u, 64u}) {
    SCOPED_TRACE(bits);
    Info info;
    info.Define("tiff:bits-per-sample=" + std::to_string(bits));
    Exception exception;
    const ImageHandle image = MakeTestImage({19, 11, 16, true});
    const Bytes bytes = Write("TIFF", image, info, exception);
    const ImageHandle again = ReadBytes("TIFF", bytes, exception);
    ASSERT_TRUE(again) << exception.Text();
    const std::vector<std::uint16_t> before = Rgba16(image.get()), after = Rgba16(again.get());
    const double step = bits >= QuantumDepth ? 0.0 : 65535.0 / ((1u << bits) - 1);
    for (std::size_t i = 0; i < before.size(); ++i) ASSERT_NEAR(before[i], after[i], step) << i;
  }
}

// The values of a directory's entry 262: 0 where white is 0, 1 where black is.
TEST_F(TiffWrite, Photometric) {
  Kind bilevel{19, 11};
  bilevel.black_white = true;
  Kind gray{19, 11}, deep{19, 11, 16}, alpha{19, 11, 8, true};
  gray.gray = deep.gray = alpha.gray = true;
  const std::pair<Kind, CompressionType> cases[] = {
      {bilevel, UndefinedCompression}, {bilevel, FaxCompression},    {bilevel, Group4Compression},
      {gray, UndefinedCompression},    {deep, UndefinedCompression}, {alpha, UndefinedCompression}};
  for (const auto& [kind, compression] : cases)
    for (const char* name : {"miniswhite", "minisblack"}) {
      SCOPED_TRACE(kind.Name() + " " + name);
      Exception exception;
      Info info;
      info->compression = compression;
      info.Define(std::string("tiff:photometric=") + name);
      info->endian = LSBEndian;
      const ImageHandle image = MakeTestImage(kind);
      const Bytes bytes = Write("TIFF", image, info, exception);
      const ImageHandle again = ReadBytes("TIFF", bytes, exception);
      ASSERT_TRUE(again) << exception.Text();
      ExpectSame(image.get(), again.get());
      const Bytes entry = {6, 1, 3, 0, 1, 0, 0, 0, static_cast<std::uint8_t>(name[5] == 'b')};
      EXPECT_NE(bytes.end(), std::search(bytes.begin(), bytes.end(), entry.begin(), entry.end()));
    }
}

TEST_F(TiffWrite, FloatingPoint) {
  for (const unsigned bits : {16u, 24u, 32u, 64u}) {
    Info info;
    info.Define("tiff:sample-format=ieeefp,tiff:min-sample-value=-1,tiff:max-sample-value=3");
    info.Define("tiff:bits-per-sample=" + std::to_string(bits));
    Exception exception;
    const ImageHandle image = MakeTestImage({19, 11, 16});
    const Bytes bytes = Write("TIFF", image, info, exception);
    const ImageHandle again = ReadBytes("TIFF", bytes, exception);
    ASSERT_TRUE(again) << exception.Text();
    const std::vector<std::uint16_t> before = Rgba16(image.get()), after = Rgba16(again.get());
    const double step = bits == 16 ? 65535.0 / 1024 : bits == 24 ? 1.0 : 0.0;
    for (std::size_t i = 0; i < before.size(); ++i) ASSERT_NEAR(before[i], after[i], step) << i;
  }
}

TEST_F(TiffWrite, InksAsGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Exception exception;
  for (const bool matte : {false, true}) {
    const ImageHandle image = MakeTestImage({31, 17, 8, matte});
    const Info info;
    info->type = matte ? ColorSeparationMatteType : ColorSeparationType;
    const Bytes bytes = Write("TIFF", image, info, exception);
    ASSERT_FALSE(bytes.empty()) << exception.Text();
    WriteWholeFile(folder.File("o.tif"), bytes);
    const ImageHandle again = ReadBytes("TIFF", bytes, exception);
    ASSERT_TRUE(again) << exception.Text();
    EXPECT_EQ(again->colorspace, CMYKColorspace);
    const Bytes theirs = RunGm("convert " + folder.File("o.tif") + " cmyk:-");
    EXPECT_TRUE(theirs == Write("CMYK", again, Info(), exception));
  }
}

TEST_F(TiffWrite, LossyCompressionsStayClose) {
  const TemporaryFolder folder;
  Exception exception;
  const ImageHandle image(
      ReadImage(Info("gradient:red-blue").Size("64x48").get(), exception.get()));
  ASSERT_TRUE(image) << exception.Text();
  ASSERT_EQ(MagickPass, SetImageDepth(image.get(), 8));
  for (const CompressionType compression : {JPEGCompression, WebPCompression}) {
    for (const char* definitions : {"", "tiff:tile-geometry=32x32"}) {
      Info info;
      if (*definitions != '\0') info.Define(definitions);
      info->compression = compression;
      info->quality = 95;
      const Bytes bytes = Write("TIFF", image, info, exception);
      const ImageHandle again = ReadBytes("TIFF", bytes, exception);
      ASSERT_TRUE(again) << exception.Text();
      const std::vector<std::uint16_t> before = Rgba16(image.get()), after = Rgba16(again.get());
      for (std::size_t i = 0; i < before.size(); ++i) ASSERT_NEAR(before[i], after[i], 257 * 12);
      if (!HaveGm()) continue;
      WriteWholeFile(folder.File("o.tif"), bytes);
      EXPECT_TRUE(after == AtOurDepth(GmRgba16(folder.File("o.tif"))));
    }
  }
}

TEST_F(TiffWrite, AssociatedAlpha) {
  Info info;
  info.Define("tiff:alpha=associated");
  Exception exception;
  const ImageHandle image = MakeTestImage({31, 17, 16, true});
  const ImageHandle again = ReadBytes("TIFF", Write("TIFF", image, info, exception), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(Attribute(again.get(), "alpha"), "Associated");
  const std::vector<std::uint16_t> before = Rgba16(image.get()), after = Rgba16(again.get());
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double alpha = before[i | 3] / 65535.0;
    EXPECT_NEAR(before[i] * alpha, after[i] * alpha, QuantumDepth == 16 ? 1.0 : 257.0) << i;
  }
}

TEST_F(TiffWrite, Pages) {
  Exception exception;
  Image* list = nullptr;
  std::vector<std::vector<std::uint16_t>> expected;
  for (unsigned long i = 0; i < 4; ++i) {
    const ImageHandle page = MakeTestImage({10 + i, 7}, static_cast<std::uint32_t>(i + 1));
    expected.push_back(Rgba16(page.get()));
    AppendImageToList(&list, CloneImage(page.get(), 0, 0, MagickTrue, exception.get()));
  }
  const ImageHandle pages(GetFirstImageInList(list));
  const TemporaryFolder folder;
  for (const char* magick : {"TIFF", "BIGTIFF"}) {
    const Bytes bytes = Write(magick, pages, Info(), exception);
    WriteWholeFile(folder.File("p.tif"), bytes);
    const ImageHandle all = Read(folder.File("p.tif"), exception);
    ASSERT_TRUE(all) << exception.Text();
    ASSERT_EQ(GetImageListLength(all.get()), 4u);
    std::size_t i = 0;
    for (const Image* page = all.get(); page != nullptr; page = page->next, ++i) {
      EXPECT_EQ(page->scene, i);
      EXPECT_TRUE(Rgba16(page) == expected[i]);
    }
    const ImageHandle third = Read(folder.File("p.tif[2]"), exception);
    ASSERT_TRUE(third) << exception.Text();
    EXPECT_EQ(GetImageListLength(third.get()), 1u);
    EXPECT_TRUE(Rgba16(third.get()) == expected[2]);
    const ImageHandle middle = Read(folder.File("p.tif[1-2]"), exception);
    ASSERT_TRUE(middle) << exception.Text();
    EXPECT_EQ(GetImageListLength(middle.get()), 2u);
    Exception missing;
    EXPECT_FALSE(Read(folder.File("p.tif[9]"), missing));
    EXPECT_GE(missing.severity(), ErrorException);
    const Info header(folder.File("p.tif"));
    const ImageHandle pinged(PingImage(header.get(), exception.get()));
    ASSERT_TRUE(pinged) << exception.Text();
    EXPECT_EQ(GetImageListLength(pinged.get()), 4u);
    EXPECT_EQ(pinged->next->columns, 11u);
  }
  const Info single;
  single->adjoin = MagickFalse;
  const Bytes one = Write("TIFF", pages, single, exception);
  const ImageHandle read = ReadBytes("TIFF", one, exception);
  ASSERT_TRUE(read) << exception.Text();
  EXPECT_EQ(GetImageListLength(read.get()), 1u);
}

TEST_F(TiffWrite, Pyramid) {
  Exception exception;
  Kind kind{200, 130};
  const ImageHandle image = MakeTestImage(kind);
  const ImageHandle levels = ReadBytes("TIFF", Write("PTIF", image, Info(), exception), exception);
  ASSERT_TRUE(levels) << exception.Text();
  ASSERT_EQ(GetImageListLength(levels.get()), 3u);
  ExpectSame(image.get(), levels.get());
  const ImageHandle half(ResizeImage(image.get(), 100, 65, TriangleFilter, 1.0, exception.get()));
  const ImageHandle stored = ReadBytes("TIFF", Write("TIFF", half, Info(), exception), exception);
  ASSERT_TRUE(stored) << exception.Text();
  ExpectSame(stored.get(), levels->next);
  EXPECT_EQ(levels->next->next->columns, 50u);
  EXPECT_EQ(levels->next->next->rows, 32u);
  Info info;
  info.Define("ptif:minimum-geometry=90x60");
  const ImageHandle fewer = ReadBytes("TIFF", Write("PTIF", image, info, exception), exception);
  ASSERT_TRUE(fewer) << exception.Text();
  EXPECT_EQ(GetImageListLength(fewer.get()), 2u);
}

TEST_F(TiffWrite, SameBytesEveryTime) {
  Exception exception;
  const ImageHandle image = MakeTestImage({300, 200, 16, true});
  for (const CompressionType compression : kLossless) {
    const Info info;
    info->compression = compression;
    const Bytes once = Write("TIFF", image, info, exception);
    EXPECT_FALSE(once.empty()) << exception.Text();
    EXPECT_TRUE(once == Write("TIFF", image, info, exception));
  }
}

// Sets a limit during its lifetime.
class Limit {
 public:
  Limit(ResourceType type, magick_int64_t limit)
      : type_(type), before_(GetMagickResourceLimit(type)) {
    SetMagickResourceLimit(type, limit);
  }
  ~Limit() { SetMagickResourceLimit(type_, before_); }
  Limit(const Limit&) = delete;
  Limit& operator=(const Limit&) = delete;

 private:
  const ResourceType type_;
  const magick_int64_t before_;
};

// Several threads decode and compress strips and tiles of large images.
TEST_F(TiffWrite, ThreadsChangeNothing) {
  Exception exception;
  const ImageHandle image = MakeTestImage({331, 277, 16, true});
  const std::vector<std::uint16_t> expected = Rgba16(image.get());
  for (const CompressionType compression : kLossless) {
    for (const char* definitions : {"tiff:rows-per-strip=30", "tiff:tile-geometry=64x48"}) {
      for (const InterlaceType interlace : {NoInterlace, PlaneInterlace}) {
        SCOPED_TRACE(std::to_string(compression) + definitions);
        Info info;
        info.Define(definitions);
        info->compression = compression;
        info->interlace = interlace;
        const Bytes together = Write("TIFF", image, info, exception);
        ASSERT_FALSE(together.empty()) << exception.Text();
        EXPECT_TRUE(expected == Rgba16(ReadBytes("TIFF", together, exception).get()));
        const Limit one(ThreadsResource, 1);
        EXPECT_TRUE(together == Write("TIFF", image, info, exception));
        EXPECT_TRUE(expected == Rgba16(ReadBytes("TIFF", together, exception).get()));
      }
    }
  }
}

// With little memory left, a strip is written and read line by line.
TEST_F(TiffWrite, LinesOfLargeStrips) {
  Exception exception;
  const ImageHandle image = MakeTestImage({700, 400, 16});
  const std::vector<std::uint16_t> expected = Rgba16(image.get());
  const magick_int64_t pixels = 700 * 400 * sizeof(PixelPacket);
  for (const CompressionType compression : kLossless) {
    for (const InterlaceType interlace : {NoInterlace, PlaneInterlace}) {
      Info info;
      info.Define("tiff:strip-per-page=TRUE");
      info->compression = compression;
      info->interlace = interlace;
      const magick_int64_t used = GetMagickResource(MemoryResource);
      Bytes bytes;
      {
        const Limit memory(MemoryResource, used + 3000000);
        bytes = Write("TIFF", image, info, exception);
      }
      ASSERT_FALSE(bytes.empty()) << exception.Text();
      const Limit memory(MemoryResource, used + pixels + 400000);
      const ImageHandle again = ReadBytes("TIFF", bytes, exception);
      ASSERT_TRUE(again) << exception.Text();
      EXPECT_TRUE(expected == Rgba16(again.get()));
    }
  }
}

// As tiffinfo tells it.
TEST_F(TiffWrite, TiffinfoFindsNothingWrong) {
  SKIP_WITHOUT_TIFF_TOOL("tiffinfo");
  const TemporaryFolder folder;
  Exception exception;
  for (const Kind& kind : Kinds(37, 23)) {
    WriteWholeFile(folder.File("o.tif"), Write("TIFF", MakeTestImage(kind), Info(), exception));
    EXPECT_TRUE(
        RunProgram("test -z \"$(tiffinfo -D " + folder.File("o.tif") + " 2>&1 > /dev/null)\""))
        << kind.Name();
  }
}

TEST_F(TiffWrite, RawFaxAsGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Kind kind{203, 57};
  kind.black_white = true;
  const ImageHandle image = MakeTestImage(kind);
  Exception exception;
  WriteWholeFile(folder.File("s.pbm"), Write("PBM", image, Info(), exception));
  const Bytes ours = Write("GROUP4RAW", image, Info(), exception);
  ASSERT_FALSE(ours.empty()) << exception.Text();
  EXPECT_TRUE(ours == RunGm("convert " + folder.File("s.pbm") + " GROUP4RAW:-"));
  std::size_t length = 0;
  unsigned char* blob = ImageToHuffman2DBlob(image.get(), nullptr, &length, exception.get());
  ASSERT_NE(blob, nullptr) << exception.Text();
  EXPECT_TRUE(ours == Bytes(blob, blob + length));
  MagickFree(blob);
}

}  // namespace
}  // namespace lodestone::coders::test
