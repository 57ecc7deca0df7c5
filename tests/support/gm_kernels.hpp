// GraphicsMagick's Gaussian kernels and their widths, step by step, according to its documentation
// and its results.
#pragma once

#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

namespace lodestone::gm_oracle {

inline constexpr double kPi = std::numbers::pi;

inline std::vector<double> BinnedKernel(int width, double sigma) {
  std::vector<double> kernel(width, 0.0);
  const int bias = 3 * width / 2;
  for (int i = -bias; i <= bias; ++i)
    kernel[(i + bias) / 3] +=
        std::exp(-double(i) * i / (2.0 * 9.0 * sigma * sigma)) / (std::sqrt(2.0 * kPi) * sigma);
  const double sum = std::accumulate(kernel.begin(), kernel.end(), 0.0);
  for (double& k : kernel) k /= sum;
  return kernel;
}

inline std::vector<double> GrownKernel(double sigma, double max) {
  std::vector<double> kernel = BinnedKernel(3, sigma), last;
  for (int width = 3; static_cast<long>(max * kernel[0]) > 0;
       width += 2, kernel = BinnedKernel(width, sigma))
    last = kernel;
  return last.empty() ? kernel : last;
}

// Along a line, or as a square.
inline int SlowWidth(double sigma, bool square, double max) {
  for (int width = 5;; width += 2) {
    const int half = width / 2;
    double sum = 0.0;
    for (int v = square ? -half : 0; v <= (square ? half : 0); ++v)
      for (int u = -half; u <= half; ++u) sum += std::exp(-(u * u + v * v) / (2 * sigma * sigma));
    sum /= square ? 2.0 * kPi * sigma * sigma : std::sqrt(2.0 * kPi) * sigma;
    const double end =
        std::exp(-double(half) * half / (2 * sigma * sigma)) / (std::sqrt(2.0 * kPi) * sigma) / sum;
    if (end < 1.0 / max) return width - 2;
  }
}

}  // namespace lodestone::gm_oracle
