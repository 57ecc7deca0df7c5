// UnsharpMaskLumaImage, LocalContrastImage and WaveletDenoiseImage: their rules in double. That
// every instruction set computes them alike is tested in tests/kernels.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
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

constexpr unsigned long kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};
constexpr Quantum PixelPacket::*kColors[] = {&PixelPacket::red, &PixelPacket::green,
                                             &PixelPacket::blue};

double Luma(const PixelPacket& p) {
  return 0.212656 * p.red + 0.715158 * p.green + 0.072186 * p.blue;
}

double Clamped(double value) {
  return std::clamp(value, 0.0, MaxRGBDouble);
}

long Reflected(long i, long size) {
  if (size == 1) return 0;
  while (i < 0 || i >= size) i = i < 0 ? -i : 2 * (size - 1) - i;
  return i;
}

// A number for every pixel.
struct Field {
  long columns, rows;
  std::vector<double> values;

  double At(long x, long y) const { return values[static_cast<std::size_t>(y * columns + x)]; }
};

template <class Value>
Field Made(long columns, long rows, Value value) {
  Field field{columns, rows, {}};
  for (long y = 0; y < rows; ++y)
    for (long x = 0; x < columns; ++x) field.values.push_back(value(x, y));
  return field;
}

class LocalFilters : public testing::Test {
 protected:
  // Every kind of image, every size with another.
  template <class Body>
  void ForAll(Body body) {
    std::mt19937 random(5);
    for (const Kind kind : test::kAllKinds)
      for (const unsigned long columns : kSizes) {
        const unsigned long rows = kSizes[random() % std::size(kSizes)];
        const ImagePtr image = RandomImage(columns, rows, kind, random());
        ASSERT_NO_FATAL_FAILURE(body(image.get())) << columns << "x" << rows << KindName(kind);
      }
  }

  // `expected(i, sample)`: the colour of pixel i, exactly; `tolerance(i, sample)`: what rounding
  // may add.
  template <class Expected, class Tolerance>
  void ExpectColors(const Image* source, const Image* result, Expected expected,
                    Tolerance tolerance) {
    const auto before = Pixels(source), after = Pixels(result);
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < after.size(); ++i)
      for (const auto sample : kColors)
        ASSERT_NEAR(Clamped(expected(i, sample)), double(after[i].*sample), tolerance(i, sample))
            << "pixel " << i;
  }

  static void ExpectFourthKept(const Image* source, const Image* result) {
    const auto before = Pixels(source), after = Pixels(result);
    for (std::size_t i = 0; i < after.size(); ++i)
      ASSERT_EQ(before[i].opacity, after[i].opacity) << "pixel " << i;
  }

  ModeScope off_{MagickAccelerateOff};
  Exception exception_;
};

TEST_F(LocalFilters, UnsharpMaskLumaAddsTheDifferenceOfLumas) {
  for (const double amount : {1.0, -0.7, 3.5})
    for (const double threshold : {0.0, 0.2})
      ForAll([&](const Image* image) {
        const ImagePtr blurred(BlurImage(image, 0, 1.2, exception_));
        const ImagePtr result(UnsharpMaskLumaImage(image, 0, 1.2, amount, threshold, exception_));
        ASSERT_NE(nullptr, result) << exception_.text();
        const auto from = Pixels(image), soft = Pixels(blurred.get());
        ExpectColors(
            image, result.get(),
            [&](std::size_t i, auto sample) {
              const double difference = Luma(from[i]) - Luma(soft[i]);
              const bool reached = 2.0 * std::fabs(difference) >= threshold * MaxRGBDouble;
              return from[i].*sample + (reached ? amount * difference : 0.0);
            },
            [](std::size_t, auto) { return 0.55; });
        ExpectFourthKept(image, result.get());
      });
}

// What is not cut off keeps the differences of its colours.
TEST_F(LocalFilters, UnsharpMaskLumaLeavesColorsAlone) {
  const ImagePtr image = RandomImage(61, 37, Kind::kOpaque, 1);
  PixelPacket* pixels = GetImagePixels(image.get(), 0, 0, 61, 37);
  for (long i = 0; i < 61 * 37; ++i) {
    pixels[i].red = MaxRGB / 3;
    pixels[i].green = static_cast<Quantum>(i % 61 < 30 ? MaxRGB / 3 : MaxRGB / 2);
    pixels[i].blue = MaxRGB / 2;
  }
  SyncImagePixels(image.get());
  const ImagePtr result(UnsharpMaskLumaImage(image.get(), 0, 2, 0.5, 0, exception_));
  const auto before = Pixels(image.get()), after = Pixels(result.get());
  bool changed = false;
  for (std::size_t i = 0; i < after.size(); ++i) {
    EXPECT_NEAR(int(before[i].red) - int(before[i].green), int(after[i].red) - int(after[i].green),
                1);
    EXPECT_NEAR(int(before[i].red) - int(before[i].blue), int(after[i].red) - int(after[i].blue),
                1);
    changed = changed || before[i].green != after[i].green;
  }
  EXPECT_TRUE(changed);
}

// By a triangle of that half width, reflected across, and with the nearest pixel down.
Field Triangle(const Field& field, long half) {
  const auto mean = [half](auto at) {
    double sum = 0.0;
    for (long k = -half; k <= half; ++k) sum += double(half + 1 - std::labs(k)) * at(k);
    return sum / (double(half + 1) * double(half + 1));
  };
  const Field down = Made(field.columns, field.rows, [&](long x, long y) {
    return mean([&](long k) { return field.At(x, std::clamp(y + k, 0L, field.rows - 1)); });
  });
  return Made(field.columns, field.rows, [&](long x, long y) {
    return mean([&](long k) { return down.At(Reflected(x + k, field.columns), y); });
  });
}

TEST_F(LocalFilters, LocalContrastScalesColorsWithTheLuma) {
  for (const auto& [radius, strength] : {std::pair{100.0, 60.0}, {-30.0, -80.0}, {300.0, 250.0}})
    ForAll([&, radius = radius, strength = strength](const Image* image) {
      const ImagePtr result(LocalContrastImage(image, radius, strength, exception_));
      ASSERT_NE(nullptr, result) << exception_.text();
      const auto from = Pixels(image);
      const long columns = static_cast<long>(image->columns);
      const Field luma = Made(columns, static_cast<long>(image->rows), [&](long x, long y) {
        return Luma(from[static_cast<std::size_t>(y * columns + x)]);
      });
      const auto side = static_cast<float>(std::max(image->columns, image->rows));
      const Field soft = Triangle(luma, static_cast<long>(side * 0.002f * std::fabs(radius)));
      ExpectColors(
          image, result.get(),
          [&](std::size_t i, auto sample) {
            const double y = luma.values[i], difference = y - soft.values[i];
            return y > 0 ? from[i].*sample * (1.0 + difference * strength / 100.0 / y) : 0.0;
          },
          // The blurred pixel is rounded.
          [&](std::size_t i, auto sample) {
            const double y = luma.values[i], share = y > 0 ? from[i].*sample / y : 0.0;
            return 0.55 + 0.55 * std::fabs(strength) / 100.0 * share;
          });
      ExpectFourthKept(image, result.get());
    });
}

TEST_F(LocalFilters, LocalContrastLeavesFlatImagesAlone) {
  const ImagePtr image = RandomImage(63, 41, Kind::kOpaque, 1);
  image->background_color.red = MaxRGB / 3;
  image->background_color.green = MaxRGB / 7;
  ASSERT_NE(MagickFail, SetImage(image.get(), OpaqueOpacity));
  for (const double radius : {0.0, 20.0, 500.0}) {
    const ImagePtr result(LocalContrastImage(image.get(), radius, 100, exception_));
    test::ExpectSameImage(image.get(), result.get(), std::to_string(radius));
  }
}

TEST_F(LocalFilters, BadNumbersAreRefused) {
  const ImagePtr image = RandomImage(17, 13, Kind::kOpaque, 1);
  const auto expect = [&](Image* made, const char* words) {
    const ImagePtr result(made);
    EXPECT_EQ(nullptr, result);
    EXPECT_EQ(OptionError, exception_.severity());
    EXPECT_NE(std::string::npos, exception_.text().find(words)) << exception_.text();
    SetExceptionInfo(exception_, UndefinedException);
  };
  expect(LocalContrastImage(image.get(), 1e12, 10, exception_), "radius is too large");
  expect(LocalContrastImage(image.get(), 10, -1e12, exception_), "strength is too large");
  expect(LocalContrastImage(image.get(), NAN, 10, exception_), "radius must be finite");
  expect(UnsharpMaskLumaImage(image.get(), 0, 0, 1, 0, exception_), "sigma");
  expect(UnsharpMaskLumaImage(image.get(), 0, 1, 1e300, 0, exception_), "amount is too large");
  expect(WaveletDenoiseImage(image.get(), -1, 0, exception_), "the threshold is negative");
  expect(WaveletDenoiseImage(image.get(), 1, 1e12, exception_), "softness is too large");
  expect(WaveletDenoiseImage(image.get(), 1, INFINITY, exception_), "softness must be finite");
}

Field Hat(const Field& field, long across, long down) {
  return Made(field.columns, field.rows, [&](long x, long y) {
    const auto at = [&](long sign) {
      return field.At(Reflected(x + sign * across, field.columns),
                      Reflected(y + sign * down, field.rows));
    };
    return (2 * field.At(x, y) + at(-1) + at(1)) / 4;
  });
}

Field Denoised(Field left, double threshold, double softness) {
  Field sum = Made(left.columns, left.rows, [](long, long) { return 0.0; });
  long scale = 1;
  for (const double noise : {0.8002, 0.2735, 0.1202, 0.0585, 0.0291}) {
    const Field low = Hat(Hat(left, scale, 0), 0, scale);
    const double most = threshold * noise;
    for (std::size_t i = 0; i < sum.values.size(); ++i) {
      const double detail = left.values[i] - low.values[i];
      const double beyond = std::fabs(detail) - most;
      sum.values[i] +=
          beyond > 0 ? std::copysign(beyond + softness * most, detail) : softness * detail;
    }
    left = low;
    scale *= 2;
  }
  for (std::size_t i = 0; i < sum.values.size(); ++i) sum.values[i] += left.values[i];
  return sum;
}

TEST_F(LocalFilters, WaveletDenoiseShrinksDetails) {
  for (const auto& [threshold, softness] : {std::pair{0.1, 0.0}, {0.5, 0.3}, {0.02, 1.0}, {90, 0}})
    ForAll([&, threshold = threshold * MaxRGB, softness = softness](const Image* image) {
      const ImagePtr result(WaveletDenoiseImage(image, threshold, softness, exception_));
      ASSERT_NE(nullptr, result) << exception_.text();
      const auto from = Pixels(image), to = Pixels(result.get());
      const long columns = static_cast<long>(image->columns);
      const bool cmyk = image->colorspace == CMYKColorspace;
      std::vector<Quantum PixelPacket::*> samples(std::begin(kColors), std::end(kColors));
      if (cmyk) samples.push_back(&PixelPacket::opacity);
      for (const auto sample : samples) {
        const Field made =
            Denoised(Made(columns, static_cast<long>(image->rows),
                          [&](long x, long y) {
                            return double(from[static_cast<std::size_t>(y * columns + x)].*sample);
                          }),
                     threshold, softness);
        for (std::size_t i = 0; i < to.size(); ++i)
          ASSERT_NEAR(Clamped(made.values[i]), double(to[i].*sample), 0.6) << "pixel " << i;
      }
      if (!cmyk) ExpectFourthKept(image, result.get());
    });
}

}  // namespace
}  // namespace lodestone
