// Rotational, selective and bilateral blur against rules restated in double.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "tests/magick/support.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

constexpr unsigned long kSizes[] = {1, 2, 3, 7, 16, 17, 61};

// A weighted mean of pixels.
class Sum {
 public:
  explicit Sum(const Image* image)
      : by_alpha_(image->matte && image->colorspace != CMYKColorspace),
        has_fourth_(image->matte || image->colorspace == CMYKColorspace) {}

  void Add(const PixelPacket& pixel, double weight) {
    const double visible = by_alpha_ ? weight * (MaxRGBDouble - pixel.opacity) : weight;
    red_ += visible * pixel.red;
    green_ += visible * pixel.green;
    blue_ += visible * pixel.blue;
    opacity_ += weight * pixel.opacity;
    visible_ += visible;
    weights_ += weight;
  }
  void ExpectNear(const PixelPacket& is, double most, const std::string& what) const {
    const auto mean = [&](double sum) { return visible_ > 0.0 ? sum / visible_ : 0.0; };
    ASSERT_NEAR(mean(red_), is.red, most) << what;
    ASSERT_NEAR(mean(green_), is.green, most) << what;
    ASSERT_NEAR(mean(blue_), is.blue, most) << what;
    ASSERT_NEAR(has_fourth_ ? opacity_ / weights_ : 0.0, is.opacity, most) << what;
  }

 private:
  bool by_alpha_, has_fourth_;
  double red_ = 0.0, green_ = 0.0, blue_ = 0.0, opacity_ = 0.0, visible_ = 0.0, weights_ = 0.0;
};

// Adds the pixels that (x, y) becomes a mean of; at(column, row) may be outside the image.
using At = std::function<PixelPacket(long column, long row)>;
using Gather = std::function<void(const Image* image, const At& at, long x, long y, Sum* sum)>;
using Call = std::function<Image*(const Image* image, ExceptionInfo* exception)>;

void ExpectMeans(const Image* image, const Call& call, const Gather& gather, double most,
                 const std::string& what) {
  Exception exception;
  const ImagePtr result(call(image, exception));
  ASSERT_NE(nullptr, result) << what << exception.text();
  const std::vector<PixelPacket> before = Pixels(image), after = Pixels(result.get());
  const auto columns = static_cast<long>(image->columns), rows = static_cast<long>(image->rows);
  const At at = [&](long column, long row) {
    return before[static_cast<std::size_t>(std::clamp(row, 0L, rows - 1) * columns +
                                           std::clamp(column, 0L, columns - 1))];
  };
  for (long y = 0; y < rows; ++y)
    for (long x = 0; x < columns; ++x) {
      Sum sum(image);
      gather(image, at, x, y, &sum);
      ASSERT_NO_FATAL_FAILURE(
          sum.ExpectNear(after[static_cast<std::size_t>(y * columns + x)], most,
                         what + " " + std::to_string(x) + "," + std::to_string(y)));
    }
}

void ExpectOnAll(const Call& call, const Gather& gather, double most, const std::string& what) {
  for (const Kind kind : kAllKinds)
    for (const unsigned long columns : kSizes)
      for (const unsigned long rows : kSizes)
        ASSERT_NO_FATAL_FAILURE(
            ExpectMeans(RandomImage(columns, rows, kind, 3).get(), call, gather, most,
                        what + " " + KindName(kind) + " " + std::to_string(columns) + "x" +
                            std::to_string(rows)));
}

// As ImageMagick has it, but that a negative angle counts as many pixels as a positive one.
Gather Arc(double degrees) {
  return [=](const Image* image, const At& at, long x, long y, Sum* sum) {
    const double radians = degrees * std::numbers::pi / 180.0;
    const double middle_x = (static_cast<double>(image->columns) - 1.0) / 2.0;
    const double middle_y = (static_cast<double>(image->rows) - 1.0) / 2.0;
    const double across = static_cast<double>(x) - middle_x;
    const double down = static_cast<double>(y) - middle_y;
    const double farthest = std::hypot(middle_x, middle_y), here = std::hypot(across, down);
    const auto angles = static_cast<long>(4.0 * std::abs(radians) * std::sqrt(farthest) + 2.0);
    const double ratio = here > 0.0 ? farthest / here : 1.0;
    const long step = std::clamp(static_cast<long>(ratio * (1.0 + 1e-12)), 1L, angles - 1);
    for (long i = 0; i < angles; i += step) {
      const double angle = radians * (double(i) / double(angles - 1) - 0.5);
      const double sine = std::sin(angle), cosine = std::cos(angle);
      sum->Add(at(static_cast<long>(std::floor(middle_x + across * cosine - down * sine + 0.5)),
                  static_cast<long>(std::floor(middle_y + across * sine + down * cosine + 0.5))),
               1.0);
    }
  };
}

// Angles that turn no pixel to the border between two.
TEST(Blurs, RotationalIsTheMeanOverAnArc) {
  for (const double degrees : {0.0, 10.0, -37.0, 123.0, 701.3})
    ASSERT_NO_FATAL_FAILURE(
        ExpectOnAll([=](const Image* image,
                        ExceptionInfo* e) { return RotationalBlurImage(image, degrees, e); },
                    Arc(degrees), 0.5001, "rotational " + std::to_string(degrees)));
}

TEST(Blurs, RotationalOfALargeImage) {
  const ImagePtr image = RandomImage(901, 402, Kind::kMatte, 5);
  ExpectMeans(
      image.get(), [](const Image* i, ExceptionInfo* e) { return RotationalBlurImage(i, 33, e); },
      Arc(33), 0.5001, "large");
}

TEST(Blurs, AnArcMayLeaveTheImage) {
  const ImagePtr image = Counting(9, 2);
  SetImageVirtualPixelMethod(image.get(), ConstantVirtualPixelMethod);
  image->background_color.red = MaxRGB;
  Exception exception;
  const ImagePtr result(RotationalBlurImage(image.get(), 90.0, exception));
  ASSERT_NE(nullptr, result) << exception.text();
  EXPECT_LT(MaxRGB / 2, RedAt(result.get(), 0, 0));
}

double Luma(const PixelPacket& pixel) {
  return std::round((6968.0 * pixel.red + 23434.0 * pixel.green + 2366.0 * pixel.blue) / 32768.0);
}

double Gaussian(double square, double sigma) {
  return std::exp(-square / (2.0 * sigma * sigma));
}

using Weigh = std::function<double(double difference)>;

Gather Alike(long columns, long rows, double sigma, const Weigh& weigh) {
  return [=](const Image*, const At& at, long x, long y, Sum* sum) {
    const long left = (columns - 1) / 2, top = (rows - 1) / 2;
    for (long dy = -top; dy < rows - top; ++dy)
      for (long dx = -left; dx < columns - left; ++dx) {
        const PixelPacket pixel = at(x + dx, y + dy);
        const double weight = weigh(std::abs(Luma(pixel) - Luma(at(x, y))));
        if (weight > 0.0)
          sum->Add(pixel, weight * Gaussian(static_cast<double>(dx * dx + dy * dy), sigma));
      }
  };
}

// A radius of 2 is a window of five.
TEST(Blurs, SelectiveIsTheMeanOfWhatIsAlike) {
  for (const double threshold : {0.01 * MaxRGB, 0.3 * MaxRGB, 2.0 * MaxRGB})
    ASSERT_NO_FATAL_FAILURE(ExpectOnAll(
        [=](const Image* image, ExceptionInfo* e) {
          return SelectiveBlurImage(image, 2.0, 1.3, threshold, e);
        },
        Alike(5, 5, 1.3, [=](double difference) { return difference < threshold ? 1.0 : 0.0; }),
        1.0, "selective " + std::to_string(threshold)));
}

TEST(Blurs, WithAThresholdOfZeroNothingIsAlike) {
  const ImagePtr image = RandomImage(17, 13, Kind::kMatte, 3);
  for (const double threshold : {0.0, -5.0}) {
    Exception exception;
    const ImagePtr result(SelectiveBlurImage(image.get(), 2.0, 1.0, threshold, exception));
    ExpectSameImage(image.get(), result.get(), "threshold");
  }
}

TEST(Blurs, BilateralWeighsDistancesAndDifferences) {
  struct Rule {
    unsigned long columns, rows;
    double intensity, distance;
  };
  for (const Rule& rule : {Rule{5, 5, 7.0, 1.8}, {4, 1, 300.0, 3.0}, {0, 6, -40.0, -2.0}})
    ASSERT_NO_FATAL_FAILURE(ExpectOnAll(
        [=](const Image* image, ExceptionInfo* e) {
          return BilateralBlurImage(image, rule.columns, rule.rows, rule.intensity, rule.distance,
                                    e);
        },
        Alike(std::max(1L, static_cast<long>(rule.columns)), static_cast<long>(rule.rows),
              rule.distance,
              [=](double difference) {
                const double steps = difference / (MaxRGBDouble / 255.0);
                const double most =
                    std::ceil(8.5 * std::abs(rule.intensity) * MaxRGBDouble / 255.0);
                return difference > most ? 0.0 : Gaussian(steps * steps, rule.intensity);
              }),
        1.0, "bilateral " + std::to_string(rule.intensity)));
}

TEST(Blurs, BadArgumentsAreRefused) {
  const ImagePtr image = RandomImage(5, 4, Kind::kOpaque, 2),
                 cmyk = RandomImage(5, 4, Kind::kCmyk, 2);
  cmyk->matte = MagickTrue;
  const std::function<Image*(ExceptionInfo*)> calls[] = {
      [&](ExceptionInfo* e) { return RotationalBlurImage(image.get(), NAN, e); },
      [&](ExceptionInfo* e) { return RotationalBlurImage(image.get(), 1e9, e); },
      [&](ExceptionInfo* e) { return RotationalBlurImage(image.get(), -1e300, e); },
      [&](ExceptionInfo* e) { return RotationalBlurImage(cmyk.get(), 10.0, e); },
      [&](ExceptionInfo* e) { return SelectiveBlurImage(image.get(), 1024, 1.0, 5.0, e); },
      [&](ExceptionInfo* e) { return SelectiveBlurImage(image.get(), 1e9, 1.0, 5.0, e); },
      [&](ExceptionInfo* e) { return SelectiveBlurImage(image.get(), 2, 1.0, INFINITY, e); },
      [&](ExceptionInfo* e) { return BilateralBlurImage(image.get(), 2048, 3, 5.0, 1.0, e); },
      [&](ExceptionInfo* e) { return BilateralBlurImage(image.get(), 3, ~0ul, 5.0, 1.0, e); },
      [&](ExceptionInfo* e) { return BilateralBlurImage(image.get(), 3, 3, NAN, 1.0, e); },
  };
  for (const auto& call : calls) {
    Exception exception;
    EXPECT_EQ(nullptr, ImagePtr(call(exception))) << &call - calls;
    EXPECT_EQ(OptionError, exception.severity()) << &call - calls;
  }
}

TEST(Blurs, ExtremesAreHarmless) {
  const ImagePtr image = RandomImage(9, 6, Kind::kMatte, 2);
  Exception exception;
  EXPECT_NE(nullptr, ImagePtr(SelectiveBlurImage(image.get(), 3, 1e100, 1e300, exception)));
  EXPECT_NE(nullptr, ImagePtr(SelectiveBlurImage(image.get(), 3, 1e-100, 1e-300, exception)));
  EXPECT_NE(nullptr, ImagePtr(BilateralBlurImage(image.get(), 9, 9, 1e-100, 1e100, exception)));
  EXPECT_NE(nullptr, ImagePtr(BilateralBlurImage(image.get(), 9, 9, 1e100, 1e-100, exception)));
}

}  // namespace
}  // namespace lodestone::test
