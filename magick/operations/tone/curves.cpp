// Functions of single samples.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include "magick/core/errors/barrier.hpp"
#include "magick/core/errors/check_known.hpp"
#include "magick/tone.h"
#include "magick/operations/colorspace/point.hpp"

namespace lodestone {
namespace {

// Of x, a sample from 0 to 1.
using Curve = std::function<double(double x)>;

MagickPassFail Apply(Image* image, const char* name, const char* text, const Curve& curve) {
  const PointTable table =
      MakePointTable([&](Quantum value) { return MaxRGBDouble * curve(value / MaxRGBDouble); });
  return ChangeSamples(image, name, PointRule::ForColors(&table), text);
}

using Four = std::array<double, 4>;

// Given parameters, and the usual ones in place of others.
Four Completed(std::span<const double> given, Four usual) {
  std::copy_n(given.begin(), std::min(given.size(), usual.size()), usual.begin());
  return usual;
}

Curve Polynomial(std::span<const double> factors) {
  return [factors](double x) {
    double sum = 0.0;
    for (const double factor : factors) sum = sum * x + factor;
    return sum;
  };
}

Curve Sinusoid(std::span<const double> given) {
  const auto [frequency, phase, amplitude, bias] = Completed(given, {1.0, 0.0, 0.5, 0.5});
  return [frequency = frequency, phase = phase, amplitude = amplitude, bias = bias](double x) {
    constexpr double kDegrees = 360.0;
    return amplitude * std::sin(2.0 * std::numbers::pi * (frequency * x + phase / kDegrees)) + bias;
  };
}

Curve Arcsin(std::span<const double> given) {
  const auto [width, centre, range, bias] = Completed(given, {1.0, 0.5, 1.0, 0.5});
  return [width = width, centre = centre, range = range, bias = bias](double x) {
    const double sine = std::clamp(2.0 / width * (x - centre), -1.0, 1.0);
    return range / std::numbers::pi * std::asin(sine) + bias;
  };
}

Curve Arctan(std::span<const double> given) {
  const auto [slope, centre, range, bias] = Completed(given, {1.0, 0.5, 1.0, 0.5});
  return [slope = slope, centre = centre, range = range, bias = bias](double x) {
    return range / std::numbers::pi * std::atan(std::numbers::pi * slope * (x - centre)) + bias;
  };
}

Curve CurveOf(MagickFunction function, std::span<const double> parameters) {
  switch (function) {
    case SinusoidFunction:
      return Sinusoid(parameters);
    case ArcsinFunction:
      return Arcsin(parameters);
    case ArctanFunction:
      return Arctan(parameters);
    default:
      return Polynomial(parameters);
  }
}

// From -1 to 1, scaled so that 0 and 1 stay.
struct Sigmoid {
  Sigmoid(double contrast, double middle)
      : contrast(contrast), middle(middle), low(At(0.0)), high(At(1.0)) {}

  double At(double x) const { return std::tanh(0.5 * contrast * (x - middle)); }
  double Steeper(double x) const { return (At(x) - low) / (high - low); }
  double Flatter(double x) const {
    // Where rounding has made a slope of nothing, its inverse would be infinite.
    constexpr double kMost = 1.0 - 1e-12;
    const double level = std::clamp((high - low) * x + low, -kMost, kMost);
    return middle + 2.0 / contrast * std::atanh(level);
  }

  const double contrast, middle, low, high;
};

MagickPassFail Refused(Image* image, const char* reason) {
  ThrowException(&image->exception, OptionError, reason, image->filename);
  return MagickFail;
}

MagickPassFail Function(Image* image, MagickFunction function, std::span<const double> parameters) {
  if (!CheckKnown(function, &image->exception)) return MagickFail;
  if (function == UndefinedMagickFunction) return Refused(image, "No function of samples");
  if (function == PolynomialFunction && parameters.empty())
    return Refused(image, "A polynomial has one or more factors");
  for (const double parameter : parameters)
    if (!AreFinite({{"parameter", parameter}}, "Unable to apply function", &image->exception))
      return MagickFail;
  return Apply(image, "function", "[%s] Apply function...", CurveOf(function, parameters));
}

MagickPassFail SigmoidalContrast(Image* image, bool sharpen, double contrast, double midpoint) {
  if (!AreFinite({{"contrast", contrast}, {"midpoint", midpoint}},
                 "Unable to change contrast of image", &image->exception))
    return MagickFail;
  constexpr double kFlat = 1e-12;
  if (std::abs(contrast) < kFlat) return MagickPass;
  const Sigmoid sigmoid(contrast, midpoint / MaxRGBDouble);
  return Apply(image, "sigmoidal-contrast", "[%s] Sigmoidal contrast...",
               [&](double x) { return sharpen ? sigmoid.Steeper(x) : sigmoid.Flatter(x); });
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail FunctionImage(Image* image, const MagickFunction function, const size_t count,
                             const double* parameters) {
  if (!image || (count > 0 && !parameters)) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] {
    return Function(image, function, {parameters, count});
  });
}

MagickPassFail SigmoidalContrastImage(Image* image, const unsigned int sharpen,
                                      const double contrast, const double midpoint) {
  if (!image) return MagickFail;
  return Guard(&image->exception, MagickFail,
               [&] { return SigmoidalContrast(image, sharpen != 0, contrast, midpoint); });
}
