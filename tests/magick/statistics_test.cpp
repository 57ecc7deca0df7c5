// Statistics and signatures of pixels.
#include "magick/statistics.h"

#include <cmath>

#include "accel/accelerate.h"
#include "base/thread_pool.hpp"
#include "magick/signature.h"
#include "tests/magick/support.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

void ExpectStatistics(const ImageChannelStatistics& actual, const std::vector<Quantum>& samples) {
  long double sum = 0, squares = 0;
  for (const Quantum sample : samples) sum += sample;
  const long double mean = sum / static_cast<long double>(samples.size());
  for (const Quantum sample : samples) squares += (sample - mean) * (sample - mean);
  const auto count = static_cast<long double>(samples.size());
  const auto variance = static_cast<double>(squares / (count - 1) / MaxRGB / MaxRGB);
  EXPECT_NEAR(static_cast<double>(mean / MaxRGB), actual.mean, 1e-12);
  EXPECT_NEAR(variance, actual.variance, 1e-12);
  EXPECT_NEAR(std::sqrt(variance), actual.standard_deviation, 1e-12);
  EXPECT_EQ(*std::min_element(samples.begin(), samples.end()) / MaxRGBDouble, actual.minimum);
  EXPECT_EQ(*std::max_element(samples.begin(), samples.end()) / MaxRGBDouble, actual.maximum);
}

std::vector<Quantum> SamplesOf(const Image* image, Quantum PixelPacket::*sample) {
  std::vector<Quantum> samples;
  for (const PixelPacket& pixel : Pixels(image)) samples.push_back(pixel.*sample);
  return samples;
}

TEST(Statistics, AreThoseOfAllPixels) {
  Exception exception;
  for (const unsigned size : {2, 3, 7, 16, 17, 255, 257})
    for (const Kind kind : kAllKinds) {
      const ImagePtr image = RandomImage(size, size + 1, kind, size);
      ImageStatistics statistics;
      ASSERT_EQ(MagickPass, GetImageStatistics(image.get(), &statistics, exception));
      ExpectStatistics(statistics.red, SamplesOf(image.get(), &PixelPacket::red));
      ExpectStatistics(statistics.green, SamplesOf(image.get(), &PixelPacket::green));
      ExpectStatistics(statistics.blue, SamplesOf(image.get(), &PixelPacket::blue));
      if (image->matte || kind == Kind::kCmyk)
        ExpectStatistics(statistics.opacity, SamplesOf(image.get(), &PixelPacket::opacity));
      else
        EXPECT_EQ(0, statistics.opacity.maximum + statistics.opacity.minimum);
    }
}

bool SameBytes(const ImageStatistics& a, const ImageStatistics& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

TEST(Statistics, DoNotDependOnThreadsOrStorage) {
  Exception exception;
  const ImagePtr image = RandomImage(1001, 333, Kind::kMatte, 1);
  ImageStatistics one, many;
  accel::SetThreadLimit(1);
  ASSERT_EQ(MagickPass, GetImageStatistics(image.get(), &one, exception));
  accel::SetThreadLimit(0);
  for (int i = 0; i < 5; ++i) {
    ASSERT_EQ(MagickPass, GetImageStatistics(image.get(), &many, exception));
    EXPECT_TRUE(SameBytes(one, many));
  }
}

// Grey images with one sample a pixel stay so, and their packets have the same statistics.
TEST(Statistics, AndSignaturesOfGreySamplesAreThoseOfTheirPackets) {
  Exception exception;
  std::vector<unsigned char> samples(257 * 40);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = static_cast<unsigned char>(i * i);
  const ImagePtr grey(ConstituteImage(257, 40, "I", CharPixel, samples.data(), exception));
  ImageStatistics first, second;
  ASSERT_EQ(MagickPass, GetImageStatistics(grey.get(), &first, exception));
  ASSERT_EQ(MagickPass, SignatureImage(grey.get()));
  const std::string signature = GetImageAttribute(grey.get(), "signature")->value;
  EXPECT_TRUE(grey->cache->has_grey_pixels());
  ASSERT_NE(nullptr, GetImagePixels(grey.get(), 0, 0, 257, 40));
  EXPECT_FALSE(grey->cache->has_grey_pixels());
  ASSERT_EQ(MagickPass, GetImageStatistics(grey.get(), &second, exception));
  EXPECT_TRUE(SameBytes(first, second));
  ASSERT_EQ(MagickPass, SignatureImage(grey.get()));
  EXPECT_EQ(signature, GetImageAttribute(grey.get(), "signature")->value);
}

TEST(Statistics, OfOneColorHaveNoDeviation) {
  Exception exception;
  const ImagePtr image = RandomImage(40, 40, Kind::kOpaque, 1);
  const PixelPacket color{};
  SetImageColor(image.get(), &color);
  ImageStatistics statistics;
  ASSERT_EQ(MagickPass, GetImageStatistics(image.get(), &statistics, exception));
  EXPECT_EQ(0, statistics.red.variance);
  const ImagePtr pixel = RandomImage(1, 1, Kind::kOpaque, 1);
  ASSERT_EQ(MagickPass, GetImageStatistics(pixel.get(), &statistics, exception));
  EXPECT_TRUE(std::isnan(statistics.red.variance));
  EXPECT_TRUE(std::isnan(statistics.red.standard_deviation));
}

MagickPassFail Cancel(const char*, const magick_int64_t, const magick_uint64_t, ExceptionInfo*) {
  return MagickFail;
}

TEST(Statistics, AndSignaturesAreCancelled) {
  Exception exception;
  const ImagePtr image = RandomImage(40, 40, Kind::kOpaque, 1);
  ImageStatistics statistics;
  SetMonitorHandler(Cancel);
  EXPECT_EQ(unsigned(MagickFail), GetImageStatistics(image.get(), &statistics, exception));
  EXPECT_EQ(unsigned(MagickFail), SignatureImage(image.get()));
  SetMonitorHandler(nullptr);
  EXPECT_EQ(MonitorError, exception.severity());
  EXPECT_EQ(MonitorError, image->exception.severity);
  EXPECT_EQ(nullptr, GetImageAttribute(image.get(), "signature"));
}

TEST(Statistics, NeedAnImageWithPixels) {
  Exception exception;
  ImageStatistics statistics;
  EXPECT_EQ(unsigned(MagickFail), GetImageStatistics(nullptr, &statistics, exception));
  const ImagePtr image = BlankImage(3, 3);
  EXPECT_EQ(unsigned(MagickFail), GetImageStatistics(image.get(), nullptr, exception));
  EXPECT_EQ(unsigned(MagickFail), GetImageStatistics(image.get(), &statistics, exception));
  EXPECT_EQ(CacheError, exception.severity()) << exception.text();
  EXPECT_EQ(unsigned(MagickFail), SignatureImage(image.get()));
  EXPECT_EQ(unsigned(MagickFail), SignatureImage(nullptr));
}

TEST(Signature, BelongsToThePixels) {
  const ImagePtr image = RandomImage(17, 7, Kind::kMatte, 1);
  ASSERT_EQ(MagickPass, SignatureImage(image.get()));
  const std::string first = GetImageAttribute(image.get(), "signature")->value;
  EXPECT_EQ(64u, first.size());
  ASSERT_EQ(MagickPass, SignatureImage(image.get()));
  EXPECT_EQ(first, GetImageAttribute(image.get(), "signature")->value);
  GetImagePixels(image.get(), 3, 3, 1, 1)->opacity ^= 1;
  SyncImagePixels(image.get());
  ASSERT_EQ(MagickPass, SignatureImage(image.get()));
  EXPECT_NE(first, GetImageAttribute(image.get(), "signature")->value);
  EXPECT_EQ(64u, GetImageAttribute(image.get(), "signature")->length);
}

}  // namespace
}  // namespace lodestone::test
