// Hue, saturation and so on of single colours. Images have kernels in float for this; callers of
// these functions see the numbers themselves, in double.
#include <algorithm>
#include <cmath>

#include "magick/gem.h"

namespace lodestone {
namespace {

constexpr double kSixths = 6.0;
// GraphicsMagick's MagickEpsilon, which it adds to factors.
constexpr double kEpsilon = 1.0e-12;
constexpr double kPi = 3.14159265358979323846;

// A value from 0 to 1 as a sample; NaN counts as 0.
Quantum Stored(double value) {
  const double sample = value * MaxRGBDouble;
  return sample > 0.0 ? RoundDoubleToQuantum(sample) : Quantum{0};
}

struct Target {
  Quantum *red, *green, *blue;

  explicit operator bool() const { return red && green && blue; }
  void Store(double r, double g, double b) const {
    *red = Stored(r);
    *green = Stored(g);
    *blue = Stored(b);
  }
};

struct Hsl {
  double hue, saturation, luminosity;
};

// The sixth of the turn that the hue is in, and where in it. Beyond the turn is its end.
struct Sextant {
  explicit Sextant(double hue) {
    const double sixths = kSixths * hue;
    if (!(std::fabs(sixths) < 1e9)) return;
    number = static_cast<int>(sixths);
    part = sixths - number;
  }
  int number = 6;
  double part = 0.0;
};

double Hue(double r, double g, double b, double high, double low) {
  const double delta = high - low;
  const auto lack = [=](double color) { return (high - color) / delta; };
  if (r == high) return g == low ? 5.0 + lack(b) : 1.0 - lack(g);
  if (g == high) return b == low ? 1.0 + lack(r) : 3.0 - lack(b);
  return r == low ? 3.0 + lack(g) : 5.0 - lack(r);
}

Hsl HslOf(Quantum red, Quantum green, Quantum blue) {
  const double r = red / MaxRGBDouble, g = green / MaxRGBDouble, b = blue / MaxRGBDouble;
  const double high = std::max({r, g, b}), low = std::min({r, g, b});
  const double delta = high - low;
  Hsl hsl{0.0, 0.0, (low + high) / 2.0};
  if (delta == 0.0) return hsl;
  hsl.saturation = std::min(delta / (hsl.luminosity <= 0.5 ? low + high : 2.0 - high - low), 1.0);
  hsl.hue = std::clamp(Hue(r, g, b, high, low) / kSixths, 0.0, 1.0);
  return hsl;
}

void StoreHsl(const Hsl& hsl, const Target& target) {
  const double l = hsl.luminosity, s = hsl.saturation;
  if (s == 0.0) return target.Store(l, l, l);
  const double v = l <= 0.5 ? l * (1.0 + s) : l + s - l * s;
  const double y = l + l - v;
  const Sextant sextant(hsl.hue);
  const double step = (v - y) * sextant.part, x = y + step, z = v - step;
  switch (sextant.number) {
    case 1:
      return target.Store(z, v, y);
    case 2:
      return target.Store(y, v, x);
    case 3:
      return target.Store(y, z, v);
    case 4:
      return target.Store(x, y, v);
    case 5:
      return target.Store(v, y, z);
    default:
      return target.Store(v, x, y);
  }
}

// Into one turn, whose end is part of it.
double Turned(double hue) {
  return hue >= 0.0 && hue <= 1.0 ? hue : hue - std::floor(hue);
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

void TransformHSL(const Quantum red, const Quantum green, const Quantum blue, double* hue,
                  double* saturation, double* luminosity) {
  if (!hue || !saturation || !luminosity) return;
  const Hsl hsl = HslOf(red, green, blue);
  *hue = hsl.hue;
  *saturation = hsl.saturation;
  *luminosity = hsl.luminosity;
}

void HSLTransform(const double hue, const double saturation, const double luminosity, Quantum* red,
                  Quantum* green, Quantum* blue) {
  const Target target{red, green, blue};
  if (target) StoreHsl({hue, saturation, luminosity}, target);
}

void TransformHWB(const Quantum red, const Quantum green, const Quantum blue, double* hue,
                  double* whiteness, double* blackness) {
  if (!hue || !whiteness || !blackness) return;
  const double r = red, g = green, b = blue;
  const double low = std::min({r, g, b}), high = std::max({r, g, b});
  *blackness = (MaxRGBDouble - high) / MaxRGBDouble;
  *hue = 0.0;
  *whiteness = 1.0 - *blackness;
  if (high == low) return;
  const double base = r == low ? 3.0 : g == low ? 5.0 : 1.0;
  const double difference = r == low ? g - b : g == low ? b - r : r - g;
  *hue = (base - difference / (high - low)) / kSixths;
  *whiteness = low / MaxRGBDouble;
}

void HWBTransform(const double hue, const double whiteness, const double blackness, Quantum* red,
                  Quantum* green, Quantum* blue) {
  const Target target{red, green, blue};
  if (!target) return;
  const double w = whiteness, v = 1.0 - blackness;
  if (hue == 0.0) return target.Store(v, v, v);
  const Sextant sextant(hue);
  const double part = sextant.number % 2 == 0 ? sextant.part : 1.0 - sextant.part;
  const double n = w + part * (v - w);
  switch (sextant.number) {
    case 1:
      return target.Store(n, v, w);
    case 2:
      return target.Store(w, v, n);
    case 3:
      return target.Store(w, n, v);
    case 4:
      return target.Store(n, w, v);
    case 5:
      return target.Store(v, w, n);
    default:
      return target.Store(v, n, w);
  }
}

void Contrast(const int sign, Quantum* red, Quantum* green, Quantum* blue) {
  const Target target{red, green, blue};
  if (!target) return;
  constexpr double kHalf = 0.5 + kEpsilon;
  Hsl hsl = HslOf(*red, *green, *blue);
  const double curve = kHalf * (std::sin(kPi * (hsl.luminosity - kHalf)) + 1.0);
  hsl.luminosity += kHalf * sign * (curve - hsl.luminosity);
  hsl.luminosity = std::clamp(hsl.luminosity, 0.0, 1.0);
  StoreHsl(hsl, target);
}

void Modulate(const double percent_hue, const double percent_saturation,
              const double percent_brightness, Quantum* red, Quantum* green, Quantum* blue) {
  const Target target{red, green, blue};
  if (!target) return;
  constexpr double kPercent = 0.01 + kEpsilon;
  Hsl hsl = HslOf(*red, *green, *blue);
  hsl.luminosity = std::min(hsl.luminosity * (kPercent * percent_brightness), 1.0);
  hsl.saturation = std::min(hsl.saturation * (kPercent * percent_saturation), 1.0);
  hsl.hue = Turned(hsl.hue + (percent_hue / 200.0 - 0.5));
  StoreHsl(hsl, target);
}
