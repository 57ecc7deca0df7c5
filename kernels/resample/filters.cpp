#include "kernels/resample/filters.hpp"

#include <cmath>
#include <cstddef>
#include <iterator>
#include <numbers>

namespace lodestone::kernels {
namespace {

using std::numbers::pi;

constexpr double kBesselSupport = 3.2383;
constexpr double kSincSupport = 4.0;

double Box(double x) {
  return x >= -0.5 && x < 0.5 ? 1.0 : 0.0;
}

double Triangle(double x) {
  const double t = std::abs(x);
  return t < 1.0 ? 1.0 - t : 0.0;
}

double Hermite(double x) {
  const double t = std::abs(x);
  return t < 1.0 ? (2.0 * t - 3.0) * t * t + 1.0 : 0.0;
}

double Hanning(double x) {
  return 0.5 + 0.5 * std::cos(pi * x);
}

double Hamming(double x) {
  return 0.54 + 0.46 * std::cos(pi * x);
}

double Blackman(double x) {
  return 0.42 + 0.5 * std::cos(pi * x) + 0.08 * std::cos(2.0 * pi * x);
}

double Gaussian(double x) {
  return std::exp(-2.0 * x * x) * std::sqrt(2.0 / pi);
}

double Quadratic(double x) {
  const double t = std::abs(x);
  if (t < 0.5) return 0.75 - t * t;
  if (t < 1.5) return 0.5 * (t - 1.5) * (t - 1.5);
  return 0.0;
}

double Cubic(double x) {
  const double t = std::abs(x);
  if (t < 1.0) return (4.0 + t * t * (3.0 * t - 6.0)) / 6.0;
  if (t < 2.0) return (2.0 - t) * (2.0 - t) * (2.0 - t) / 6.0;
  return 0.0;
}

double Catrom(double x) {
  const double t = std::abs(x);
  if (t < 1.0) return 0.5 * (2.0 + t * t * (3.0 * t - 5.0));
  if (t < 2.0) return 0.5 * (4.0 + t * (t * (5.0 - t) - 8.0));
  return 0.0;
}

// Mitchell-Netravali with B = C = 1/3.
double Mitchell(double x) {
  constexpr double b = 1.0 / 3.0, c = 1.0 / 3.0;
  constexpr double p0 = (6.0 - 2.0 * b) / 6.0;
  constexpr double p2 = (-18.0 + 12.0 * b + 6.0 * c) / 6.0;
  constexpr double p3 = (12.0 - 9.0 * b - 6.0 * c) / 6.0;
  constexpr double q0 = (8.0 * b + 24.0 * c) / 6.0;
  constexpr double q1 = (-12.0 * b - 48.0 * c) / 6.0;
  constexpr double q2 = (6.0 * b + 30.0 * c) / 6.0;
  constexpr double q3 = (-b - 6.0 * c) / 6.0;
  const double t = std::abs(x);
  if (t < 1.0) return p0 + t * t * (p2 + t * p3);
  if (t < 2.0) return q0 + t * (q1 + t * (q2 + t * q3));
  return 0.0;
}

double SincFunction(double x) {
  return x == 0.0 ? 1.0 : std::sin(pi * x) / (pi * x);
}

// sinc(x) sinc(x / 3); the sine of x follows from that of x / 3.
double Lanczos(double x) {
  if (x == 0.0) return 1.0;
  if (std::abs(x) >= 3.0) return 0.0;
  const double third = pi * x / 3.0, sine = std::sin(third);
  return sine * sine * (3.0 - 4.0 * sine * sine) / (3.0 * third * third);
}

double BesselFunction(double x) {
  return x == 0.0 ? pi / 4.0 : ::j1(pi * x) / (2.0 * x);
}

double WindowedBessel(double x) {
  return Blackman(x / kBesselSupport) * BesselFunction(x);
}

double WindowedSinc(double x) {
  return Blackman(x / kSincSupport) * SincFunction(x);
}

struct FilterRow {
  Filter filter;
  FilterFunction function;
};
// In the order of Filter.
constexpr FilterRow kFilters[] = {
    {Filter::kPoint, {Box, 0.0}},
    {Filter::kBox, {Box, 0.5}},
    {Filter::kTriangle, {Triangle, 1.0}},
    {Filter::kHermite, {Hermite, 1.0}},
    {Filter::kHanning, {Hanning, 1.0}},
    {Filter::kHamming, {Hamming, 1.0}},
    {Filter::kBlackman, {Blackman, 1.0}},
    {Filter::kGaussian, {Gaussian, 1.25}},
    {Filter::kQuadratic, {Quadratic, 1.5}},
    {Filter::kCubic, {Cubic, 2.0}},
    {Filter::kCatrom, {Catrom, 2.0}},
    {Filter::kMitchell, {Mitchell, 2.0}},
    {Filter::kLanczos, {Lanczos, 3.0}},
    {Filter::kBessel, {WindowedBessel, kBesselSupport}},
    {Filter::kSinc, {WindowedSinc, kSincSupport}},
};

constexpr bool IsInOrder() {
  for (std::size_t i = 0; i < std::size(kFilters); ++i)
    if (static_cast<std::size_t>(kFilters[i].filter) != i) return false;
  return true;
}
static_assert(IsInOrder());

}  // namespace

const FilterFunction& GetFilter(Filter filter) {
  return kFilters[static_cast<std::size_t>(filter)].function;
}

}  // namespace lodestone::kernels
