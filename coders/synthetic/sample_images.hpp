// Images that scripts use as samples, by the names and sizes of GraphicsMagick's. They are our own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lodestone::coders {

using Rgb = std::array<double, 3>;  // from 0 to 1, as sRGB

inline Rgb Mix(const Rgb& a, const Rgb& b, double part) {
  Rgb color;
  for (std::size_t i = 0; i < 3; ++i) color[i] = a[i] + (b[i] - a[i]) * part;
  return color;
}

inline Rgb Scaled(const Rgb& color, double factor) {
  return {color[0] * factor, color[1] * factor, color[2] * factor};
}

// From 0 to 1 between two borders, without corners.
double Smooth(double from, double to, double value);

// From 0 to 1, the same for the same numbers.
double Noise(int x, int y, unsigned seed);

// The colour at a place, in pixels.
struct SampleImage {
  const char* name;
  const char* format;  // that it is written as, if no other is named; GraphicsMagick's
  unsigned columns, rows;
  Rgb (*color)(double x, double y);
};

Rgb RoseColor(double x, double y);
Rgb LogoColor(double x, double y);
Rgb GraniteColor(double x, double y);

}  // namespace lodestone::coders
