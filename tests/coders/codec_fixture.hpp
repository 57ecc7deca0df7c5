// Shared by the tests of formats that other programs read and write too.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {

// Whether a shell command succeeds.
inline bool Runs(const std::string& command) {
  return std::system((command + " > /dev/null 2>&1").c_str()) == 0;
}

// The programs of Debian's libopenjp2-tools. They end with 1 when they only print help.
#define SKIP_WITHOUT_OPENJPEG()                                               \
  if (!Runs("command -v opj_compress") || !Runs("command -v opj_decompress")) \
  GTEST_SKIP() << "opj_compress and opj_decompress (libopenjp2-tools) are not installed"

// The largest difference of two samples.
inline int MostApart(const std::vector<std::uint16_t>& a, const std::vector<std::uint16_t>& b) {
  EXPECT_EQ(a.size(), b.size());
  int most = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    most = std::max(most, std::abs(int{a[i]} - int{b[i]}));
  return most;
}

inline Kind GrayKind(unsigned long columns, unsigned long rows, unsigned depth, bool matte) {
  Kind kind{columns, rows, depth, matte};
  kind.gray = true;
  return kind;
}

// The smallest EXIF profile: one directory with the orientation.
inline Bytes ExifWith(OrientationType orientation) {
  return {'E', 'x',  'i',  'f', 0,
          0,   'I',  'I',  42,  0,
          8,   0,    0,    0,   1,
          0,   0x12, 0x01, 3,   0,
          1,   0,    0,    0,   static_cast<std::uint8_t>(orientation),
          0,   0,    0,    0,   0,
          0,   0};
}

inline Bytes RandomBytes(std::size_t length, std::uint32_t seed) {
  std::mt19937 random(seed);
  Bytes bytes(length);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

// A matrix profile that libpng accepts as valid.
inline Bytes Icc(std::size_t length) {
  Bytes bytes = RandomBytes(length, 7);
  const auto put = [&bytes](std::size_t at, std::uint32_t value) {
    for (std::size_t i = 0; i < 4; ++i) {
      bytes[at + i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
    }
  };
  std::fill(bytes.begin(), bytes.begin() + 132, std::uint8_t{0});
  put(0, static_cast<std::uint32_t>(length));
  put(8, 0x02400000);
  std::copy_n("mntrRGB XYZ ", 12, bytes.begin() + 12);
  std::copy_n("acsp", 4, bytes.begin() + 36);
  put(68, 0x0000f6d6);
  put(72, 0x00010000);
  put(76, 0x0000d32d);
  put(128, 0);  // no tags
  return bytes;
}

// Tests of one format, skipped if this build does not write it.
class CodecTest : public ::testing::Test {
 protected:
  // `define`: of files that the tests write.
  CodecTest(const char* magick, const char* define) : magick_(magick), define_(define) {}

  void SetUp() override {
    const MagickInfo* const format = GetMagickInfo(magick_.c_str(), exception_.get());
    if (format == nullptr || format->encoder == nullptr)
      GTEST_SKIP() << "this build does not write " << magick_;
  }

  Bytes Encoded(const ImageHandle& image, unsigned long quality, const char* define = nullptr) {
    Info info;
    info->quality = quality;
    info.Define(define == nullptr ? define_ : define);
    Bytes bytes = Write(magick_, image, info, exception_);
    EXPECT_FALSE(bytes.empty()) << exception_.Text();
    return bytes;
  }
  ImageHandle Decoded(const Bytes& bytes) {
    ImageHandle image = ReadBytes(magick_, bytes, exception_);
    EXPECT_TRUE(image) << exception_.Text();
    return image;
  }
  ImageHandle DecodedWith(const Bytes& bytes, const char* define) {
    Info info;
    info.Define(define);
    ImageHandle image(BlobToImage(info.get(), bytes.data(), bytes.size(), exception_.get()));
    EXPECT_TRUE(image) << exception_.Text();
    return image;
  }
  ImageHandle Pinged(const Bytes& bytes) {
    ImageHandle image(PingBlob(Info().get(), bytes.data(), bytes.size(), exception_.get()));
    EXPECT_TRUE(image) << exception_.Text();
    return image;
  }
  ImageHandle ReadFile(const std::string& name) {
    ImageHandle image = Read(name, exception_);
    EXPECT_TRUE(image) << exception_.Text();
    return image;
  }
  std::string PngOf(const ImageHandle& image, const std::string& name = "in.png") {
    WriteWholeFile(folder_.File(name), Write("PNG", image, Info(), exception_));
    return folder_.File(name);
  }

  void ExpectSizesGrowWithQuality(std::initializer_list<unsigned long> qualities) {
    const ImageHandle image = MakeTestImage({128, 96});
    std::size_t before = 0;
    for (const unsigned long quality : qualities) {
      const std::size_t size = Encoded(image, quality).size();
      EXPECT_GT(size, before) << quality;
      before = size;
    }
  }

  void ExpectThreadsChangeNothing() {
    const ImageHandle image = MakeTestImage({700, 500});
    const magick_int64_t threads = GetMagickResourceLimit(ThreadsResource);
    SetMagickResourceLimit(ThreadsResource, 1);
    const Bytes one = Encoded(image, 80);
    const std::vector<std::uint16_t> pixels = Rgba16(Decoded(one).get());
    SetMagickResourceLimit(ThreadsResource, 4);
    EXPECT_TRUE(one == Encoded(image, 80));
    EXPECT_TRUE(pixels == Rgba16(Decoded(one).get()));
    SetMagickResourceLimit(ThreadsResource, threads);
  }

  void ExpectMemoryIsLimited(magick_int64_t limit) {
    const Bytes bytes = Encoded(MakeTestImage({1000, 800}), 60);
    const magick_int64_t before = GetMagickResourceLimit(MemoryResource);
    SetMagickResourceLimit(MemoryResource, limit);
    EXPECT_FALSE(ReadBytes(magick_, bytes, exception_));
    SetMagickResourceLimit(MemoryResource, before);
    EXPECT_EQ(exception_.severity(), ResourceLimitError) << exception_.Text();
  }

  // The file says how to turn, and the pixels are turned, unless that is forbidden; the EXIF
  // profile then says that they are upright.
  void ExpectTurned(const Kind& kind, OrientationType orientation) {
    const ImageHandle image = MakeTestImage(kind);
    const ImageHandle upright(AutoOrientImage(image.get(), orientation, exception_.get()));
    const Bytes exif = ExifWith(orientation), other = ExifWith(BottomRightOrientation);
    SetImageProfile(image.get(), "EXIF", other.data(), other.size());
    image->orientation = orientation;
    const Bytes bytes = Encoded(image, 100);
    const ImageHandle again = Decoded(bytes);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->orientation, TopLeftOrientation);
    EXPECT_TRUE(Rgba16(again.get()) == Rgba16(upright.get()));
    EXPECT_TRUE(Profile(again.get(), "EXIF") == ExifWith(TopLeftOrientation));
    const ImageHandle stored = DecodedWith(bytes, "heif:ignore-transformations=true");
    ASSERT_TRUE(stored);
    EXPECT_EQ(stored->orientation, orientation);
    EXPECT_TRUE(Rgba16(stored.get()) == Rgba16(image.get()));
    EXPECT_TRUE(Profile(stored.get(), "EXIF") == exif);
    const ImageHandle pinged = Pinged(bytes);
    EXPECT_EQ(pinged->columns, upright->columns);
    EXPECT_TRUE(Profile(pinged.get(), "EXIF") == ExifWith(TopLeftOrientation));
    EXPECT_EQ(again->columns, upright->columns);
  }

  void ExpectProfilesAreKept() {
    const ImageHandle image = MakeTestImage({17, 9});
    const Bytes icc(700, 0x5a), xmp(100000, 'x'), exif = ExifWith(TopLeftOrientation);
    SetImageProfile(image.get(), "ICM", icc.data(), icc.size());
    SetImageProfile(image.get(), "EXIF", exif.data(), exif.size());
    SetImageProfile(image.get(), "XMP", xmp.data(), xmp.size());
    const ImageHandle again = Decoded(Encoded(image, 100));
    ASSERT_TRUE(again);
    EXPECT_TRUE(Profile(again.get(), "ICM") == icc);
    EXPECT_TRUE(Profile(again.get(), "EXIF") == exif);
    EXPECT_TRUE(Profile(again.get(), "XMP") == xmp);
  }

  void ExpectColorNumbersAreKept() {
    const ImageHandle image = MakeTestImage({17, 9});
    SetImageAttribute(image.get(), "CICP", "9/16/9");
    EXPECT_EQ(Attribute(Decoded(Encoded(image, 90)).get(), "CICP"), "9/16/6");
    EXPECT_EQ(Attribute(Decoded(Encoded(MakeTestImage({5, 5}), 90)).get(), "CICP"), "");
  }

  const std::string magick_;
  const char* const define_;
  Exception exception_;
  const TemporaryFolder folder_;
};

}  // namespace lodestone::coders::test
