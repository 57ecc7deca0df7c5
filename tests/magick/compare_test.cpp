// Distances between images against GraphicsMagick's figures.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/support/gm_image.hpp"

namespace lodestone {
namespace {

using namespace test;

constexpr MetricType kMetrics[] = {MeanAbsoluteErrorMetric, MeanSquaredErrorMetric,
                                   PeakAbsoluteErrorMetric, PeakSignalToNoiseRatioMetric,
                                   RootMeanSquaredErrorMetric};

// Changes a tenth of the samples a little.
ImagePtr Disturbed(const Image* image) {
  Exception exception;
  ImagePtr copy(CloneImage(image, 0, 0, MagickTrue, exception));
  copy->storage_class = DirectClass;
  PixelPacket* pixels = GetImagePixels(copy.get(), 0, 0, copy->columns, copy->rows);
  std::mt19937 random(1);
  for (size_t i = 0; i < copy->columns * copy->rows; i++) {
    if (random() % 10 == 0) pixels[i].red ^= random() % 64;
    if (random() % 10 == 0) pixels[i].blue ^= random() % 64;
    if (image->matte && random() % 10 == 0) pixels[i].opacity ^= random() % 64;
  }
  SyncImagePixels(copy.get());
  return copy;
}

TEST(CompareTest, MetricsAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  for (const Kind kind : {Kind::kOpaque, Kind::kMatte, Kind::kPalette}) {
    const ImagePtr image = RandomImage(123, 77, kind, 1);
    for (const ImagePtr& other : {Disturbed(image.get()), RandomImage(123, 77, kind, 2)}) {
      const GmImagePtr their_image = ToGm(image.get());
      const GmImagePtr their_other = ToGm(other.get());
      for (const MetricType metric : kMetrics) {
        for (int channel = UndefinedChannel; channel <= GrayChannel; channel++) {
          Exception exception;
          ExceptionInfo* e = exception;
          double theirs = 0.0;
          double ours = 0.0;
          const auto type = static_cast<ChannelType>(channel);
          ASSERT_EQ(MagickPass, GM(GetImageChannelDistortion)(their_image.get(), their_other.get(),
                                                              type, metric, &theirs, e));
          ASSERT_EQ(MagickPass,
                    GetImageChannelDistortion(image.get(), other.get(), type, metric, &ours, e));
          if (std::isinf(theirs)) {
            EXPECT_EQ(theirs, ours);
          } else {
            EXPECT_NEAR(theirs, ours, 1e-11 * std::abs(theirs))
                << KindName(kind) << " " << MetricTypeToString(metric) << " " << channel;
          }
        }
      }
    }
  }
}

TEST(CompareTest, EqualityAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  for (const Kind kind : {Kind::kOpaque, Kind::kMatte}) {
    for (const Kind other_kind : {Kind::kOpaque, Kind::kMatte}) {
      const ImagePtr image = RandomImage(50, 40, kind, 1);
      const ImagePtr other = RandomImage(50, 40, other_kind, 2);
      const GmImagePtr their_image = ToGm(image.get());
      const GmImagePtr their_other = ToGm(other.get());
      EXPECT_EQ(GM(IsImagesEqual)(their_image.get(), their_other.get()),
                IsImagesEqual(image.get(), other.get()));
      EXPECT_NEAR(their_image->error.mean_error_per_pixel, image->error.mean_error_per_pixel, 1e-6);
      EXPECT_NEAR(their_image->error.normalized_mean_error, image->error.normalized_mean_error,
                  1e-12);
      EXPECT_NEAR(their_image->error.normalized_maximum_error,
                  image->error.normalized_maximum_error, 1e-12);
    }
  }
}

TEST(CompareTest, ImageEqualsItself) {
  for (const Kind kind : kAllKinds) {
    Exception exception;
    const ImagePtr image = RandomImage(33, 21, kind, 3);
    EXPECT_EQ(MagickTrue, IsImagesEqual(image.get(), image.get())) << KindName(kind);
    EXPECT_EQ(0.0, image->error.mean_error_per_pixel);
    double distortion = -1.0;
    EXPECT_EQ(MagickPass, GetImageDistortion(image.get(), image.get(), MeanSquaredErrorMetric,
                                             &distortion, exception));
    EXPECT_EQ(0.0, distortion);
    GetImageDistortion(image.get(), image.get(), PeakSignalToNoiseRatioMetric, &distortion,
                       exception);
    EXPECT_TRUE(std::isinf(distortion));
  }
}

TEST(CompareTest, BlackOfCmykCounts) {
  Exception exception;
  const ImagePtr image = RandomImage(10, 10, Kind::kCmyk, 4);
  const ImagePtr other(CloneImage(image.get(), 0, 0, MagickTrue, exception));
  GetImagePixels(other.get(), 0, 0, 10, 10)[0].opacity ^= 1;
  SyncImagePixels(other.get());
  EXPECT_EQ(MagickFalse, IsImagesEqual(image.get(), other.get()));
  double distortion = 0.0;
  GetImageDistortion(image.get(), other.get(), PeakAbsoluteErrorMetric, &distortion, exception);
  EXPECT_GT(distortion, 0.0);
}

TEST(CompareTest, EdgesOfSmallerImagesAreRepeated) {
  Exception exception;
  const ImagePtr image = RandomImage(10, 10, Kind::kOpaque, 5);
  const ImagePtr other = RandomImage(7, 12, Kind::kOpaque, 6);
  double sum = 0.0, distortion = 0.0;
  for (long y = 0; y < 10; ++y)
    for (long x = 0; x < 10; ++x) {
      const PixelPacket a = AcquireOnePixel(image.get(), x, y, exception);
      const PixelPacket b = AcquireOnePixel(other.get(), std::min(x, 6L), y, exception);
      sum += std::abs(double(a.red) - b.red) + std::abs(double(a.green) - b.green) +
             std::abs(double(a.blue) - b.blue);
    }
  EXPECT_EQ(MagickPass, GetImageDistortion(image.get(), other.get(), MeanAbsoluteErrorMetric,
                                           &distortion, exception));
  EXPECT_NEAR(sum / 300 / MaxRGBDouble, distortion, 1e-9);
  EXPECT_EQ(MagickFalse, IsImagesEqual(image.get(), other.get()));
  EXPECT_EQ(ImageError, image->exception.severity);
}

TEST(CompareTest, ThreadsDoNotChangeTheFigures) {
  Exception exception;
  const ImagePtr image = RandomImage(500, 300, Kind::kMatte, 6);
  const ImagePtr other = RandomImage(500, 300, Kind::kMatte, 7);
  const magick_int64_t before = GetMagickResourceLimit(ThreadsResource);
  double results[2] = {};
  for (int i = 0; i < 2; i++) {
    SetMagickResourceLimit(ThreadsResource, i == 0 ? 1 : 4);
    GetImageDistortion(image.get(), other.get(), RootMeanSquaredErrorMetric, &results[i],
                       exception);
  }
  SetMagickResourceLimit(ThreadsResource, before);
  EXPECT_EQ(results[0], results[1]);
}

}  // namespace
}  // namespace lodestone
