#include "kernels/window/gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/common/numeric.h"

namespace lodestone::kernels {
namespace {

constexpr double kMinStep = 1.0 / static_cast<double>(LS_MAX);

double GaussianAt(double distance, double sigma) {
  return std::exp(-distance * distance / (2.0 * sigma * sigma));
}

double Density(double distance, double sigma) {
  return GaussianAt(distance, sigma) / (std::sqrt(2.0 * std::numbers::pi) * sigma);
}

std::optional<std::uint32_t> WidthOfRadius(double radius) {
  const double width = 2.0 * std::ceil(radius) + 1.0;
  if (!(width <= kMaxKernelWidth)) return std::nullopt;
  return static_cast<std::uint32_t>(width);
}

// Grows from 5 until the end of the kernel, `at_end` of its half width and the sum of GaussianAt
// over its samples, is below a step; returns the last width before that.
template <class AtEnd>
std::optional<std::uint32_t> Grow(double sigma, AtEnd at_end) {
  double sum = 1.0 + 2.0 * GaussianAt(1.0, sigma);
  for (std::uint32_t width = 5; width <= kMaxKernelWidth; width += 2) {
    const double half = width / 2;
    sum += 2.0 * GaussianAt(half, sigma);
    if (at_end(half, sum) < kMinStep) return width - 2;
  }
  return std::nullopt;
}

// The part that falls into the bin `distance` pixels from the middle.
double Bin(std::uint32_t distance, double sigma) {
  constexpr int kSamples = 3;
  double sum = 0.0;
  for (int i = -1; i <= 1; ++i) sum += Density(distance + double(i) / kSamples, sigma);
  return sum;
}

// A kernel from its bins, the middle one first.
std::vector<double> Unfold(const std::vector<double>& bins, double sum) {
  std::vector<double> kernel(2 * bins.size() - 1);
  for (std::size_t i = 0; i < bins.size(); ++i) {
    kernel[bins.size() - 1 - i] = kernel[bins.size() - 1 + i] = bins[i] / sum;
  }
  return kernel;
}

}  // namespace

bool IsUsableSigma(double sigma) {
  return std::isfinite(sigma) && std::isnormal(sigma * sigma);
}

std::optional<std::uint32_t> KernelWidth1D(double radius, double sigma) {
  if (radius > 0.0) return WidthOfRadius(radius);
  if (!IsUsableSigma(sigma)) return std::nullopt;
  return Grow(sigma, [sigma](double half, double sum) { return GaussianAt(half, sigma) / sum; });
}

std::optional<std::uint32_t> KernelWidth2D(double radius, double sigma) {
  if (radius > 0.0) return WidthOfRadius(radius);
  if (!IsUsableSigma(sigma)) return std::nullopt;
  // The sum over a square is the square of the sum over a line.
  return Grow(sigma, [sigma](double half, double sum) {
    const double square = sum * sum / (2.0 * std::numbers::pi * sigma * sigma);
    return Density(half, sigma) / square;
  });
}

std::vector<double> BlurKernel(double radius, double sigma, std::uint32_t widest) {
  if (!IsUsableSigma(sigma)) return {};
  sigma = std::abs(sigma);
  const bool grows = !(radius > 0.0);
  const double asked = grows ? widest : std::min(2.0 * std::ceil(radius) + 1.0, double(widest));
  std::vector<double> bins{Bin(0, sigma)};
  double sum = bins[0];
  for (std::uint32_t distance = 1; 2.0 * distance + 1.0 <= asked; ++distance) {
    const double bin = Bin(distance, sigma);
    const bool too_small = !(static_cast<double>(LS_MAX) * (bin / (sum + 2.0 * bin)) >= 1.0);
    // Three samples are always kept.
    if (grows && too_small && distance > 1) break;
    bins.push_back(bin);
    sum += 2.0 * bin;
    if (grows && too_small) break;
  }
  return Unfold(bins, sum);
}

std::vector<double> GaussianKernel(std::uint32_t width, double sigma) {
  std::vector<double> bins(width / 2 + 1);
  for (std::size_t i = 0; i < bins.size(); ++i) bins[i] = GaussianAt(double(i), sigma);
  double sum = bins[0];
  for (std::size_t i = 1; i < bins.size(); ++i) sum += 2.0 * bins[i];
  return Unfold(bins, sum);
}

}  // namespace lodestone::kernels
