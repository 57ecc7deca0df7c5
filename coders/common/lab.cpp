#include "coders/common/lab.hpp"

#include <algorithm>
#include <cmath>

namespace lodestone::coders {
namespace {

using Triple = std::array<double, 3>;

// From XYZ relative to D50, adapted to D65 as Bradford does, to linear sRGB.
constexpr double kToRgb[3][3] = {{3.1338561, -1.6168667, -0.4906146},
                                 {-0.9787684, 1.9161415, 0.0334540},
                                 {0.0719453, -0.2289914, 1.4052427}};
constexpr Triple kWhite = {0.96422, 1.0, 0.82521};

double Light(double f) {
  constexpr double kKnee = 6.0 / 29.0;
  return f > kKnee ? f * f * f : 3.0 * kKnee * kKnee * (f - 4.0 / 29.0);
}

Quantum Encoded(double light) {
  const double clamped = std::clamp(light, 0.0, 1.0);
  const double value =
      clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * std::pow(clamped, 1.0 / 2.4) - 0.055;
  return static_cast<Quantum>(value * MaxRGBDouble + 0.5);
}

}  // namespace

void StoreLab(const Triple& lab, PixelPacket& pixel) {
  const double f = (lab[0] + 16.0) / 116.0;
  const Triple xyz = {kWhite[0] * Light(f + lab[1] / 500.0), kWhite[1] * Light(f),
                      kWhite[2] * Light(f - lab[2] / 200.0)};
  Triple rgb;
  for (std::size_t i = 0; i < 3; ++i) {
    rgb[i] = kToRgb[i][0] * xyz[0] + kToRgb[i][1] * xyz[1] + kToRgb[i][2] * xyz[2];
  }
  pixel.red = Encoded(rgb[0]);
  pixel.green = Encoded(rgb[1]);
  pixel.blue = Encoded(rgb[2]);
  pixel.opacity = OpaqueOpacity;
}

}  // namespace lodestone::coders
