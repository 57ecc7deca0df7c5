// Filters that weight colours by alpha: against sums in double precision, and by what nobody may
// see.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "kernels/window/gaussian.hpp"
#include "kernels/window/taps.hpp"
#include "magick/api.h"
#include "tests/support/test_image.hpp"

namespace lodestone {
namespace {

using namespace test;

using Call = std::function<Image*(const Image*, ExceptionInfo*)>;

struct Filter {
  const char* name;
  Call call;
};

const std::vector<Filter>& Filters() {
  static const auto& filters = *new std::vector<Filter>{
      {"blur", [](auto* i, auto* e) { return BlurImage(i, 0, 1.3, e); }},
      {"wide blur", [](auto* i, auto* e) { return BlurImage(i, 0, 21, e); }},
      {"gaussian", [](auto* i, auto* e) { return GaussianBlurImage(i, 2, 1.1, e); }},
      {"motion", [](auto* i, auto* e) { return MotionBlurImage(i, 3, 2, 40, e); }},
      {"sharpen", [](auto* i, auto* e) { return SharpenImage(i, 2, 1, e); }},
      {"unsharp", [](auto* i, auto* e) { return UnsharpMaskImage(i, 2, 1, 1.5, 0, e); }},
      {"unsharp luma", [](auto* i, auto* e) { return UnsharpMaskLumaImage(i, 2, 1, 1.5, 0, e); }},
      {"minify", [](auto* i, auto* e) { return MinifyImage(i, e); }},
      {"magnify", [](auto* i, auto* e) { return MagnifyImage(i, e); }}};
  return filters;
}

ImagePtr Filtered(const Call& call, const Image* image) {
  Exception exception;
  ImagePtr result(call(image, exception));
  EXPECT_NE(nullptr, result) << exception.text();
  return result;
}

template <class Change>
void ChangePixels(Image* image, Change&& change) {
  PixelPacket* pixels = GetImagePixels(image, 0, 0, image->columns, image->rows);
  ASSERT_NE(nullptr, pixels);
  for (std::size_t i = 0; i < image->columns * image->rows; ++i) change(&pixels[i]);
  ASSERT_NE(MagickFail, SyncImagePixels(image));
}

// What is visible is red, what is not is green.
ImagePtr RedOverHiddenGreen(unsigned long columns, unsigned long rows) {
  ImagePtr image = RandomImage(columns, rows, Kind::kMatte, 5);
  ChangePixels(image.get(), [](PixelPacket* pixel) {
    const bool hidden = pixel->opacity == TransparentOpacity;
    pixel->red = hidden ? 0 : MaxRGB;
    pixel->green = hidden ? MaxRGB : 0;
    pixel->blue = 0;
  });
  return image;
}

TEST(AlphaWeights, HiddenColorsStayHidden) {
  for (const auto& [columns, rows] : {std::pair{17ul, 13ul}, {257ul, 40ul}, {31ul, 120ul}}) {
    const ImagePtr image = RedOverHiddenGreen(columns, rows);
    for (const Filter& filter : Filters()) {
      const ImagePtr result = Filtered(filter.call, image.get());
      for (const PixelPacket& pixel : Pixels(result.get())) {
        if (pixel.opacity == TransparentOpacity) continue;
        const double alpha = 1.0 - pixel.opacity / MaxRGBDouble;
        ASSERT_LE((MaxRGB - pixel.red) * alpha, 1.0) << filter.name;
        ASSERT_EQ(0, pixel.green) << filter.name;
      }
    }
  }
}

TEST(AlphaWeights, CanBeLeftOut) {
  const ImagePtr image = RandomImage(40, 31, Kind::kMatte, 2);
  image->unweighted_colors = MagickTrue;
  const ImagePtr opaque = RandomImage(40, 31, Kind::kMatte, 2);
  ChangePixels(opaque.get(), [](PixelPacket* pixel) { pixel->opacity = OpaqueOpacity; });
  opaque->matte = MagickFalse;
  for (const Filter& filter : Filters()) {
    const auto colors = Pixels(Filtered(filter.call, opaque.get()).get());
    const auto actual = Pixels(Filtered(filter.call, image.get()).get());
    ASSERT_EQ(colors.size(), actual.size());
    for (std::size_t i = 0; i < colors.size(); ++i) {
      ASSERT_EQ(colors[i].red, actual[i].red) << filter.name;
      ASSERT_EQ(colors[i].green, actual[i].green) << filter.name;
      ASSERT_EQ(colors[i].blue, actual[i].blue) << filter.name;
    }
  }
}

TEST(AlphaWeights, AreNotForOneChannel) {
  const ImagePtr image = RandomImage(40, 31, Kind::kMatte, 2);
  Exception exception;
  const ImagePtr red(BlurImageChannel(image.get(), RedChannel, 0, 2, exception));
  image->unweighted_colors = MagickTrue;
  const ImagePtr all(BlurImage(image.get(), 0, 2, exception));
  const auto from = Pixels(image.get()), expected = Pixels(all.get()), actual = Pixels(red.get());
  for (std::size_t i = 0; i < from.size(); ++i) {
    ASSERT_EQ(expected[i].red, actual[i].red);
    ASSERT_EQ(from[i].green, actual[i].green);
    ASSERT_EQ(from[i].opacity, actual[i].opacity);
  }
}

// A list of taps over an image whose edges are repeated, or count for nothing.
struct Taps {
  kernels::TapList list;
  bool cut = false;
};

Taps Square(const std::vector<double>& taps, bool cut) {
  std::vector<double> matrix;
  for (const double down : taps)
    for (const double across : taps) matrix.push_back(down * across);
  return {kernels::MatrixTaps(static_cast<std::uint32_t>(taps.size()), matrix), cut};
}

struct Sums {
  double red = 0, green = 0, blue = 0, alpha = 0;
};

Sums SumsAt(const Image* image, const std::vector<PixelPacket>& pixels, const Taps& taps, long x,
            long y) {
  Sums sums;
  double weights = 0;
  for (std::size_t k = 0; k < taps.list.weights.size(); ++k) {
    const long last_column = static_cast<long>(image->columns) - 1;
    const long last_row = static_cast<long>(image->rows) - 1;
    const long column = x + taps.list.dx[k], row = y + taps.list.dy[k];
    const bool inside = column >= 0 && row >= 0 && column <= last_column && row <= last_row;
    if (taps.cut && !inside) continue;
    const PixelPacket& pixel = pixels[static_cast<std::size_t>(
        std::clamp(row, 0L, last_row) * (last_column + 1) + std::clamp(column, 0L, last_column))];
    const double weight = taps.list.weights[k], alpha = weight * (MaxRGB - pixel.opacity);
    weights += weight;
    sums.alpha += alpha;
    sums.red += alpha * pixel.red;
    sums.green += alpha * pixel.green;
    sums.blue += alpha * pixel.blue;
  }
  if (taps.cut) sums.alpha /= weights;
  if (sums.alpha <= 0) return {};
  const double whole = taps.cut ? sums.alpha * weights : sums.alpha;
  return {sums.red / whole, sums.green / whole, sums.blue / whole, sums.alpha};
}

// Colours that are hardly visible are quotients of small numbers.
void ExpectNear(double expected, Quantum actual, double alpha, const std::string& what) {
  const double clamped = std::clamp(expected, 0.0, MaxRGBDouble);
  ASSERT_LE(std::abs(clamped - actual) * std::min(1.0, alpha / MaxRGBDouble), 1.01) << what;
}

void ExpectSums(const Call& call, const Taps& taps, const std::string& what) {
  for (const auto& [columns, rows] : {std::pair{7ul, 9ul}, {16ul, 17ul}, {65ul, 8ul}}) {
    const ImagePtr image = RandomImage(columns, rows, Kind::kMatte, 7);
    const ImagePtr result = Filtered(call, image.get());
    const auto from = Pixels(image.get()), actual = Pixels(result.get());
    for (std::size_t i = 0; i < actual.size(); ++i) {
      const Sums sums = SumsAt(image.get(), from, taps, static_cast<long>(i % columns),
                               static_cast<long>(i / columns));
      ExpectNear(MaxRGBDouble - std::min(sums.alpha, MaxRGBDouble), actual[i].opacity, MaxRGBDouble,
                 what + " opacity");
      ExpectNear(sums.red, actual[i].red, sums.alpha, what + " red");
      ExpectNear(sums.green, actual[i].green, sums.alpha, what + " green");
      ExpectNear(sums.blue, actual[i].blue, sums.alpha, what + " blue");
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(AlphaWeights, EqualSumsInDouble) {
  ExpectSums([](auto* i, auto* e) { return BlurImage(i, 2, 1, e); },
             Square(kernels::BlurKernel(2, 1, 99), true), "blur");
  ExpectSums([](auto* i, auto* e) { return GaussianBlurImage(i, 2, 1.1, e); },
             Square(kernels::GaussianKernel(5, 1.1), false), "gaussian");
  ExpectSums([](auto* i, auto* e) { return MotionBlurImage(i, 3, 2, 40, e); },
             {kernels::MotionTaps(7, 2, 40)}, "motion");
  ExpectSums([](auto* i, auto* e) { return SharpenImage(i, 2, 1, e); },
             {kernels::MatrixTaps(5, kernels::SharpenMatrix(5, 1))}, "sharpen");
}

// The inks of an image that is resized do not depend on its black.
TEST(AlphaWeights, BlackIsAnInkLikeTheOthers) {
  const ImagePtr image = RandomImage(40, 31, Kind::kCmyk, 2),
                 colors = RandomImage(40, 31, Kind::kCmyk, 2);
  colors->colorspace = RGBColorspace;
  ChangePixels(colors.get(), [](PixelPacket* pixel) { pixel->opacity = OpaqueOpacity; });
  const ImagePtr black = RandomImage(40, 31, Kind::kCmyk, 2);
  black->colorspace = RGBColorspace;
  ChangePixels(black.get(), [](PixelPacket* pixel) {
    pixel->red = pixel->opacity;
    pixel->opacity = OpaqueOpacity;
  });
  const std::vector<Filter> resizes = {
      {"resize", [](auto* i, auto* e) { return ResizeImage(i, 23, 60, LanczosFilter, 1.0, e); }},
      {"scale", [](auto* i, auto* e) { return ScaleImage(i, 13, 50, e); }},
      {"half", [](auto* i, auto* e) { return ScaleImage(i, 20, 31, e); }},
      {"minify", [](auto* i, auto* e) { return MinifyImage(i, e); }}};
  for (const Filter& resize : resizes) {
    const auto inks = Pixels(Filtered(resize.call, image.get()).get());
    const auto three = Pixels(Filtered(resize.call, colors.get()).get());
    const auto fourth = Pixels(Filtered(resize.call, black.get()).get());
    ASSERT_EQ(three.size(), inks.size());
    for (std::size_t i = 0; i < inks.size(); ++i) {
      ASSERT_EQ(three[i].red, inks[i].red) << resize.name;
      ASSERT_EQ(three[i].green, inks[i].green) << resize.name;
      ASSERT_EQ(three[i].blue, inks[i].blue) << resize.name;
      ASSERT_EQ(fourth[i].red, inks[i].opacity) << resize.name;
    }
  }
}

}  // namespace
}  // namespace lodestone
