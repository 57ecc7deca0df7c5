// SeparableConvolveImage: every border against sums in double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "magick/effect.h"
#include "tests/support/event_recorder.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone {
namespace {

using test::Exception;
using test::ImagePtr;
using test::Kind;
using test::ModeScope;
using test::Pixels;
using test::RandomImage;

constexpr double kRow[3] = {1, 2, 1};
constexpr ConvolveTaps kTaps{3, kRow, 0.0};

class SeparableConvolution : public testing::Test {
 protected:
  ModeScope off_{MagickAccelerateOff};
};

// Sums in double of the taps over the pixels and their surroundings.
struct Slow {
  const Image* image;
  const std::vector<double>&across, &down;
  ConvolveBorder border;
  PixelPacket color;

  static long Place(ConvolveBorder border, long i, long n) {
    if (i >= 0 && i < n) return i;
    switch (border) {
      case TileConvolveBorder:
        return ((i % n) + n) % n;
      case Reflect101ConvolveBorder:
        if (n == 1) return 0;
        while (i < 0 || i >= n) i = i < 0 ? -i : 2 * (n - 1) - i;
        return i;
      case MirrorConvolveBorder:  // the adjacent reflection is the usual one
        return i < 0 ? -1 - i : 2 * n - 1 - i;
      case ConstantConvolveBorder:
        return -1;
      default:
        return i < 0 ? 0 : n - 1;
    }
  }
  double At(const std::vector<PixelPacket>& pixels, long x, long y,
            Quantum PixelPacket::*sample) const {
    double sum = 0;
    for (std::size_t j = 0; j < down.size(); ++j)
      for (std::size_t i = 0; i < across.size(); ++i) {
        const long column = Place(border, x + long(i) - long(across.size() / 2), image->columns);
        const long row = Place(border, y + long(j) - long(down.size() / 2), image->rows);
        const bool outside = column < 0 || row < 0;
        const PixelPacket& p =
            outside ? color : pixels[std::size_t(row) * image->columns + std::size_t(column)];
        sum += across[i] * down[j] * double(p.*sample);
      }
    return std::floor(std::clamp(sum, 0.0, MaxRGBDouble) + 0.5);
  }
};

void ExpectSlow(const Slow& slow, const Image* result, const std::string& what) {
  const auto source = Pixels(slow.image), actual = Pixels(result);
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const long x = long(i % result->columns), y = long(i / result->columns);
    for (auto sample :
         {&PixelPacket::red, &PixelPacket::green, &PixelPacket::blue, &PixelPacket::opacity}) {
      if (sample == &PixelPacket::opacity && !result->matte) continue;
      ASSERT_NEAR(slow.At(source, x, y, sample), double(actual[i].*sample), 1.0)
          << what << " at " << x << "," << y;
    }
  }
}

std::vector<double> Divided(std::vector<double> taps, double divisor) {
  for (double& tap : taps) tap /= divisor;
  return taps;
}

TEST_F(SeparableConvolution, EveryBorderAndKernel) {
  const std::vector<double> eleven = {1, 4, 8, 16, 32, 134, 32, 16, 8, 4, 1}, one = {3};
  const std::vector<double> uneven = {-0.5, 1.25, 2, 0.25, 0};
  PixelPacket color{};
  color.green = MaxRGB;
  color.blue = MaxRGB / 3;
  color.opacity = MaxRGB / 5;
  const struct {
    const std::vector<double>&across, &down;
    double across_divisor, down_divisor, across_sum, down_sum;
  } kernels[] = {
      {eleven, eleven, 0, 256, 256, 256}, {uneven, one, 0, 0, 3, 3}, {one, uneven, 3, 2, 3, 2}};
  for (Kind kind : {Kind::kOpaque, Kind::kMatte})
    for (int border = EdgeConvolveBorder; border <= ConstantConvolveBorder; ++border)
      for (const auto& [columns, rows] :
           {std::pair<unsigned long, unsigned long>{31, 17}, {7, 6}, {12, 33}})
        for (const auto& k : kernels) {
          const ImagePtr image = RandomImage(columns, rows, kind, 7);
          const ConvolveTaps across{unsigned(k.across.size()), k.across.data(), k.across_divisor};
          const ConvolveTaps down{unsigned(k.down.size()), k.down.data(), k.down_divisor};
          Exception exception;
          const ImagePtr result(SeparableConvolveImage(image.get(), &across, &down,
                                                       ConvolveBorder(border), &color, exception));
          ASSERT_NE(nullptr, result) << exception.text();
          const auto a = Divided(k.across, k.across_sum), d = Divided(k.down, k.down_sum);
          ASSERT_NO_FATAL_FAILURE(ExpectSlow({image.get(), a, d, ConvolveBorder(border), color},
                                             result.get(), "border " + std::to_string(border)));
        }
}

// Taps that repeatedly reach the image, or its surroundings.
TEST_F(SeparableConvolution, FarReachingTaps) {
  std::vector<double> taps(101);
  for (std::size_t i = 0; i < taps.size(); ++i) taps[i] = double(i * i % 17) / 10;
  double sum = 0;
  for (double tap : taps) sum += tap;
  const std::vector<double> divided = Divided(taps, sum);
  const ConvolveTaps all{101, taps.data(), 0};
  PixelPacket color{};
  color.blue = MaxRGB / 2;
  for (Kind kind : {Kind::kOpaque, Kind::kMatte})
    for (ConvolveBorder border : {EdgeConvolveBorder, Reflect101ConvolveBorder, TileConvolveBorder,
                                  ConstantConvolveBorder}) {
      const ImagePtr image = RandomImage(7, 4, kind, 7);
      Exception exception;
      const ImagePtr result(
          SeparableConvolveImage(image.get(), &all, &all, border, &color, exception));
      ASSERT_NE(nullptr, result) << exception.text();
      ASSERT_NO_FATAL_FAILURE(ExpectSlow({image.get(), divided, divided, border, color},
                                         result.get(), "border " + std::to_string(border)));
    }
}

TEST_F(SeparableConvolution, AConstantBorderWithoutAColourIsTheBackground) {
  const ImagePtr image = RandomImage(9, 8, Kind::kOpaque, 7);
  image->background_color = {};
  image->background_color.green = MaxRGB;
  Exception exception;
  const ImagePtr without(SeparableConvolveImage(image.get(), &kTaps, &kTaps, ConstantConvolveBorder,
                                                nullptr, exception));
  const ImagePtr with(SeparableConvolveImage(image.get(), &kTaps, &kTaps, ConstantConvolveBorder,
                                             &image->background_color, exception));
  test::ExpectSameImage(with.get(), without.get(), "background");
}

// A coloured border makes the edges of a grey image coloured.
TEST_F(SeparableConvolution, GreyImagesGetColouredBorders) {
  const std::vector<Quantum> samples = test::RandomSamples(19 * 16, 5);
  const ImagePtr grey = test::GreyImage(19, 16, samples);
  PixelPacket color{};
  color.red = MaxRGB;
  Exception exception;
  const ImagePtr result(SeparableConvolveImage(grey.get(), &kTaps, &kTaps, ConstantConvolveBorder,
                                               &color, exception));
  const auto pixels = Pixels(result.get());
  EXPECT_GT(pixels[0].red, pixels[0].blue);
  EXPECT_EQ(0u, result->is_grayscale);
  const std::vector<double> quarters = {0.25, 0.5, 0.25};
  ASSERT_NO_FATAL_FAILURE(ExpectSlow(
      {grey.get(), quarters, quarters, ConstantConvolveBorder, color}, result.get(), "grey"));
}

}  // namespace
}  // namespace lodestone
