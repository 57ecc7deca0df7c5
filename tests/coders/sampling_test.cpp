// Sampling of chroma: how it is written, and what files have it.
#include "base/sampling_factors.hpp"
#include "magick/utility.h"
#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

std::string Text(const std::optional<SamplingFactors>& factors) {
  if (!factors) return "none";
  std::string text;
  for (const SamplingFactor& factor : *factors)
    text += (text.empty() ? "" : ",") + std::to_string(factor.across) + "x" +
            std::to_string(factor.down);
  return text;
}

TEST(SamplingFactors, AreReadInBothNotations) {
  const std::pair<const char*, const char*> cases[] = {{"4:4:4", "1x1,1x1,1x1,1x1"},
                                                       {"4:2:2", "2x1,1x1,1x1,1x1"},
                                                       {"4:2:0", "2x2,1x1,1x1,1x1"},
                                                       {"4:1:1", "4x1,1x1,1x1,1x1"},
                                                       {"4:4:0", "1x2,1x1,1x1,1x1"},
                                                       {"4:1:0", "4x2,1x1,1x1,1x1"},
                                                       {"3:1:1", "3x1,1x1,1x1,1x1"},
                                                       {"4:2:2:4", "2x1,1x1,1x1,1x1"},
                                                       {"2", "2x2,1x1,1x1,1x1"},
                                                       {"2x1", "2x1,1x1,1x1,1x1"},
                                                       {"2.0X1.0", "2x1,1x1,1x1,1x1"},
                                                       {"1x1, 2x2 ,1x1", "1x1,2x2,1x1,1x1"},
                                                       {"2x2,1x1,1x1,2", "2x2,1x1,1x1,2x2"}};
  for (const auto& [text, factors] : cases)
    EXPECT_EQ(factors, Text(ParseSamplingFactors(text))) << text;
}

TEST(SamplingFactors, MustMakeSense) {
  for (const char* const text :
       {"",      "foo",    "4:2",   "4:0:0", "4:3:0",  "4:2:1",     "4:2:0:1",
        "8:1:1", "4:2:0x", ":::",   "0x0",   "5x1",    "2x",        "x2",
        "2x2,",  "-1x1",   "1.5x1", "nan",   "2x1foo", "1,1,1,1,1", "99999999999"})
    EXPECT_EQ("none", Text(ParseSamplingFactors(text))) << text;
}

struct Written {
  Bytes bytes;
  std::string factors, error;
};

Written WriteJpeg(const Kind& kind, const char* option, const char* definition = nullptr) {
  Exception exception;
  Info info;
  if (option != nullptr) CloneString(&info->sampling_factor, option);
  if (definition != nullptr) info.Define(std::string("jpeg:sampling-factor=") + definition);
  Written written;
  written.bytes = Write("JPEG", MakeTestImage(kind), info, exception);
  written.error = exception.Text();
  const ImageHandle again = ReadBytes("JPEG", written.bytes, exception);
  if (again) written.factors = Attribute(again.get(), "JPEG-Sampling-factors");
  return written;
}

TEST(SamplingFactors, AreThoseOfJpegFiles) {
  const std::pair<const char*, const char*> cases[] = {
      {"4:4:4", "1x1,1x1,1x1"}, {"4:2:2", "2x1,1x1,1x1"}, {"4:2:0", "2x2,1x1,1x1"},
      {"4:1:1", "4x1,1x1,1x1"}, {"4:4:0", "1x2,1x1,1x1"}, {"4:1:0", "4x2,1x1,1x1"}};
  for (const auto& [text, factors] : cases) {
    EXPECT_EQ(factors, WriteJpeg({33, 17}, text).factors) << text;
    EXPECT_EQ(factors, WriteJpeg({33, 17}, nullptr, text).factors) << text;
    EXPECT_EQ(factors, WriteJpeg({33, 17}, "3x1", text).factors) << text;
  }
  Kind gray{33, 17};
  gray.gray = true;
  EXPECT_EQ("2x2", WriteJpeg(gray, "4:2:0").factors);
}

TEST(SamplingFactors, GiveTheJpegFilesOfGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  const std::string source = folder.File("a.ppm");
  Exception exception;
  WriteWholeFile(source, Write("PPM", MakeTestImage({61, 47}), Info(), exception));
  for (const std::string text : {"4:4:4", "4:2:2", "4:2:0", "4:1:1", "4:4:0", "4:1:0", "2x1"})
    EXPECT_TRUE(WriteJpeg({61, 47}, text.c_str()).bytes ==
                RunGm("convert " + source + " -sampling-factor " + text + " jpeg:-"))
        << text;
}

TEST(SamplingFactors, ThatAFormatCannotHaveAreNamed) {
  for (const char* const text : {"foo", "4:2", "0x0", "5x1"}) {
    const Written written = WriteJpeg({33, 17}, text);
    EXPECT_TRUE(written.bytes.empty()) << text;
    EXPECT_NE(std::string::npos,
              written.error.find(std::string("Unrecognized sampling factors: ") + text))
        << written.error;
  }
  for (const char* const text : {"4x4,1x1,1x1", "3x1,2x1,1x1"}) {
    const Written written = WriteJpeg({33, 17}, text);
    EXPECT_TRUE(written.bytes.empty()) << text;
    EXPECT_NE(std::string::npos, written.error.find(text)) << written.error;
  }
}

// Bytes of the planes of 16x8 pixels.
TEST(SamplingFactors, AreThoseOfYuvFiles) {
  const std::pair<const char*, std::size_t> cases[] = {
      {"4:2:0", 192}, {"4:2:2", 256}, {"4:4:4", 384}, {"2x2,1x1,1x1", 192}, {"4:1:1", 0}};
  for (const auto& [text, size] : cases) {
    Exception exception;
    Info info;
    CloneString(&info->sampling_factor, text);
    EXPECT_EQ(size, Write("YUV", MakeTestImage({16, 8}), info, exception).size()) << text;
    EXPECT_EQ(size == 0, exception.Text().find(text) != std::string::npos) << exception.Text();
  }
}

// Grey noise and colours that change from pixel to pixel: what chroma loses, others do not.
TEST(SamplingFactors, HoldForAvifHeicAndTiff) {
  for (const char* const format : Present({"AVIF", "HEIC", "TIFF"})) {
    std::vector<std::size_t> sizes;
    for (const char* const text : {"4:2:0", "4:2:2", "4:4:4"}) {
      Exception exception;
      Info info;
      info->compression = JPEGCompression;
      CloneString(&info->sampling_factor, text);
      sizes.push_back(Write(format, MakeTestImage({64, 64}), info, exception).size());
      EXPECT_NE(0u, sizes.back()) << format << text << exception.Text();
    }
    EXPECT_LT(sizes[0], sizes[1]) << format;
    EXPECT_LT(sizes[1], sizes[2]) << format;
    Exception exception;
    Info info;
    info->compression = JPEGCompression;
    CloneString(&info->sampling_factor, "4:2");
    EXPECT_TRUE(Write(format, MakeTestImage({64, 64}), info, exception).empty()) << format;
    EXPECT_NE(std::string::npos, exception.Text().find("4:2")) << exception.Text();
  }
}

// Four pixels a sample need larger strips and tiles.
TEST(SamplingFactors, OfTiffMayBeFour) {
  SKIP_WITHOUT_FORMAT("TIFF");
  for (const char* const definitions : {"tiff:rows-per-strip=8", "tiff:tile-geometry=16x16"}) {
    for (const char* const text : {"4:1:1", "4:1:0", "4x2", "1x4"}) {
      Exception exception;
      Info info;
      info.Define(definitions);
      info->compression = JPEGCompression;
      CloneString(&info->sampling_factor, text);
      const Bytes bytes = Write("TIFF", MakeTestImage({70, 70}), info, exception);
      EXPECT_TRUE(ReadBytes("TIFF", bytes, exception)) << text << exception.Text();
    }
  }
}

}  // namespace
}  // namespace lodestone::coders::test
