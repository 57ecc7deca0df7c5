#include "kernels/window/taps.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lodestone::kernels {
namespace {

// A sum below it is treated as 0.
constexpr double kNoSum = 1.0e-12;

double SquareDensity(double u, double v, double sigma) {
  const double twice = 2.0 * sigma * sigma;
  return std::exp(-(u * u + v * v) / twice) / (std::numbers::pi * twice);
}

// value(u, v) for all columns u and rows v around the centre.
template <class Value>
std::vector<double> Fill(std::uint32_t width, Value value) {
  const int half = static_cast<int>(width / 2);
  std::vector<double> matrix;
  matrix.reserve(std::size_t{width} * width);
  for (int v = -half; v <= half; ++v)
    for (int u = -half; u <= half; ++u) matrix.push_back(value(u, v));
  return matrix;
}

double Sum(std::span<const double> values) {
  double sum = 0.0;
  for (double value : values) sum += value;
  return sum;
}

// With samples up to LS_MAX they are far from the limits of float.
constexpr double kMaxSum = 1.0e30;

template <class Number>
double SumOfSizes(std::span<const Number> weights) {
  double sum = 0.0;
  for (Number weight : weights) sum += std::abs(static_cast<double>(weight));
  return sum;
}

// Towards zero after adding half a step, like GraphicsMagick.
std::int32_t NearestPixel(double position) {
  return static_cast<std::int32_t>(position + 0.5);
}

std::uint32_t MaxDistance(std::span<const std::int32_t> offsets, int sign) {
  std::int32_t farthest = 0;
  for (std::int32_t offset : offsets) farthest = std::max(farthest, sign * offset);
  return static_cast<std::uint32_t>(farthest);
}

}  // namespace

std::vector<double> DividedTaps(std::span<const double> taps, double divisor) {
  if (divisor == 0.0) divisor = Sum(taps);
  const double factor = 1.0 / (std::abs(divisor) <= kNoSum ? 1.0 : divisor);
  std::vector<double> divided(taps.begin(), taps.end());
  for (double& tap : divided) tap *= factor;
  return divided;
}

TapList MatrixTaps(std::uint32_t order, std::span<const double> matrix) {
  const auto half = static_cast<std::int32_t>(order / 2);
  TapList taps;
  taps.order = order;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    taps.dx.push_back(static_cast<std::int32_t>(i % order) - half);
    taps.dy.push_back(static_cast<std::int32_t>(i / order) - half);
  }
  const std::vector<double> divided = DividedTaps(matrix, 0.0);
  taps.weights.assign(divided.begin(), divided.end());
  return taps;
}

bool HasFiniteSums(std::span<const float> weights) {
  return SumOfSizes(weights) <= kMaxSum;
}

bool HaveFiniteSums(std::span<const double> across, std::span<const double> down) {
  const double one = SumOfSizes(across), other = SumOfSizes(down);
  return one <= kMaxSum && other <= kMaxSum && one * other <= kMaxSum;
}

TapList MotionTaps(std::uint32_t width, double sigma, double angle) {
  std::vector<double> kernel(width);
  for (std::uint32_t i = 0; i < 3 * width; ++i) {
    const double distance = i / 3.0;
    kernel[i / 3] += std::exp(-distance * distance / (2.0 * sigma * sigma));
  }
  const double sum = Sum(kernel);
  const double turned = std::numbers::pi * (std::fmod(angle, 360.0) + 90.0) / 180.0;
  // Whole pixels: the direction is that of the farthest pixel.
  const double x = std::trunc(width * std::sin(turned)), y = std::trunc(width * std::cos(turned));
  const double length = std::sqrt(x * x + y * y);
  TapList taps;
  for (std::uint32_t i = 0; i < width; ++i) {
    taps.dx.push_back(NearestPixel(i * x / length));
    taps.dy.push_back(NearestPixel(i * y / length));
    taps.weights.push_back(static_cast<float>(kernel[i] / sum));
  }
  return taps;
}

Reach ReachOf(const TapList& taps) {
  return {MaxDistance(taps.dx, -1), MaxDistance(taps.dx, 1), MaxDistance(taps.dy, -1),
          MaxDistance(taps.dy, 1)};
}

std::vector<double> SharpenMatrix(std::uint32_t width, double sigma) {
  std::vector<double> matrix =
      Fill(width, [sigma](int u, int v) { return SquareDensity(u, v, sigma); });
  matrix[matrix.size() / 2] = -2.0 * Sum(matrix);
  return matrix;
}

std::vector<double> EdgeMatrix(std::uint32_t width) {
  const double others = double(width) * width - 1.0;
  return Fill(width, [others](int u, int v) { return u == 0 && v == 0 ? others : -1.0; });
}

std::vector<double> EmbossMatrix(std::uint32_t width, double sigma) {
  return Fill(width, [sigma](int u, int v) {
    // On the diagonal that rises to the right there is only the centre.
    if (u == -v) return u == 0 ? 1.0 : 0.0;
    return (u < 0 || v < 0 ? -8.0 : 8.0) * SquareDensity(u, v, sigma);
  });
}

}  // namespace lodestone::kernels
