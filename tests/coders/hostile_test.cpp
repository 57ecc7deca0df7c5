// Damaged and malicious files: an image or a clear exception, never a crash, a hang, or memory
// beyond the limits. Everything is deterministic.

#include <zlib.h>

#include <algorithm>
#include <ctime>
#include <filesystem>

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

// Sets the limits of this file's tests and restores them at the end.
class Hostile : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const auto& [type, limit] : kLimits) {
      before_.emplace_back(type, GetMagickResourceLimit(type));
      SetMagickResourceLimit(type, limit);
    }
  }
  void TearDown() override {
    for (const auto& [type, limit] : before_) SetMagickResourceLimit(type, limit);
  }

  // Reads bytes as a file of a format. Any resulting image must be consistent.
  void Try(const std::string& magick, const Bytes& bytes) {
    Exception exception;
    const ImageHandle decoded = ReadBytes(magick, bytes, exception);
    ++tried_;
    if (!decoded) {
      ASSERT_GE(exception.severity(), ErrorException) << magick << exception.Text();
      return;
    }
    ++read_;
    for (const Image* image = decoded.get(); image != nullptr; image = image->next) {
      ASSERT_GT(image->columns, 0u);
      ASSERT_GT(image->rows, 0u);
      ASSERT_LE(image->columns, 5000u);
      ASSERT_LE(image->rows, 5000u);
      if (image->storage_class != PseudoClass) continue;
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception.get());
      const IndexPacket* indexes = AccessImmutableIndexes(image);
      ASSERT_NE(indexes, nullptr);
      for (std::size_t i = 0; i < std::size_t{image->columns} * image->rows; ++i) {
        ASSERT_LT(indexes[i], image->colors);
      }
    }
  }

  int tried_ = 0;
  int read_ = 0;

 private:
  static constexpr std::pair<ResourceType, magick_int64_t> kLimits[] = {
      {WidthResource, 5000}, {HeightResource, 5000}, {PixelsResource, 1000000}};
  std::vector<std::pair<ResourceType, magick_int64_t>> before_;
};

std::vector<const char*> FormatsWithSignatures() {
  return Present({"PNG", "JPEG", "PNM", "PAM", "TIFF", "JXL", "AVIF", "HEIC", "GIF", "WEBP", "PCX",
                  "SGI", "SUN", "QOI", "XPM", "JP2", "EXR"});
}

struct Sample {
  std::string magick;
  Bytes bytes;
};

// Files of every format and kind, generated here, so that these tests need no external files.
std::vector<Sample> MakeSamples() {
  std::vector<Sample> samples;
  Exception exception;
  const auto add = [&](const std::string& magick, const Kind& kind, const Info& info) {
    const ImageHandle image = MakeTestImage(kind);
    SetImageAttribute(image.get(), "comment", "a comment");
    const Bytes profile(300, 0x5a);
    SetImageProfile(image.get(), "ICM", profile.data(), profile.size());
    SetImageProfile(image.get(), "EXIF", profile.data(), profile.size());
    samples.push_back({magick, Write(magick, image, info, exception)});
  };
  Kind gray{19, 9};
  gray.gray = true;
  Kind palette{19, 9};
  palette.colors = 5;
  Kind deep{19, 9, 16, true};
  Kind bilevel{19, 9};
  bilevel.black_white = true;
  for (const Kind& kind : {Kind{19, 9}, gray, palette, deep, bilevel}) {
    for (const char* magick : FormatsWithSignatures()) add(magick, kind, Info());
    const Info interlaced;
    interlaced->interlace = LineInterlace;
    add("PNG", kind, interlaced);
    add("JPEG", kind, interlaced);
    if (HasFormat("GIF")) add("GIF", kind, interlaced);
    Info lossless;
    lossless.Define("webp:lossless=true");
    if (HasFormat("WEBP")) add("WEBP", kind, lossless);
    const Info plain;
    plain->quality = 0;
    add("PNM", kind, plain);
    for (const CompressionType compression :
         {NoCompression, LZWCompression, ZipCompression, Group4Compression, JPEGCompression}) {
      if (!HasFormat("TIFF")) continue;
      const Info tiff;
      tiff->compression = compression;
      if (compression == Group4Compression) tiff->type = BilevelType;
      add("TIFF", kind, tiff);
    }
  }
  return samples;
}

// Three frames of different sizes and places.
Sample Animation(const char* magick) {
  Image* list = nullptr;
  for (unsigned i = 0; i < 3; ++i) {
    Kind kind{19, 9 - 2 * i};
    kind.colors = 5 + 7 * i;
    ImageHandle frame = MakeTestImage(kind, i);
    frame->page = {19, 9, static_cast<long>(i), static_cast<long>(i)};
    frame->delay = 5;
    frame->dispose = BackgroundDispose;
    AppendImageToList(&list, frame.Release());
  }
  Exception exception;
  return {magick, Write(magick, ImageHandle(GetFirstImageInList(list)), Info(), exception)};
}

std::vector<Sample> AllSamples() {
  std::vector<Sample> samples = MakeSamples();
  for (const char* magick : Present({"GIF", "WEBP", "APNG"})) samples.push_back(Animation(magick));
  if (Corpus().empty()) return samples;
  int count = 0;
  for (const std::string& path : CorpusFiles("pngsuite", ".png")) {
    if (count++ % 8 == 0) samples.push_back({"PNG", ReadWholeFile(path)});
  }
  samples.push_back({"JPEG", ReadWholeFile(Corpus() + "/jpeg/testorig.jpg")});
  samples.push_back({"JPEG", ReadWholeFile(Corpus() + "/jpeg/testimgari.jpg")});
  return samples;
}

TEST_F(Hostile, SamplesAreGood) {
  for (const Sample& sample : MakeSamples()) {
    ASSERT_FALSE(sample.bytes.empty()) << sample.magick;
    Try(sample.magick, sample.bytes);
  }
  EXPECT_EQ(read_, tried_);
}

TEST_F(Hostile, TruncatedAnywhere) {
  for (const Sample& sample : AllSamples()) {
    const std::size_t step = std::max<std::size_t>(sample.bytes.size() / 60, 1);
    for (std::size_t length = 0; length < sample.bytes.size(); length += step) {
      SCOPED_TRACE(sample.magick + " cut at " + std::to_string(length));
      Try(sample.magick,
          Bytes(sample.bytes.begin(), sample.bytes.begin() + static_cast<std::ptrdiff_t>(length)));
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(Hostile, FlippedBytes) {
  std::mt19937 random(20220428);
  for (const Sample& sample : AllSamples()) {
    if (sample.bytes.empty()) continue;
    for (int round = 0; round < 60; ++round) {
      Bytes bytes = sample.bytes;
      const unsigned flips = 1 + random() % 6;
      for (unsigned i = 0; i < flips; ++i) {
        // Half of the damage is in the header, where it has the most effect.
        const std::size_t range =
            random() % 2 != 0 ? bytes.size() : std::min<std::size_t>(bytes.size(), 64);
        bytes[random() % range] = static_cast<std::uint8_t>(random());
      }
      SCOPED_TRACE(sample.magick + " round " + std::to_string(round));
      Try(sample.magick, bytes);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(Hostile, InsertedAndRemovedBytes) {
  std::mt19937 random(7);
  for (const Sample& sample : AllSamples()) {
    if (sample.bytes.size() < 4) continue;
    for (int round = 0; round < 20; ++round) {
      Bytes bytes = sample.bytes;
      const auto at = bytes.begin() + static_cast<std::ptrdiff_t>(random() % (bytes.size() - 2));
      if (round % 2 == 0) {
        bytes.insert(at, 1 + random() % 9, static_cast<std::uint8_t>(random()));
      } else {
        bytes.erase(at, at + 2);
      }
      Try(sample.magick, bytes);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(Hostile, OneFormatForAnother) {
  const std::vector<Sample> samples = MakeSamples();
  for (const Sample& sample : samples) {
    for (const char* magick : FormatsWithSignatures()) Try(magick, sample.bytes);
    for (const char* magick : {"GRAY", "RGBA"}) Try(magick, sample.bytes);
  }
}

TEST_F(Hostile, NoiseIsNoImage) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    Bytes bytes(random() % 400);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    for (const char* magick : FormatsWithSignatures()) Try(magick, bytes);
  }
  EXPECT_EQ(read_, 0);
}

// Headers that claim far more than the limits allow.
TEST_F(Hostile, HugeSizesAreRefusedBeforeAllocation) {
  const auto text = [](const std::string& s) { return Bytes(s.begin(), s.end()); };
  const std::pair<const char*, Bytes> files[] = {{"PNM", text("P5 5001 1 255\n")},
                                                 {"PNM", text("P5 1 5001 255\n")},
                                                 {"PNM", text("P6 4000 4000 255\n")},
                                                 {"PNM", text("P1 2147483647 2147483647\n")},
                                                 {"PNM", text("P4 2000000000 2000000000\n")}};
  for (const auto& [magick, bytes] : files) {
    Exception exception;
    EXPECT_FALSE(ReadBytes(magick, bytes, exception));
    EXPECT_EQ(exception.severity(), ResourceLimitError) << exception.Text();
  }
}

void AppendChunk(Bytes& png, const std::string& type, const Bytes& data) {
  const auto put = [&png](std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      png.push_back(static_cast<std::uint8_t>(value >> shift));
    }
  };
  put(static_cast<std::uint32_t>(data.size()));
  Bytes body(type.begin(), type.end());
  body.insert(body.end(), data.begin(), data.end());
  png.insert(png.end(), body.begin(), body.end());
  put(static_cast<std::uint32_t>(crc32(0, body.data(), static_cast<uInt>(body.size()))));
}

// Hundreds of compressed texts of megabytes each in a file of one megabyte.
TEST_F(Hostile, TextsDoNotFillTheMemory) {
  Exception exception;
  const Bytes plain = Write("PNG", MakeTestImage({3, 3}), Info(), exception);
  const Bytes text(7'000'000, 'x');
  Bytes data = {'k', 'e', 'y', 0, 0};
  uLongf length = compressBound(text.size());
  data.resize(5 + length);
  ASSERT_EQ(compress(data.data() + 5, &length, text.data(), text.size()), Z_OK);
  data.resize(5 + length);
  Bytes bomb(plain.begin(), plain.begin() + 33);  // signature and IHDR
  for (int i = 0; i < 150; ++i) {
    data[2] = static_cast<std::uint8_t>('A' + i);
    AppendChunk(bomb, "zTXt", data);
  }
  bomb.insert(bomb.end(), plain.begin() + 33, plain.end());
  ASSERT_LT(bomb.size(), 2'000'000u);
  const ImageHandle decoded = ReadBytes("PNG", bomb, exception);
  std::size_t kept = 0;
  if (decoded) {
    const ImageAttribute* attribute = GetImageAttribute(decoded.get(), nullptr);
    for (; attribute != nullptr; attribute = attribute->next) kept += attribute->length;
  }
  EXPECT_LE(kept, std::size_t{64} << 20);
  EXPECT_NE(exception.severity(), UndefinedException);
}

// A progressive file of hundreds of empty scans must not take hundreds of passes.
TEST_F(Hostile, ScansAreCounted) {
  Exception exception;
  const Info info;
  info->interlace = LineInterlace;
  Kind kind{600, 600};
  const Bytes bytes = Write("JPEG", MakeTestImage(kind), info, exception);
  ASSERT_FALSE(bytes.empty());
  // The last scan refines luminance; repeat it.
  std::size_t scan = bytes.size();
  for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
    if (bytes[i] == 0xff && bytes[i + 1] == 0xda) scan = i;
  }
  ASSERT_LT(scan, bytes.size());
  Bytes many(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(scan));
  const Bytes header(bytes.begin() + static_cast<std::ptrdiff_t>(scan),
                     bytes.begin() + static_cast<std::ptrdiff_t>(scan) + 2 + bytes[scan + 3]);
  for (int i = 0; i < 3000; ++i) many.insert(many.end(), header.begin(), header.end());
  many.push_back(0xff);
  many.push_back(0xd9);
  const std::clock_t start = std::clock();
  Try("JPEG", many);
  EXPECT_LT((std::clock() - start) / CLOCKS_PER_SEC, 5);
}

}  // namespace
}  // namespace lodestone::coders::test
