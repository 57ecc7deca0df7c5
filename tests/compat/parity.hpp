// Compares the library, GraphicsMagick and GraphicsMagick's rules with one another.
#pragma once

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

#include "tests/compat/gm_process.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/gm_oracle.hpp"
#include "tests/support/raster.hpp"
#include "tests/support/test_image.hpp"

namespace lodestone::compat {

using gm_oracle::FilterName;
using test::Exception;
using test::ImagePtr;
using test::Kind;
using test::KindName;
using test::ModeScope;
using test::RandomImage;
using test::Raster;
using test::RasterPixel;
using test::ToRaster;
using test::ToSixteenBits;

constexpr FilterTypes kFilters[] = {PointFilter,     BoxFilter,     TriangleFilter, HermiteFilter,
                                    HanningFilter,   HammingFilter, BlackmanFilter, GaussianFilter,
                                    QuadraticFilter, CubicFilter,   CatromFilter,   MitchellFilter,
                                    LanczosFilter,   BesselFilter,  SincFilter};

// The contract with GraphicsMagick, in quantum steps.
constexpr double kContract = QuantumDepth == 8 ? 1.0 : 2.0;

// A step of colour and a step of alpha together. GraphicsMagick rounds to whole steps between the
// two passes, so that even exact arithmetic differs from it by this much at 8 bits.
constexpr double kProductContract = 2.0;

constexpr const char* kOperationNames[] = {"resize", "scale",  "sample", "thumbnail",
                                           "zoom",   "minify", "magnify"};

inline std::string Describe(const Request& request, const Raster& image, Kind kind) {
  std::ostringstream text;
  text << kOperationNames[request.operation] << " " << KindName(kind) << " " << image.columns << "x"
       << image.rows << " to " << request.columns << "x" << request.rows << " "
       << FilterName(request.filter) << " blur " << request.blur;
  return text.str();
}

// The library under test. `image` may have filter and blur changed.
inline Raster RunLibrary(const Request& request, Image* image,
                         MagickAccelerateMode mode = MagickAccelerateOff) {
  const ModeScope scope(mode);
  Exception exception;
  image->filter = request.filter;
  image->blur = request.blur;
  auto call = [&]() -> Image* {
    const unsigned long columns = request.columns, rows = request.rows;
    switch (request.operation) {
      case GmResize:
        return ResizeImage(image, columns, rows, request.filter, request.blur, exception);
      case GmScale:
        return ScaleImage(image, columns, rows, exception);
      case GmSample:
        return SampleImage(image, columns, rows, exception);
      case GmThumbnail:
        return ThumbnailImage(image, columns, rows, exception);
      case GmZoom:
        return ZoomImage(image, columns, rows, exception);
      case GmMinify:
        return MinifyImage(image, exception);
      case GmMagnify:
        return MagnifyImage(image, exception);
      default:
        break;
    }
    return nullptr;
  };
  const ImagePtr result(call());
  EXPECT_NE(nullptr, result) << exception.text();
  return result ? ToRaster(result.get()) : Raster{};
}

// GraphicsMagick's rules at samples from 0 to `max`.
inline Raster RunRules(const Request& request, const Raster& image, double max) {
  const gm_oracle::Rules rules(max);
  switch (request.operation) {
    case GmResize:
    case GmZoom:
      return rules.Resize(image, request.columns, request.rows, request.filter, request.blur);
    case GmScale:
      return rules.Scale(image, request.columns, request.rows);
    case GmSample:
      return rules.Sample(image, request.columns, request.rows);
    case GmThumbnail:
      return rules.Thumbnail(image, request.columns, request.rows, request.filter, request.blur);
    case GmMinify:
      return rules.Minify(image);
    case GmMagnify:
      return rules.Magnify(image);
    default:
      break;
  }
  return {};
}

// Largest difference of any sample, in steps, and its position; and of colours times alpha.
struct Difference {
  double steps = 0, product = 0;
  std::size_t index = 0;
};

inline double LargestColour(double red, double green, double blue) {
  return std::max({std::abs(red), std::abs(green), std::abs(blue)});
}

// Differences of colours are weighted by the larger alpha of the two images.
inline double PixelDifference(const RasterPixel& a, const RasterPixel& b, bool weighted,
                              double max) {
  const double alpha = weighted ? 1 - std::min(a.opacity, b.opacity) / max : 1;
  return std::max(alpha * LargestColour(a.red - b.red, a.green - b.green, a.blue - b.blue),
                  std::abs(double(a.opacity) - b.opacity));
}

// The same with each image's colours multiplied by its own alpha, so that a step of colour and a
// step of alpha add up.
inline double ProductDifference(const RasterPixel& a, const RasterPixel& b, double max) {
  const double aa = 1 - a.opacity / max, ba = 1 - b.opacity / max;
  return LargestColour(a.red * aa - b.red * ba, a.green * aa - b.green * ba,
                       a.blue * aa - b.blue * ba);
}

inline Difference Compare(const Raster& a, const Raster& b, bool weighted, double max = MaxRGB) {
  Difference worst;
  for (std::size_t i = 0; i < std::min(a.pixels.size(), b.pixels.size()); ++i) {
    const double steps = PixelDifference(a.pixels[i], b.pixels[i], weighted, max);
    if (steps > worst.steps) worst.steps = steps, worst.index = i;
    if (weighted)
      worst.product = std::max(worst.product, ProductDifference(a.pixels[i], b.pixels[i], max));
  }
  return worst;
}

inline std::string PixelText(const Raster& raster, std::size_t index) {
  const RasterPixel& p = raster.pixels.at(index);
  std::ostringstream text;
  text << "(" << index % raster.columns << "," << index / raster.columns << ") " << p.red << " "
       << p.green << " " << p.blue << " " << p.opacity;
  return text.str();
}

// Counts cases and keeps the worst; reports both at the end, also in the test's properties.
class Tally {
 public:
  Tally() = default;
  Tally(const Tally&) = delete;
  Tally& operator=(const Tally&) = delete;
  ~Tally() {
    testing::Test::RecordProperty("cases", cases_);
    testing::Test::RecordProperty("worst_steps", std::to_string(worst_));
    testing::Test::RecordProperty("worst_case", where_);
    testing::Test::RecordProperty("worst_product", std::to_string(worst_product_));
  }

  // GraphicsMagick leaves the indexes of CMYK images undefined in some operations.
  bool compare_indexes = true;

  // Fails unless the shapes, classes and indexes are equal and no sample differs by more.
  void Expect(const Raster& expected, const Raster& actual, double allowed, const std::string& what,
              double max = MaxRGB) {
    ++cases_;
    ASSERT_EQ(expected.columns, actual.columns) << what;
    ASSERT_EQ(expected.rows, actual.rows) << what;
    EXPECT_EQ(expected.pseudo_class, actual.pseudo_class) << what;
    EXPECT_EQ(expected.matte, actual.matte) << what;
    EXPECT_EQ(expected.cmyk, actual.cmyk) << what;
    EXPECT_TRUE(expected.colormap == actual.colormap) << what;
    EXPECT_TRUE(!compare_indexes || expected.indexes == actual.indexes) << what;
    const Difference worst = Compare(expected, actual, expected.weights_by_opacity(), max);
    if (worst.steps > worst_) {
      worst_ = worst.steps;
      where_ = what;
    }
    EXPECT_LE(worst.steps, allowed) << what << ": " << PixelText(expected, worst.index)
                                    << " expected, got " << PixelText(actual, worst.index);
    EXPECT_LE(worst.product, kProductContract) << what;
    worst_product_ = std::max(worst_product_, worst.product);
  }

 private:
  int cases_ = 0;
  double worst_ = 0, worst_product_ = 0;
  std::string where_;
};

}  // namespace lodestone::compat
