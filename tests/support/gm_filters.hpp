// The weights of GraphicsMagick's 15 filters, for its rules in gm_oracle.hpp.
#pragma once

#include <math.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "magick/api.h"

namespace lodestone::gm_oracle {

struct FilterRule {
  double (*weight)(double);
  double support;
};

inline double Sinc(double x) {
  return x == 0 ? 1 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x);
}

inline double BlackmanWindow(double x) {
  return 0.42 + 0.5 * std::cos(std::numbers::pi * x) + 0.08 * std::cos(2 * std::numbers::pi * x);
}

inline constexpr FilterRule kFilterRules[] = {
    // Point and Box
    {[](double x) { return x >= -0.5 && x < 0.5 ? 1.0 : 0.0; }, 0.0},
    {[](double x) { return x >= -0.5 && x < 0.5 ? 1.0 : 0.0; }, 0.5},
    // Triangle
    {[](double x) { return std::max(0.0, 1 - std::abs(x)); }, 1.0},
    // Hermite
    {[](double x) { return std::abs(x) < 1 ? (2 * std::abs(x) - 3) * x * x + 1 : 0.0; }, 1.0},
    // Hanning, Hamming, Blackman: the bare windows, which continue beyond 1
    {[](double x) { return 0.5 + 0.5 * std::cos(std::numbers::pi * x); }, 1.0},
    {[](double x) { return 0.54 + 0.46 * std::cos(std::numbers::pi * x); }, 1.0},
    {[](double x) { return BlackmanWindow(x); }, 1.0},
    // Gaussian
    {[](double x) { return std::exp(-2 * x * x) * std::sqrt(2 / std::numbers::pi); }, 1.25},
    // Quadratic
    {[](double x) {
       const double t = std::abs(x);
       return t < 0.5 ? 0.75 - t * t : t < 1.5 ? 0.5 * (t - 1.5) * (t - 1.5) : 0.0;
     },
     1.5},
    // Cubic (B-spline), Catrom, Mitchell
    {[](double x) {
       const double t = std::abs(x), u = 2 - t;
       return t < 1 ? (4 + t * t * (3 * t - 6)) / 6 : t < 2 ? u * u * u / 6 : 0.0;
     },
     2.0},
    {[](double x) {
       const double t = std::abs(x);
       return t < 1   ? 0.5 * (2 + t * t * (3 * t - 5))
              : t < 2 ? 0.5 * (4 + t * (t * (5 - t) - 8))
                      : 0.0;
     },
     2.0},
    {[](double x) {
       const double t = std::abs(x);
       constexpr double b = 1.0 / 3, c = 1.0 / 3;
       return t < 1 ? (6 - 2 * b) / 6 +
                          t * t * ((-18 + 12 * b + 6 * c) / 6 + t * ((12 - 9 * b - 6 * c) / 6))
              : t < 2
                  ? (8 * b + 24 * c) / 6 + t * ((-12 * b - 48 * c) / 6 +
                                                t * ((6 * b + 30 * c) / 6 + t * ((-b - 6 * c) / 6)))
                  : 0.0;
     },
     2.0},
    // Lanczos
    {[](double x) { return std::abs(x) < 3 ? Sinc(x) * Sinc(x / 3) : 0.0; }, 3.0},
    // Bessel and Sinc, windowed by Blackman
    {[](double x) {
       const double bessel = x == 0 ? std::numbers::pi / 4 : j1(std::numbers::pi * x) / (2 * x);
       return BlackmanWindow(x / 3.2383) * bessel;
     },
     3.2383},
    {[](double x) { return BlackmanWindow(x / 4) * Sinc(x); }, 4.0},
};

inline const FilterRule& GetFilter(FilterTypes filter) {
  return kFilterRules[filter - PointFilter];
}

inline const char* FilterName(FilterTypes filter) {
  constexpr const char* names[] = {
      "undefined", "point",     "box",   "triangle", "hermite",  "hanning", "hamming", "blackman",
      "gaussian",  "quadratic", "cubic", "catrom",   "mitchell", "lanczos", "bessel",  "sinc"};
  return names[filter];
}

}  // namespace lodestone::gm_oracle
