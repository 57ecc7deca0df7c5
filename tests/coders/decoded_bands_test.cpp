// Images of several bands: rows become pixels on other threads while the decoder goes on.
#include "coders/common/decoded_bands.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

class DecodedBands : public ::testing::TestWithParam<magick_int64_t> {
 protected:
  DecodedBands() { SetMagickResourceLimit(ThreadsResource, GetParam()); }
  ~DecodedBands() override {
    SetMagickResourceLimit(ThreadsResource, threads_);
    SetMagickResourceLimit(MemoryResource, memory_);
  }

  const magick_int64_t threads_ = GetMagickResourceLimit(ThreadsResource);
  const magick_int64_t memory_ = GetMagickResourceLimit(MemoryResource);
};
INSTANTIATE_TEST_SUITE_P(Threads, DecodedBands, ::testing::Values(1, 2, 4));

ImageHandle ImageOf(unsigned long columns, unsigned long rows) {
  ImageHandle image(AllocateImage(nullptr));
  image->columns = columns;
  image->rows = rows;
  return image;
}

std::uint8_t ByteAt(std::size_t y, std::size_t x) {
  return static_cast<std::uint8_t>(y * 31 + x * 7);
}

// Decodes bytes that depend on their place; returns what was converted.
Bytes Converted(const Image* image, std::size_t row_bytes, Exception& exception) {
  Bytes all(image->rows * row_bytes);
  std::size_t next = 0;
  DecodeBands(
      image, row_bytes, exception.get(),
      [&](const DecodedBand& band) {
        EXPECT_EQ(band.first, next);
        next += band.count;
        for (std::size_t i = 0; i < band.count * row_bytes; ++i)
          band.bytes[i] = ByteAt(band.first + i / row_bytes, i % row_bytes);
      },
      [&](const DecodedBand& band) {
        std::this_thread::sleep_for(std::chrono::microseconds(band.first % 7 * 100));
        std::copy_n(band.bytes, band.count * row_bytes, &all[band.first * row_bytes]);
      });
  EXPECT_EQ(next, image->rows);
  return all;
}

TEST_P(DecodedBands, EveryRowIsConverted) {
  for (const auto& [columns, rows] : {std::pair(1ul, 1ul),
                                      {3ul, 1000001ul},
                                      {1000ul, 1313ul},
                                      {200000ul, 7ul},
                                      {131072ul, 33ul}}) {
    const std::size_t row_bytes = columns / 100 + 1;
    Exception exception;
    const ImageHandle image = ImageOf(columns, rows);
    const Bytes all = Converted(image.get(), row_bytes, exception);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
      wrong += all[i] != ByteAt(i / row_bytes, i % row_bytes);
    EXPECT_EQ(wrong, 0u) << columns << "x" << rows;
  }
}

TEST_P(DecodedBands, NothingIsConvertedAfterAFailure) {
  const ImageHandle image = ImageOf(1000, 1313);
  Exception exception;
  std::atomic<std::size_t> running{0}, done{0};
  std::size_t decoded = 0;
  const auto decode = [&](const DecodedBand& band) {
    if (band.first > 600) Fail(CorruptImageError, "Corrupt image");
    decoded += band.count;
  };
  const auto convert = [&](const DecodedBand& band) {
    ++running;
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    done += band.count;
    --running;
  };
  EXPECT_THROW(DecodeBands(image.get(), 10, exception.get(), decode, convert), Failure);
  EXPECT_EQ(running, 0u);
  EXPECT_EQ(done, decoded);
  EXPECT_GT(decoded, 0u);
}

TEST_P(DecodedBands, MemoryIsLimitedAndReturned) {
  const ImageHandle image = ImageOf(1000, 1313);
  constexpr std::size_t kRowBytes = 100000;
  const magick_int64_t in_use = GetMagickResource(MemoryResource);
  const auto ignore = [](const DecodedBand&) {};
  Exception exception;
  SetMagickResourceLimit(MemoryResource, in_use + 100000);
  EXPECT_THROW(DecodeBands(image.get(), kRowBytes, exception.get(), ignore, ignore), Failure);
  // Enough for one band.
  SetMagickResourceLimit(MemoryResource, in_use + 140 * static_cast<magick_int64_t>(kRowBytes));
  std::size_t rows = 0;
  std::mutex mutex;
  DecodeBands(image.get(), kRowBytes, exception.get(), ignore, [&](const DecodedBand& band) {
    const std::lock_guard lock(mutex);
    rows += band.count;
  });
  EXPECT_EQ(rows, image->rows);
  EXPECT_EQ(GetMagickResource(MemoryResource), in_use);
}

MagickPassFail StopHalfway(const char*, const magick_int64_t quantum, const magick_uint64_t span,
                           ExceptionInfo*) {
  return static_cast<magick_uint64_t>(quantum) < span / 2 ? MagickPass : MagickFail;
}

TEST_P(DecodedBands, CanBeCancelled) {
  Kind kind{900, 701};
  Exception exception;
  const Bytes bytes = Write("PNG", MakeTestImage(kind), Info(), exception);
  const MonitorHandler before = SetMonitorHandler(StopHalfway);
  Exception canceled;
  Info info;
  const ImageHandle none(BlobToImage(info.get(), bytes.data(), bytes.size(), canceled.get()));
  SetMonitorHandler(before);
  EXPECT_FALSE(none);
  EXPECT_EQ(canceled.severity(), MonitorError) << canceled.Text();
}

TEST_P(DecodedBands, FilesOfManyBandsAreReadAsByGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  for (const char* format : Present({"PNG", "GIF", "WEBP"})) {
    for (const bool gray : {false, true}) {
      for (const InterlaceType interlace : {NoInterlace, LineInterlace}) {
        Kind kind{900, 701};
        kind.gray = gray;
        Info info;
        info->interlace = interlace;
        Exception exception;
        const std::string path = folder.File(std::string("large.") + format);
        WriteWholeFile(path, Write(format, MakeTestImage(kind), info, exception));
        const ImageHandle image = Read(path, exception);
        ASSERT_TRUE(image) << exception.Text();
        EXPECT_TRUE(Rgba16(image.get()) == AtOurDepth(GmRgba16(path))) << format << gray;
      }
    }
  }
}

}  // namespace
}  // namespace lodestone::coders::test
