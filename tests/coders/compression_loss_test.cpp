// A compression that cannot hold an image is not used.
#include <cmath>

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

struct Case {
  const char* name;
  Kind kind;
  const char* words;  // of the warning for faxes, "" for none
  const char* jpeg;   // the same
  const char* webp;
};

Kind Of(bool matte, bool gray, bool black_white, unsigned colors, unsigned depth = 8) {
  Kind kind{37, 29, depth, matte, gray, black_white};
  kind.colors = colors;
  return kind;
}

const Case kCases[] = {
    {"colors", Of(false, false, false, 0), "shades or colors", "", ""},
    {"shades", Of(false, true, false, 0), "shades or colors", "", ""},
    {"palette", Of(false, false, false, 16), "shades or colors", "", ""},
    {"black and white", Of(false, false, true, 0), "", "", ""},
    {"alpha", Of(true, false, false, 0), "transparency", "transparency", ""},
    {"shades with alpha", Of(true, true, false, 0), "transparency", "transparency", ""},
#if QuantumDepth > 8
    {"16 bits", Of(false, false, false, 0, 16), "shades or colors", "more than 8 bits a sample",
     "more than 8 bits a sample"},
#endif
};

// Warnings of a writer are the image's.
std::string WarningOf(const ImageHandle& image) {
  const ExceptionInfo& said = image->exception;
  if (said.severity == UndefinedException) return "";
  EXPECT_EQ(CoderWarning, said.severity);
  return said.reason;
}

// Samples of the same image, 16 bits each, that differ by more than `step`.
std::size_t CountOther(const ImageHandle& a, const ImageHandle& b, int step) {
  const std::vector<std::uint16_t> left = Rgba16(a.get()), right = Rgba16(b.get());
  if (left.size() != right.size()) return left.size() + right.size();
  std::size_t count = 0;
  for (std::size_t i = 0; i < left.size(); ++i)
    if (std::abs(left[i] - right[i]) > step) ++count;
  return count;
}

void ExpectKept(const char* format, const Case& one, CompressionType compression,
                const std::string& words) {
  SCOPED_TRACE(std::string(one.name) + " " + CompressionTypeToString(compression));
  Exception exception;
  Info info;
  info->compression = compression;
  const ImageHandle image = MakeTestImage(one.kind);
  const Bytes bytes = Write(format, image, info, exception);
  ASSERT_FALSE(bytes.empty()) << exception.Text();
  const std::string warning = WarningOf(image);
  if (words.empty()) {
    EXPECT_EQ("", warning);
    return;
  }
  EXPECT_EQ(std::string(CompressionTypeToString(compression)) + " compression cannot hold " +
                words + "; Zip is used instead",
            warning);
  if (!ReadsFormat(format)) return;
  Exception unused;
  const ImageHandle again = ReadBytes(format, bytes, unused);
  ASSERT_TRUE(again) << unused.Text();
  EXPECT_EQ(0u, CountOther(image, again, 0));
  EXPECT_EQ(ZipCompression, again->compression);
}

class CompressionLoss : public FormatTest<> {
 protected:
  CompressionLoss() : FormatTest("TIFF") {}
};

TEST_F(CompressionLoss, IsNotThatOfTiff) {
  for (const Case& one : kCases) {
    for (const CompressionType fax : {FaxCompression, Group4Compression})
      ExpectKept("TIFF", one, fax, one.words);
    ExpectKept("TIFF", one, JPEGCompression, one.jpeg);
    ExpectKept("TIFF", one, WebPCompression, one.webp);
    for (const CompressionType lossless : {NoCompression, LZWCompression, RLECompression,
                                           ZipCompression, LZMACompression, ZSTDCompression})
      ExpectKept("TIFF", one, lossless, "");
  }
}

TEST_F(CompressionLoss, OfBlackIsNotThatOfTiff) {
  for (const CompressionType compression :
       {FaxCompression, Group4Compression, JPEGCompression, WebPCompression}) {
    Exception exception;
    const ImageHandle image = MakeTestImage({37, 29});
    ASSERT_EQ(MagickPass, TransformColorspace(image.get(), CMYKColorspace));
    Info info;
    info->compression = compression;
    const ImageHandle again = ReadBytes("TIFF", Write("TIFF", image, info, exception), exception);
    ASSERT_TRUE(again) << exception.Text();
    EXPECT_EQ(CMYKColorspace, again->colorspace) << compression;
    EXPECT_EQ(ZipCompression, again->compression) << compression;
    EXPECT_NE("", WarningOf(image)) << compression;
  }
}

// What a format has not among its compressions, and what is written instead.
TEST(AbsentCompressions, AreSaid) {
  struct Asked {
    const char* format;
    CompressionType compression;
    const char* warning;  // "" for none
  };
  constexpr Asked kAsked[] = {
      {"TIFF", BZipCompression, "TIFF has no BZip compression; written without compression"},
      {"TIFF", JPEG2000Compression,
       "TIFF has no JPEG2000 compression; written without compression"},
      {"TIFF", LosslessJPEGCompression,
       "TIFF has no Lossless JPEG compression; written without "
       "compression"},
      {"TIFF", JBIG2Compression, "TIFF has no JBIG2 compression; written without compression"},
      {"MIFF", LZWCompression, "MIFF has no LZW compression; written without compression"},
      {"MIFF", ZipCompression, ""},
      {"MIFF", NoCompression, ""},
      {"TGA", ZipCompression, "TGA has no Zip compression; written without compression"},
      {"TGA", RLECompression, ""},
      {"TGA", NoCompression, ""},
      {"PSD", LZWCompression, "PSD has no LZW compression; written without compression"},
      {"PSD", RLECompression, ""},
      {"EXR", LZWCompression, "EXR has no LZW compression; Zip is used instead"},
      {"EXR", NoCompression, ""},
      {"PDF", LZMACompression, "PDF has no LZMA compression; Zip is used instead"},
      {"PDF", LZWCompression, ""},
      // Without a choice, or with run lengths for all but None, as GraphicsMagick has it.
      {"PNG", RLECompression, ""},
      {"BMP", ZipCompression, ""},
      {"SGI", ZipCompression, ""}};
  for (const auto& [format, compression, expected] : kAsked) {
    if (!HasFormat(format)) continue;
    for (const bool asked : {true, false}) {
      Exception exception;
      Info info;
      const ImageHandle image = MakeTestImage({37, 29});
      (asked ? info->compression : image->compression) = compression;
      EXPECT_FALSE(Write(format, image, info, exception).empty()) << exception.Text();
      EXPECT_EQ(asked ? expected : "", WarningOf(image)) << format;
    }
  }
}

// What nobody asked for needs no words.
TEST_F(CompressionLoss, IsSilentIfTheImageHasTheCompression) {
  for (const CompressionType compression : {Group4Compression, JPEGCompression}) {
    Exception exception;
    const ImageHandle image = MakeTestImage({37, 29, 8, true});
    image->compression = compression;
    const ImageHandle again = ReadBytes("TIFF", Write("TIFF", image, Info(), exception), exception);
    ASSERT_TRUE(again) << exception.Text();
    EXPECT_EQ("", WarningOf(image));
    EXPECT_EQ(0u, CountOther(image, again, 0)) << compression;
  }
}

// A type that is asked for is made first.
TEST_F(CompressionLoss, IsNoneOfAnImageMadeBlackAndWhite) {
  Exception exception;
  Info info;
  info->compression = Group4Compression;
  info->type = BilevelType;
  const ImageHandle image = MakeTestImage({37, 29});
  const ImageHandle again = ReadBytes("TIFF", Write("TIFF", image, info, exception), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ("", WarningOf(image));
  EXPECT_EQ(Group4Compression, again->compression);
}

// Values of 8 bits that are stored in 16 lose nothing.
TEST_F(CompressionLoss, IsSeenByThePixels) {
  Exception exception;
  Info info;
  info->compression = JPEGCompression;
  const ImageHandle image = MakeTestImage({37, 29});
  image->depth = 16;
  SetImageOpacity(image.get(), OpaqueOpacity);
  const ImageHandle again = ReadBytes("TIFF", Write("TIFF", image, info, exception), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ("", WarningOf(image));
  EXPECT_EQ(JPEGCompression, again->compression);
}

// Transparency has a place of its own there.
TEST(CompressionLossOfPdf, IsNotThatOfPdf) {
  SKIP_WITHOUT_FORMAT("PDF");
  for (const Case& one : kCases) {
    const std::string words = one.words, jpeg = one.jpeg;
    for (const auto& [compression, expected] :
         {std::pair(Group4Compression, words == "transparency" ? "shades or colors" : words),
          std::pair(JPEGCompression, jpeg == "transparency" ? "" : jpeg)}) {
      Exception exception;
      Info info;
      info->compression = compression;
      const ImageHandle image = MakeTestImage(one.kind);
      EXPECT_FALSE(Write("PDF", image, info, exception).empty()) << exception.Text();
      const std::string warning = WarningOf(image);
      EXPECT_EQ(expected.empty(), warning.empty()) << one.name << warning;
      EXPECT_NE(std::string::npos, warning.find(expected)) << one.name << warning;
    }
  }
}

}  // namespace
}  // namespace lodestone::coders::test
