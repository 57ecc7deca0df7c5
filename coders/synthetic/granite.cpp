// Granite: grains of feldspar, quartz and mica. It continues across its borders.
#include <algorithm>
#include <cmath>

#include "coders/synthetic/sample_images.hpp"

namespace lodestone::coders {
namespace {

constexpr int kSide = 128, kGrain = 4, kGrains = kSide / kGrain;

int Wrapped(int value, int period) {
  return (value % period + period) % period;
}

// The number of the nearest grain, each of which lies somewhere in its square, and how much nearer
// it is than the next.
struct Nearest {
  int x = 0, y = 0;
  double margin = 0;
};

Nearest NearestGrain(double x, double y) {
  const int column = static_cast<int>(std::floor(x / kGrain)),
            row = static_cast<int>(std::floor(y / kGrain));
  Nearest nearest;
  double first = 1e9, second = 1e9;
  for (int v = row - 2; v <= row + 2; ++v)
    for (int u = column - 2; u <= column + 2; ++u) {
      const int grain_x = Wrapped(u, kGrains), grain_y = Wrapped(v, kGrains);
      const double gx = (u + Noise(grain_x, grain_y, 1)) * kGrain,
                   gy = (v + Noise(grain_x, grain_y, 2)) * kGrain;
      // Large grains reach further.
      const double distance =
          std::hypot(x - gx, y - gy) - 2.4 * kGrain * std::pow(Noise(grain_x, grain_y, 3), 5);
      if (distance < first) {
        second = first;
        first = distance;
        nearest.x = grain_x;
        nearest.y = grain_y;
      } else {
        second = std::min(second, distance);
      }
    }
  nearest.margin = second - first;
  return nearest;
}

}  // namespace

Rgb GraniteColor(double x, double y) {
  constexpr Rgb kFeldspar = {0.78, 0.72, 0.70}, kPink = {0.72, 0.56, 0.50},
                kQuartz = {0.55, 0.55, 0.56}, kMica = {0.13, 0.13, 0.14};
  const Nearest grain = NearestGrain(x, y);
  const double kind = Noise(grain.x, grain.y, 4);
  Rgb color = kind < 0.38 ? kFeldspar : kind < 0.58 ? kPink : kind < 0.82 ? kQuartz : kMica;
  color = Scaled(color, 0.85 + 0.3 * Noise(grain.x, grain.y, 6));
  const int px = Wrapped(static_cast<int>(std::floor(x)), kSide),
            py = Wrapped(static_cast<int>(std::floor(y)), kSide);
  color = Scaled(color, 0.92 + 0.16 * Noise(px, py, 7));
  return Scaled(color, 0.72 + 0.28 * Smooth(0.0, 0.9, grain.margin));
}

}  // namespace lodestone::coders
