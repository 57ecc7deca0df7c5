// Packed samples: ExportImagePixelArea, ImportImagePixelArea and what belongs to them.
#include <cmath>
#include <cstdint>
#include <cstring>

#include "magick/core/samples/small_floats.hpp"
#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

using Bytes = std::vector<unsigned char>;

constexpr unsigned kSizes[] = {1, 2, 3, 5, 7, 8, 9, 12, 15, 16, 17, 23, 24, 31, 32, 64};
constexpr unsigned kWidths[] = {1, 2, 3, 7, 16, 17, 255, 257};

// The samples of a pixel by the letters of a type's name.
std::vector<std::uint32_t> SamplesOf(const PixelPacket& p, const std::string& letters) {
  std::vector<std::uint32_t> samples;
  for (const char letter : letters)
    samples.push_back(letter == 'R'   ? p.red
                      : letter == 'G' ? p.green
                      : letter == 'B' ? p.blue
                      : letter == 'K' ? p.opacity
                                      : MaxRGB - p.opacity);
  return samples;
}

// The nearest multiple that fits, by division of whole numbers.
std::uint64_t Scaled(std::uint32_t sample, unsigned bits) {
  if (bits == 64) return ScaleQuantumToLong(sample) * ((std::uint64_t{1} << 32) + 1);
  const std::uint64_t most = (std::uint64_t{1} << bits) - 1;
  if (bits == 8 && QuantumDepth == 16) return (sample + 128) / 257;
  if (bits < QuantumDepth) return sample / (MaxRGB / (MaxRGB >> (QuantumDepth - bits)));
  return sample * (most / MaxRGB);
}

// A row of bits, most significant first; whole bytes of little-endian samples are turned around.
Bytes Packed(const std::vector<std::uint64_t>& samples, unsigned bits, bool little) {
  std::vector<bool> row;
  for (std::uint64_t sample : samples) {
    if (little && (bits == 16 || bits == 32 || bits == 64)) {
      std::uint64_t turned = 0;
      for (unsigned i = 0; i < bits; i += 8) turned = turned << 8 | (sample >> i & 0xff);
      sample = turned;
    }
    for (unsigned bit = bits; bit-- != 0;) row.push_back((sample >> bit & 1) != 0);
  }
  Bytes bytes((row.size() + 7) / 8);
  for (std::size_t i = 0; i < row.size(); ++i)
    bytes[i / 8] = static_cast<unsigned char>(bytes[i / 8] | row[i] << (7 - i % 8));
  return bytes;
}

struct Colors {
  QuantumType type;
  const char* letters;
};

constexpr Colors kColors[] = {{RedQuantum, "R"},     {CyanQuantum, "R"},   {GreenQuantum, "G"},
                              {YellowQuantum, "B"},  {BlueQuantum, "B"},   {MagentaQuantum, "G"},
                              {AlphaQuantum, "A"},   {BlackQuantum, "K"},  {RGBQuantum, "RGB"},
                              {RGBAQuantum, "RGBA"}, {CMYKQuantum, "RGBK"}};

Bytes Exported(const Image* image, QuantumType type, unsigned bits,
               const ExportPixelAreaOptions& options, std::size_t room, std::size_t* count) {
  Bytes bytes(room + 8, 0x5a);
  ExportPixelAreaInfo info{99};
  EXPECT_EQ(MagickPass, ExportImagePixelArea(image, type, bits, bytes.data(), &options, &info));
  for (std::size_t i = room; i < bytes.size(); ++i) EXPECT_EQ(0x5a, bytes[i]) << "beyond the end";
  bytes.resize(room);
  *count = info.bytes_exported;
  return bytes;
}

TEST(ExportPixelArea, PacksColorsOfAnySize) {
  Exception exception;
  for (const unsigned width : kWidths) {
    const ImagePtr image = RandomImage(width, 1, Kind::kMatte, width);
    const PixelPacket* pixels = AcquireImagePixels(image.get(), 0, 0, width, 1, exception);
    for (const Colors& colors : kColors)
      for (const unsigned bits : kSizes)
        for (const EndianType endian : {MSBEndian, LSBEndian}) {
          std::vector<std::uint64_t> samples;
          for (unsigned x = 0; x < width; ++x)
            for (const auto sample : SamplesOf(pixels[x], colors.letters))
              samples.push_back(Scaled(sample, bits));
          const Bytes expected = Packed(samples, bits, endian == LSBEndian);
          ExportPixelAreaOptions options;
          ExportPixelAreaOptionsInit(&options);
          options.endian = endian;
          std::size_t count = 0;
          EXPECT_EQ(expected,
                    Exported(image.get(), colors.type, bits, options, expected.size(), &count))
              << colors.letters << " of " << bits << " bits";
          EXPECT_EQ(samples.size() * bits / 8, count);
        }
  }
}

TEST(ExportPixelArea, WritesFloatsBetweenItsEnds) {
  Exception exception;
  const ImagePtr image = RandomImage(17, 1, Kind::kOpaque, 3);
  const PixelPacket* pixels = AcquireImagePixels(image.get(), 0, 0, 17, 1, exception);
  ExportPixelAreaOptions options;
  ExportPixelAreaOptionsInit(&options);
  options.sample_type = FloatQuantumSampleType;
  options.double_minvalue = -2;
  options.double_maxvalue = 6;
  options.endian = NativeEndian;
  std::size_t count = 0;
  const Bytes wide = Exported(image.get(), GreenQuantum, 64, options, 17 * 8, &count);
  const Bytes narrow = Exported(image.get(), GreenQuantum, 32, options, 17 * 4, &count);
  for (int x = 0; x < 17; ++x) {
    double value;
    float single;
    std::memcpy(&value, wide.data() + x * 8, 8);
    std::memcpy(&single, narrow.data() + x * 4, 4);
    EXPECT_DOUBLE_EQ(pixels[x].green * 8.0 / MaxRGB - 2, value);
    EXPECT_FLOAT_EQ(static_cast<float>(value), single);
  }
}

TEST(ExportPixelArea, PadsTheEnd) {
  Exception exception;
  const ImagePtr image = RandomImage(3, 1, Kind::kOpaque, 3);
  ASSERT_NE(nullptr, AcquireImagePixels(image.get(), 0, 0, 3, 1, exception));
  ExportPixelAreaOptions options;
  ExportPixelAreaOptionsInit(&options);
  options.pad_bytes = 2;
  options.pad_value = 7;
  std::size_t count = 0;
  const Bytes bytes = Exported(image.get(), RGBQuantum, 8, options, 11, &count);
  EXPECT_EQ(11u, count);
  EXPECT_EQ(Bytes({7, 7}), Bytes(bytes.begin() + 9, bytes.end()));
}

TEST(PixelArea, ImportsWhatWasExported) {
  Exception exception;
  for (const Kind kind : kAllKinds)
    for (const QuantumType type : {RGBAQuantum, CMYKAQuantum, IndexQuantum, CMYKQuantum})
      for (const unsigned bits : {16u, 17u, 24u, 32u}) {
        const ImagePtr image = RandomImage(17, 1, kind, bits);
        ImagePtr copy(CloneImage(image.get(), 0, 0, MagickTrue, exception));
        const bool palette = kind == Kind::kPalette || kind == Kind::kPaletteMatte;
        const QuantumType own = palette ? IndexQuantum : CMYKAQuantum;
        const bool direct = kind == Kind::kOpaque || kind == Kind::kMatte;
        if (direct == (type == IndexQuantum || type == CMYKAQuantum)) continue;
        if (!direct && type != own) continue;
        Bytes bytes(17 * 5 * 4 + 8);
        ASSERT_NE(nullptr, AcquireImagePixels(image.get(), 0, 0, 17, 1, exception));
        ASSERT_EQ(MagickPass,
                  ExportImagePixelArea(image.get(), type, bits, bytes.data(), nullptr, nullptr));
        PixelPacket* pixels = GetImagePixels(copy.get(), 0, 0, 17, 1);
        IndexPacket* indexes = AccessMutableIndexes(copy.get());
        for (int x = 0; x < 17; ++x) pixels[x] = {};
        for (int x = 0; indexes && x < 17; ++x) indexes[x] = 0;
        ASSERT_EQ(MagickPass,
                  ImportImagePixelArea(copy.get(), type, bits, bytes.data(), nullptr, nullptr));
        ASSERT_EQ(MagickPass, SyncImagePixels(copy.get()));
        ExpectSameImage(image.get(), copy.get(),
                        std::string(KindName(kind)) + " type " + std::to_string(type) + " bits " +
                            std::to_string(bits));
      }
}

// Where another image shares the pixels, nothing is written to it.
TEST(ImportPixelArea, NeedsPixelsToWrite) {
  Exception exception;
  const ImagePtr image = RandomImage(7, 2, Kind::kOpaque, 1);
  const ImagePtr clone(CloneImage(image.get(), 0, 0, MagickTrue, exception));
  const Bytes bytes(64);
  ASSERT_NE(nullptr, AcquireImagePixels(image.get(), 0, 0, 7, 1, exception));
  EXPECT_EQ(unsigned(MagickFail),
            ImportImagePixelArea(image.get(), RGBQuantum, 8, bytes.data(), nullptr, nullptr));
  ExpectSameImage(clone.get(), RandomImage(7, 2, Kind::kOpaque, 1).get(), "clone");
}

TEST(ImportPixelArea, RepairsIndexesAndSaysSo) {
  const ImagePtr image = RandomImage(3, 1, Kind::kPalette, 1);
  const unsigned char bytes[] = {1, 200, 2};
  ASSERT_NE(nullptr, SetImagePixels(image.get(), 0, 0, 3, 1));
  ImportPixelAreaInfo info{};
  EXPECT_EQ(MagickPass, ImportImagePixelArea(image.get(), IndexQuantum, 8, bytes, nullptr, &info));
  EXPECT_EQ(3u, info.bytes_imported);
  EXPECT_EQ(CorruptImageError, image->exception.severity);
  EXPECT_STREQ("Invalid colormap index", image->exception.reason);
  ASSERT_EQ(MagickPass, SyncImagePixels(image.get()));
  EXPECT_EQ(std::vector<IndexPacket>({1, 0, 2}), Indexes(image.get()));
}

TEST(ImportPixelArea, NotANumberAndInfinityAreBlackAndWhite) {
  const ImagePtr image = RandomImage(4, 1, Kind::kOpaque, 1);
  const float samples[] = {NAN, INFINITY, -INFINITY, 0.5f};
  ImportPixelAreaOptions options;
  ImportPixelAreaOptionsInit(&options);
  options.sample_type = FloatQuantumSampleType;
  options.endian = NativeEndian;
  for (const double white : {1.0, 0.0}) {  // with no range at all, everything is black
    options.double_maxvalue = white;
    PixelPacket* pixels = SetImagePixels(image.get(), 0, 0, 4, 1);
    ASSERT_EQ(MagickPass, ImportImagePixelArea(image.get(), RedQuantum, 32,
                                               reinterpret_cast<const unsigned char*>(samples),
                                               &options, nullptr));
    EXPECT_EQ(0, pixels[0].red);
    EXPECT_EQ(white == 0.0 ? 0 : MaxRGB, pixels[1].red);
    EXPECT_EQ(0, pixels[2].red);
    EXPECT_EQ(white == 0.0 ? 0 : (MaxRGB + 1) / 2, pixels[3].red);
  }
}

TEST(PixelArea, RefusesWhatIsMissing) {
  Exception exception;
  const ImagePtr image = RandomImage(4, 1, Kind::kOpaque, 1);
  Bytes bytes(100);
  EXPECT_EQ(unsigned(MagickFail),
            ExportImagePixelArea(nullptr, RGBQuantum, 8, bytes.data(), nullptr, nullptr));
  EXPECT_EQ(unsigned(MagickFail),
            ImportImagePixelArea(nullptr, RGBQuantum, 8, bytes.data(), nullptr, nullptr));
  EXPECT_EQ(unsigned(MagickFail),
            ExportViewPixelArea(nullptr, RGBQuantum, 8, bytes.data(), nullptr, nullptr));
  EXPECT_EQ(unsigned(MagickFail),
            ImportViewPixelArea(nullptr, RGBQuantum, 8, bytes.data(), nullptr, nullptr));
  ASSERT_NE(nullptr, GetImagePixels(image.get(), 0, 0, 4, 1));
  EXPECT_EQ(unsigned(MagickFail),
            ExportImagePixelArea(image.get(), RGBQuantum, 8, nullptr, nullptr, nullptr));
  EXPECT_EQ(unsigned(MagickFail),
            ImportImagePixelArea(image.get(), RGBQuantum, 8, nullptr, nullptr, nullptr));
  for (const unsigned bits : {0u, 33u, 63u, 65u, 4000000000u})
    EXPECT_EQ(unsigned(MagickFail),
              ExportImagePixelArea(image.get(), RGBQuantum, bits, bytes.data(), nullptr, nullptr));
  for (const QuantumType type : {IndexQuantum, IndexAlphaQuantum, CMYKAQuantum, CIEYQuantum}) {
    EXPECT_EQ(unsigned(MagickFail),
              ExportImagePixelArea(image.get(), type, 8, bytes.data(), nullptr, nullptr));
  }
  ExportPixelAreaOptionsInit(nullptr);
  ImportPixelAreaOptionsInit(nullptr);
}

TEST(PixelArea, NothingIsSelectedAtFirst) {
  const ImagePtr image(AllocateImage(nullptr));
  unsigned char byte = 9;
  ExportPixelAreaInfo info{7};
  EXPECT_EQ(MagickPass, ExportImagePixelArea(image.get(), RGBQuantum, 8, &byte, nullptr, &info));
  EXPECT_EQ(0u, info.bytes_exported);
  EXPECT_EQ(9, byte);
}

TEST(SmallFloats, AreTheNearest) {
  for (int exponent = -13; exponent < 15; ++exponent)
    for (double part = 1.0; part < 1.999; part += 0.00173) {
      const auto value = static_cast<float>(std::ldexp(part, exponent));
      EXPECT_NEAR(value, FromFloat16(Float16Bits(value)), std::ldexp(1.0, exponent - 11) * 1.02);
      EXPECT_NEAR(-value, FromFloat24(Float24Bits(-value)), std::ldexp(1.0, exponent - 17) * 1.01);
    }
  EXPECT_EQ(0u, Float16Bits(0.0f));
  EXPECT_EQ(0u, Float24Bits(-0.0f));
  EXPECT_EQ(0x3c00u, Float16Bits(1.0f));
  EXPECT_EQ(0x3f0000u, Float24Bits(1.0f));
  EXPECT_EQ(0x7effffu, Float24Bits(INFINITY));
  EXPECT_EQ(0u, Float16Bits(1e-30f));
}

TEST(ReadInlineImage, DecodesWhatFollowsTheComma) {
  Exception exception;
  const ImageInfoPtr info = NewInfo();
  const std::string file = "P5\n2 1\n255\n\x10\xf0";
  std::size_t length = 0;
  char* text =
      Base64Encode(reinterpret_cast<const unsigned char*>(file.data()), file.size(), &length);
  const std::string address = std::string("data:image/x-portable-graymap;base64,") + text;
  MagickFree(text);
  const ImagePtr image(ReadInlineImage(info.get(), address.c_str(), exception));
  ASSERT_NE(nullptr, image) << exception.text();
  EXPECT_EQ(ScaleCharToQuantum(0xf0), RedAt(image.get(), 1, 0));
  for (const char* bad : {"", "abc", "abc,", "abc,====", static_cast<const char*>(nullptr)}) {
    Exception refusal;
    EXPECT_EQ(nullptr, ImagePtr(ReadInlineImage(info.get(), bad, refusal)));
    EXPECT_EQ(CorruptImageError, refusal.severity()) << refusal.text();
  }
}

class RawRange : public testing::Test {
 protected:
  void Open(const Bytes& bytes) {
    WriteAll(folder_ / "raw", std::string(bytes.begin(), bytes.end()));
    const ImageInfoPtr info = NewInfo();
    MagickStrlCpy(image_->filename, (folder_ / "raw").c_str(), MaxTextExtent);
    ASSERT_EQ(MagickPass, OpenBlob(info.get(), image_.get(), ReadBinaryBlobMode, exception_));
  }
  unsigned Find(EndianType endian, unsigned long width, unsigned long height, StorageType type,
                unsigned octets) {
    return MagickFindRawImageMinMax(image_.get(), endian, width, height, type, octets, buffer_,
                                    &min_, &max_);
  }
  TemporaryFolder folder_;
  Exception exception_;
  const ImagePtr image_{AllocateImage(nullptr)};
  double buffer_[64] = {};
  double min_ = 9, max_ = 9;
};

TEST_F(RawRange, IsThatOfAllRows) {
  Open({0xff, 1, 2, 3, 4, 0x80});
  EXPECT_EQ(MagickPass, SeekBlob(image_.get(), 2, SEEK_SET) == 2);
  EXPECT_EQ(MagickPass, Find(MSBEndian, 2, 2, CharPixel, 2));
  EXPECT_EQ(-128, min_);
  EXPECT_EQ(4, max_);
  EXPECT_EQ(2, TellBlob(image_.get()));
  EXPECT_EQ(MagickPass, Find(MSBEndian, 2, 1, ShortPixel, 4));
  EXPECT_EQ(0x0203, min_);
  EXPECT_EQ(0x0480, max_);
  EXPECT_EQ(MagickPass, Find(LSBEndian, 1, 2, ShortPixel, 2));
  EXPECT_EQ(0x0302, min_);
  EXPECT_EQ(0x8004, max_);
  EXPECT_EQ(MagickPass, Find(LSBEndian, 1, 1, LongPixel, 4));
  EXPECT_EQ(0x80040302u, min_);
}

TEST_F(RawRange, NeedsAllRowsAndLongEnoughOnes) {
  Open({1, 2, 3, 4});
  EXPECT_EQ(unsigned(MagickFail), Find(MSBEndian, 2, 3, CharPixel, 2));
  EXPECT_EQ(0, TellBlob(image_.get()));
  EXPECT_EQ(unsigned(MagickFail), Find(MSBEndian, 2, 1, DoublePixel, 4));
  EXPECT_EQ(unsigned(MagickFail), Find(MSBEndian, 1, 1, static_cast<StorageType>(99), 4));
  EXPECT_EQ(MagickPass, Find(MSBEndian, 0, 2, CharPixel, 2));
  EXPECT_EQ(1, max_);
}

}  // namespace
}  // namespace lodestone::test
