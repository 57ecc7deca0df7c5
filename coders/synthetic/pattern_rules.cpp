// Pixel by pixel those of GraphicsMagick; shades other than quarters, circles, scales, hexagons and
// shingles are our own.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "coders/synthetic/patterns.hpp"

namespace lodestone::coders {
namespace {

bool Octagon(int x, int y) {
  const int dx = std::abs(x - 8), dy = std::abs(y - 8);
  return (dy == 8 && dx <= 3) || (dx == 8 && dy <= 3) || dx + dy == 11;
}

// Ordered dithering: 64 places of 8x8 pixels turn white one after another, each as far as possible
// from those before it.
template <int percent>
bool Shade(int x, int y) {
  int place = 0;
  for (int bit = 0; bit < 3; ++bit) {
    const int u = x >> bit & 1, v = y >> bit & 1;
    place = place << 2 | (u ^ v) << 1 | v;
  }
  return place * 100 >= percent * 64;
}

// Discs, each row of which covers the one below it, half a disc aside.
template <int radius, int step>
bool FishScale(int x, int y) {
  for (int row = -8;; ++row) {
    const int shift = row % 2 == 0 ? 0 : radius;
    const int column = static_cast<int>(std::floor((x - shift) / (2.0 * radius)));
    const double dx = x - shift - column * 2 * radius - radius + 0.5, dy = y - row * step + 0.5;
    const double distance = std::hypot(dx, dy);
    if (distance <= radius) return distance > radius - 1;
  }
}

// Between two of the nearest centres.
bool Hexagon(int x, int y) {
  double first = 9, second = 9;
  for (int row = -2; row <= 4; ++row)
    for (int column = -2; column <= 4; ++column) {
      if ((row + column) % 2 != 0) continue;
      const double dx = std::abs(x - 15.0 * column), dy = std::abs(y - 9.0 * row);
      const double distance = std::max(dy / 9, (9 * dx + 5 * dy) / 90);
      second = std::min(second, std::max(first, distance));
      first = std::min(first, distance);
    }
  return second - first < 0.1;
}

bool Shingle(int x, int y) {
  constexpr int kSide = 24, kRow = 8;
  return y % kRow == kRow - 1 || x == kSide - 1 - y % kRow / 2 - y / kRow * kRow;
}

constexpr Pattern kPatterns[] = {
    {"BRICKS", 16, 16, [](int x, int y) { return y % 8 == 7 || x == (y < 8 ? 15 : 7); }},
    {"CHECKERBOARD", 30, 30, [](int x, int y) { return y < 16 ? x >= 15 : x < 16; }, 153, 102},
    {"CROSSHATCH", 8, 4, [](int x, int y) { return y == 0 || x % 4 == 3; }},
    {"CROSSHATCH30", 8, 4,
     [](int x, int y) {
       const int step = (x + 1) / 2 % 4;
       return step == y || step == (4 - y) % 4;
     }},
    {"CROSSHATCH45", 8, 8, [](int x, int y) { return x == y || (x + y) % 8 == 4; }},
    {"GRAY0", 32, 32, [](int, int) { return true; }},
    {"GRAY25", 32, 32, [](int x, int y) { return y % 2 == 0 || x % 2 == 1; }},
    {"GRAY50", 32, 32, [](int x, int y) { return (x + y) % 2 == 0; }},
    {"GRAY75", 32, 32, [](int x, int y) { return x % 2 == 0 && y % 2 == 0; }},
    {"GRAY5", 32, 32, Shade<5>},
    {"GRAY10", 32, 32, Shade<10>},
    {"GRAY15", 32, 32, Shade<15>},
    {"GRAY20", 32, 32, Shade<20>},
    {"GRAY30", 32, 32, Shade<30>},
    {"GRAY35", 32, 32, Shade<35>},
    {"GRAY40", 32, 32, Shade<40>},
    {"GRAY45", 32, 32, Shade<45>},
    {"GRAY55", 32, 32, Shade<55>},
    {"GRAY60", 32, 32, Shade<60>},
    {"GRAY65", 32, 32, Shade<65>},
    {"GRAY70", 32, 32, Shade<70>},
    {"GRAY80", 32, 32, Shade<80>},
    {"GRAY85", 32, 32, Shade<85>},
    {"GRAY90", 32, 32, Shade<90>},
    {"GRAY95", 32, 32, Shade<95>},
    {"GRAY100", 32, 32, [](int, int) { return false; }},
    {"HORIZONTAL", 8, 4, [](int, int y) { return y == 0; }},
    {"HORIZONTALSAW", 16, 8, [](int x, int y) { return std::abs(x % 8 - 3) + 3 == y; }},
    {"LEFT30", 8, 4, [](int x, int y) { return x / 2 == y; }},
    {"LEFT45", 8, 8, [](int x, int y) { return x == y; }},
    {"CIRCLES", 16, 16,
     [](int x, int y) { return std::abs(std::hypot(x - 7.5, y - 7.5) - 7.5) < 0.5; }},
    {"FISHSCALES", 16, 8, [](int x, int y) { return FishScale<8, 4>(x, y); }},
    {"HEXAGONS", 30, 18, Hexagon},
    {"HS_BDIAGONAL", 8, 8, [](int x, int y) { return x == 7 - y; }},
    {"HS_CROSS", 8, 8, [](int x, int y) { return x == 3 || y == 3; }},
    {"HS_DIAGCROSS", 8, 8, [](int x, int y) { return x == y || x == 7 - y; }},
    {"HS_FDIAGONAL", 8, 8, [](int x, int y) { return x == y; }},
    {"HS_HORIZONTAL", 8, 8, [](int, int y) { return y == 3; }},
    {"HS_VERTICAL", 8, 8, [](int x, int) { return x == 3; }},
    {"LEFTSHINGLE", 24, 24, Shingle},
    {"OCTAGONS", 16, 16, Octagon},
    {"RIGHT30", 8, 4, [](int x, int y) { return x / 2 == 3 - y; }},
    {"RIGHT45", 8, 8, [](int x, int y) { return x == 7 - y; }},
    {"RIGHTSHINGLE", 24, 24, [](int x, int y) { return Shingle(23 - x, y); }},
    {"SMALLFISHSCALES", 8, 8, [](int x, int y) { return FishScale<4, 4>(x, y); }},
    {"VERTICAL", 8, 8, [](int x, int) { return x % 4 == 3; }},
    {"VERTICALBRICKS", 16, 16, [](int x, int y) { return x % 8 == 7 || y == (x < 8 ? 0 : 8); }},
    {"VERTICALLEFTSHINGLE", 24, 24, [](int x, int y) { return Shingle(y, x); }},
    {"VERTICALRIGHTSHINGLE", 24, 24, [](int x, int y) { return Shingle(23 - y, x); }},
    {"VERTICALSAW", 8, 16, [](int x, int y) { return x == 4 - std::abs(y % 8 - 3); }}};

}  // namespace

std::span<const Pattern> Patterns() {
  return kPatterns;
}

}  // namespace lodestone::coders
