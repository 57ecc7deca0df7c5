// Small files made to exhaust memory or time: they are refused by default, at once.
#include <zlib.h>

#include <ctime>

#include "tests/coders/png_chunks.hpp"

namespace lodestone::coders::test {
namespace {

PngChunk Header(std::uint32_t columns, std::uint32_t rows, std::uint8_t depth,
                std::uint8_t color_type) {
  Bytes data;
  PutBe(data, columns, 4);
  PutBe(data, rows, 4);
  data.insert(data.end(), {depth, color_type, 0, 0, 0});
  return {"IHDR", data};
}

Bytes Deflated(const Bytes& bytes) {
  uLongf size = compressBound(bytes.size());
  Bytes packed(size);
  compress2(packed.data(), &size, bytes.data(), bytes.size(), 9);
  packed.resize(size);
  return packed;
}

// Black and white, as far as the header.
Bytes ManyPixels() {
  return PngFile({Header(30000, 30000, 1, 0), {"IDAT", Bytes(100000)}, {"IEND", {}}});
}

ImageHandle Ping(const Bytes& bytes, ExceptionInfo* exception) {
  const Info info;
  MagickStrlCpy(info->magick, "PNG", MaxTextExtent);
  return ImageHandle(PingBlob(info.get(), bytes.data(), bytes.size(), exception));
}

TEST(Bombs, ManyPixelsOfASmallFileAreRefused) {
  Exception exception;
  EXPECT_FALSE(Ping(ManyPixels(), exception.get()));
  EXPECT_EQ(ResourceLimitError, exception.severity()) << exception.Text();
}

TEST(Bombs, ALimitForPixelsIsTheOnlyOne) {
  if (sizeof(std::size_t) < 8) GTEST_SKIP() << "its pixels are more bytes than there are addresses";
  const magick_int64_t before = GetMagickResourceLimit(PixelsResource);
  SetMagickResourceLimit(PixelsResource, 900000000);
  Exception exception;
  EXPECT_TRUE(Ping(ManyPixels(), exception.get())) << exception.Text();
  SetMagickResourceLimit(PixelsResource, before);
}

TEST(Bombs, TextsOfAFileHaveABudgetTogether) {
  const Bytes packed = Deflated(Bytes(7000000, 'a'));
  std::vector<PngChunk> chunks{Header(1, 1, 8, 0)};
  for (int i = 0; i < 600; ++i) {
    Bytes data{'k', 'e', 'y', 0, 0};
    data.insert(data.end(), packed.begin(), packed.end());
    chunks.push_back({"zTXt", data});
  }
  chunks.push_back({"IDAT", Deflated(Bytes(2))});
  chunks.push_back({"IEND", {}});
  const std::clock_t start = std::clock();
  Exception exception;
  EXPECT_FALSE(ReadBytes("PNG", PngFile(chunks), exception));
  EXPECT_EQ(ResourceLimitError, exception.severity()) << exception.Text();
  EXPECT_LT(std::clock() - start, 4 * CLOCKS_PER_SEC) << "all of them take 10 s";
}

TEST(Bombs, AnIndexBeyondThePaletteIsAWarning) {
  const Bytes file = PngFile(
      {Header(2, 1, 8, 3), {"PLTE", {1, 2, 3}}, {"IDAT", Deflated({0, 0, 9})}, {"IEND", {}}});
  Exception exception;
  EXPECT_TRUE(ReadBytes("PNG", file, exception));
  EXPECT_EQ(CorruptImageWarning, exception.severity()) << exception.Text();
}

ImageHandle ReadWithin(const std::string& seconds, const std::string& magick, const Bytes& bytes,
                       Exception& exception) {
  Info info;
  info.Define("read:seconds=" + seconds);
  MagickStrlCpy(info->magick, magick.c_str(), MaxTextExtent);
  return ImageHandle(BlobToImage(info.get(), bytes.data(), bytes.size(), exception.get()));
}

TEST(Bombs, ReadingEndsInTime) {
  for (const char* magick : {"PNG", "PNM", "MIFF", "TXT"}) {
    Exception none;
    const Bytes bytes = Write(magick, MakeTestImage({200, 200, 8}), Info(), none);
    for (const char* enough : {"0", "1e3"}) {
      Exception exception;
      EXPECT_TRUE(ReadWithin(enough, magick, bytes, exception)) << exception.Text();
    }
    Exception exception;
    EXPECT_FALSE(ReadWithin("1e-9", magick, bytes, exception)) << magick;
    EXPECT_EQ(exception.severity(), ResourceLimitError) << magick;
    EXPECT_NE(exception.Text().find("Reading takes too long"), std::string::npos)
        << exception.Text();
  }
}

TEST(Bombs, ATimeThatIsNoNumberIsAnError) {
  Exception none;
  const Bytes bytes = Write("PNG", MakeTestImage({2, 2, 8}), Info(), none);
  for (const char* seconds : {"soon", "-1", "5s", "nan"}) {
    Exception exception;
    EXPECT_FALSE(ReadWithin(seconds, "PNG", bytes, exception)) << seconds;
    EXPECT_EQ(exception.severity(), OptionError) << seconds;
  }
}

}  // namespace
}  // namespace lodestone::coders::test
