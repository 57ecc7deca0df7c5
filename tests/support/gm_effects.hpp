// GraphicsMagick's rules for neighbourhood filters, restated in plain double arithmetic at the
// quantum depth of this build. tests/compat compares it with the real GraphicsMagick, and the
// library with it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "magick/api.h"
#include "tests/support/gm_kernels.hpp"
#include "tests/support/neighborhood_oracle.hpp"
#include "tests/support/raster.hpp"

namespace lodestone::gm_oracle {

using oracle::Made;
using oracle::RawImage;
using test::Raster;
using test::RasterPixel;

inline constexpr double kMax = MaxRGB;

// red, green, blue, opacity.
inline RawImage ToRawImage(const Raster& raster) {
  RawImage raw{raster.columns, raster.rows, 4, {}};
  for (const RasterPixel& p : raster.pixels)
    raw.values.insert(raw.values.end(), {p.red, p.green, p.blue, p.opacity});
  return raw;
}

// DirectClass, with the indexes of CMYK; unused opacity is 0.
inline Raster ToRaster(const RawImage& raw, const Raster& like) {
  Raster raster = like;
  raster.pseudo_class = false;
  raster.colormap.clear();
  if (!like.cmyk) raster.indexes.clear();
  for (std::size_t i = 0; i < raster.pixels.size(); ++i) {
    auto sample = [&](std::size_t s) { return static_cast<std::uint16_t>(raw.values[4 * i + s]); };
    raster.pixels[i] = {sample(0), sample(1), sample(2),
                        like.weights_by_opacity() ? sample(3) : std::uint16_t{0}};
  }
  return raster;
}

// How GraphicsMagick finds pixels outside, as an index; -1 for the background colour.
inline long Outside(VirtualPixelMethod method, long i, long n) {
  if (i >= 0 && i < n) return i;
  if (method == ConstantVirtualPixelMethod) return -1;
  if (method != TileVirtualPixelMethod && method != MirrorVirtualPixelMethod)
    return i < 0 ? 0 : n - 1;
  const long tiled = i >= 0 ? i % n : n - -i % n;  // 1 ... n before the image
  if (method == TileVirtualPixelMethod) return tiled % n;
  return tiled == n ? 0 : n - 1 - tiled;
}

// The surroundings of an image.
struct Environment {
  VirtualPixelMethod method = UndefinedVirtualPixelMethod;
  RasterPixel background{};
};

class Effects {
 public:
  Effects(const Raster& image, const Environment& around)
      : image_(image), raw_(ToRawImage(image)), around_(around) {}

  // Rounded between the passes, and up to half a step brighter where the kernel is truncated. Where
  // an image is narrower than the kernel, GraphicsMagick takes the wrong end of it, and that half
  // step grows to many; this does neither.
  Raster Blur(double radius, double sigma) const {
    return ToRaster(Blurred(radius, sigma), image_);
  }

  Raster Unsharp(double radius, double sigma, double amount, double threshold) const {
    const RawImage blurred = Blurred(radius, sigma);
    return ToRaster(Every([&](long x, long y, long c) {
                      const double original = static_cast<double>(raw_.At(x, y, c));
                      const double difference = original - static_cast<double>(blurred.At(x, y, c));
                      if (std::abs(difference) < kMax * threshold / 2) return long(original);
                      return Round(original + amount * difference);
                    }),
                    image_);
  }

  Raster Convolve(const std::vector<double>& kernel) const {
    double sum = 0;
    for (double weight : kernel) sum += weight;
    if (std::abs(sum) <= 1.0e-12) sum = 1;
    const long order = std::lround(std::sqrt(double(kernel.size()))), half = order / 2;
    return ToRaster(Every([&](long x, long y, long c) {
                      double total = 0;
                      for (long k = 0; k < order * order; ++k)
                        total += kernel[static_cast<std::size_t>(k)] / sum *
                                 At(x + k % order - half, y + k / order - half, c);
                      return Round(total);
                    }),
                    image_);
  }

  static std::vector<double> GaussianMatrix(double radius, double sigma) {
    return Matrix(Width(radius, sigma, true),
                  [&](int u, int v) { return GaussianAt(u, v, sigma); });
  }
  static std::vector<double> SharpenMatrix(double radius, double sigma) {
    auto matrix =
        Matrix(Width(radius, sigma, false), [&](int u, int v) { return GaussianAt(u, v, sigma); });
    double sum = 0;
    for (double weight : matrix) sum += weight;
    matrix[matrix.size() / 2] = -2 * sum;
    return matrix;
  }
  static std::vector<double> EdgeMatrix(double radius) {
    const int width = Width(radius, 0.5, false);
    return Matrix(width, [&](int u, int v) { return u == 0 && v == 0 ? width * width - 1. : -1.; });
  }
  static std::vector<double> EmbossMatrix(double radius, double sigma) {
    return Matrix(Width(radius, 0.5, false), [&](int u, int v) {
      if (u == -v) return u == 0 ? 1.0 : 0.0;
      return (u < 0 || v < 0 ? -8 : 8) * GaussianAt(u, v, sigma);
    });
  }

  // Truncated to whole steps, not rounded.
  Raster MotionBlur(double radius, double sigma, double angle) const {
    const int width = Width(radius, sigma, false);
    std::vector<double> kernel(static_cast<std::size_t>(width));
    double sum = 0;
    for (int i = 0; i < 3 * width; ++i) {
      kernel[static_cast<std::size_t>(i / 3)] += std::exp(-double(i) * i / (18 * sigma * sigma));
      sum += std::exp(-double(i) * i / (18 * sigma * sigma));
    }
    const double turned = kPi * (angle + 90) / 180;
    const long dx = static_cast<long>(width * std::sin(turned));
    const long dy = static_cast<long>(width * std::cos(turned));
    const double length = std::sqrt(double(dx) * double(dx) + double(dy) * double(dy));
    return ToRaster(Every([&](long x, long y, long c) {
                      double total = 0;
                      for (int i = 0; i < width; ++i)
                        total += kernel[static_cast<std::size_t>(i)] / sum *
                                 At(x + static_cast<long>(i * double(dx) / length + 0.5),
                                    y + static_cast<long>(i * double(dy) / length + 0.5), c);
                      return static_cast<long>(total);
                    }),
                    image_);
  }

  Raster Median(double radius) const {
    const long half = Width(radius, 0.5, true) / 2;
    return ToRaster(Every([&](long x, long y, long c) {
                      std::vector<double> values;
                      for (long v = -half; v <= half; ++v)
                        for (long u = -half; u <= half; ++u) values.push_back(At(x + u, y + v, c));
                      const auto middle = values.begin() + static_cast<long>(values.size() / 2);
                      std::nth_element(values.begin(), middle, values.end());
                      return static_cast<long>(*middle);
                    }),
                    image_);
  }

  Raster Despeckle() const { return ToRaster(oracle::Despeckled(raw_), image_); }

  // By the share of pixels that are no brighter.
  Raster Equalize() const {
    RawImage result = raw_;
    for (std::size_t c = 0; c < (image_.matte ? 4u : 3u); ++c) {
      std::vector<double> count(MaxRGB + 1), map(MaxRGB + 1);
      for (std::size_t i = c; i < raw_.values.size(); i += 4)
        ++count[static_cast<std::size_t>(raw_.values[i])];
      for (std::size_t level = 1; level < map.size(); ++level)
        map[level] = map[level - 1] + count[level];
      if (map.back() == 0) continue;
      for (std::size_t i = c; i < raw_.values.size(); i += 4)
        result.values[i] =
            static_cast<long>(kMax * map[static_cast<std::size_t>(raw_.values[i])] / map.back());
    }
    return ToRaster(result, image_);
  }

  // One level each for red, green and blue.
  Raster Gamma(const std::array<double, 3>& levels) const {
    RawImage result = raw_;
    const bool alike = levels[0] == levels[1] && levels[1] == levels[2];
    for (std::size_t i = 0; i < raw_.values.size(); ++i) {
      if (i % 4 == 3 || (!alike && levels[i % 4] == 0)) continue;
      result.values[i] = static_cast<long>(
          kMax * std::pow(static_cast<double>(raw_.values[i]) / kMax, 1 / levels[i % 4]));
    }
    return ToRaster(result, image_);
  }

  Raster Negate(bool grey_only) const {
    RawImage result = raw_;
    for (std::size_t i = 0; i < raw_.values.size(); i += 4) {
      const long* pixel = &raw_.values[i];
      if (grey_only && (pixel[0] != pixel[1] || pixel[1] != pixel[2])) continue;
      for (std::size_t c = 0; c < (image_.cmyk ? 4u : 3u); ++c)
        result.values[i + c] = static_cast<long>(MaxRGB) - pixel[c];
    }
    return ToRaster(result, image_);
  }

 private:
  static int Width(double radius, double sigma, bool square) {
    return radius > 0 ? 2 * static_cast<int>(std::ceil(radius)) + 1
                      : SlowWidth(sigma, square, kMax);
  }

  static double GaussianAt(int u, int v, double sigma) {
    return std::exp(-(u * u + v * v) / (2 * sigma * sigma)) / (2 * kPi * sigma * sigma);
  }

  template <class Value>
  static std::vector<double> Matrix(int width, Value value) {
    std::vector<double> matrix;
    for (int v = -width / 2; v <= width / 2; ++v)
      for (int u = -width / 2; u <= width / 2; ++u) matrix.push_back(value(u, v));
    return matrix;
  }

  static long Round(double value) { return static_cast<long>(std::clamp(value, 0.0, kMax) + 0.5); }

  template <class Value>
  RawImage Every(Value value) const {
    return Made(raw_.columns, raw_.rows, 4, value);
  }

  double At(long x, long y, long c) const {
    const long column = Outside(around_.method, x, raw_.columns);
    const long row = Outside(around_.method, y, raw_.rows);
    const RasterPixel& b = around_.background;
    const double background[] = {double(b.red), double(b.green), double(b.blue), double(b.opacity)};
    return column < 0 || row < 0 ? background[c] : static_cast<double>(raw_.At(column, row, c));
  }

  // One pass: `input(i)` returns the `size` samples of the line.
  template <class Input>
  static long CutSum(const std::vector<double>& kernel, long at, long size, Input input) {
    const long half = static_cast<long>(kernel.size() / 2);
    double total = 0, share = 0;
    for (long k = -half; k <= half; ++k) {
      if (at + k < 0 || at + k >= size) continue;
      total += kernel[static_cast<std::size_t>(k + half)] * static_cast<double>(input(at + k));
      share += kernel[static_cast<std::size_t>(k + half)];
    }
    const bool whole = at >= half && at + half < size, narrow = size <= 2 * half;
    if (narrow) return static_cast<long>(total / share + 0.5);
    return static_cast<long>(whole ? total + 0.5 : (total + 0.5) / share);
  }

  RawImage Blurred(double radius, double sigma) const {
    const std::vector<double> kernel =
        radius > 0 ? BinnedKernel(2 * static_cast<int>(std::ceil(radius)) + 1, sigma)
                   : GrownKernel(sigma, kMax);
    const RawImage down = Every([&](long x, long y, long c) {
      return CutSum(kernel, y, raw_.rows, [&](long j) { return raw_.At(x, j, c); });
    });
    return Every([&](long x, long y, long c) {
      return CutSum(kernel, x, raw_.columns, [&](long i) { return down.At(i, y, c); });
    });
  }

  const Raster& image_;
  const RawImage raw_;
  const Environment around_;
};

}  // namespace lodestone::gm_oracle
