// A lodestone: a compass rose with its needle on the stone, in the lines of the stone's field.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "coders/synthetic/sample_images.hpp"

namespace lodestone::coders {
namespace {

constexpr double kCentreX = 327, kCentreY = 209;
constexpr double kStone = 118, kDial = 92, kNeedle = 104;
constexpr double kTilt = 0.42;  // of the needle from north, in radians
constexpr Rgb kWhite = {1, 1, 1}, kInk = {0.13, 0.17, 0.23}, kNorth = {0.80, 0.14, 0.16},
              kSouth = {0.86, 0.88, 0.91};

// 1 within half a width of 0.
double Line(double distance, double width) {
  return 1 - Smooth(width / 2 - 0.6, width / 2 + 0.6, std::abs(distance));
}

// The field of a magnet along the needle: r = k sin^2, for evenly spaced k.
double Field(double along, double across) {
  const double r = std::hypot(along, across);
  if (r < kStone) return 0;
  const double sine = across / r;
  const double k = r / std::max(sine * sine, 1e-6);
  constexpr double kFirst = 150, kRatio = 1.34;
  const double step = std::log(k / kFirst) / std::log(kRatio);
  // As wide on paper everywhere: the distance of lines there.
  const double gap = r * std::log(kRatio) * std::abs(sine) / std::hypot(sine, 2 * along / r);
  const double nearest = (step - std::round(step)) * gap;
  return step < -0.5 || step > 9.5 ? 0 : 0.75 * Line(nearest, 2.2) * Smooth(360, 150, r);
}

// The outline of the stone: a circle that chips were taken from.
double StoneRadius(double angle) {
  const double facet = std::numbers::pi / 4.5;
  const double part = angle / facet - std::floor(angle / facet) - 0.5;
  return kStone * 1.02 / std::cos(part * facet * 0.92) * (0.965 + 0.02 * std::sin(3 * angle + 1));
}

Rgb StoneColor(double dx, double dy) {
  constexpr Rgb kDark = {0.16, 0.17, 0.20}, kLight = {0.47, 0.49, 0.53};
  const double lit = 0.5 - 0.5 * (0.6 * dx + 0.8 * dy) / kStone;
  const auto x = static_cast<int>(std::floor(dx / 3)), y = static_cast<int>(std::floor(dy / 3));
  return Scaled(Mix(kDark, kLight, std::clamp(lit, 0.0, 1.0)), 0.92 + 0.16 * Noise(x, y, 5));
}

// Points to the eight winds, and marks between them.
Rgb DialColor(double dx, double dy, const Rgb& below) {
  constexpr Rgb kPaper = {0.97, 0.95, 0.89}, kBrass = {0.72, 0.58, 0.30};
  const double r = std::hypot(dx, dy), angle = std::atan2(dx, -dy);
  Rgb color = Mix(below, kPaper, 1 - Smooth(kDial - 0.6, kDial + 0.6, r));
  color = Mix(color, kBrass, Line(r - kDial, 9));
  color = Mix(color, kInk, std::max(Line(r - kDial - 4.5, 1.4), Line(r - kDial + 4.5, 1.4)));
  const double mark = std::numbers::pi / 36;
  const double to_mark = (angle / mark - std::round(angle / mark)) * mark * r;
  if (r > kDial - 17 && r < kDial - 8) color = Mix(color, kInk, Line(to_mark, 1.6));
  for (const auto& [winds, length] : {std::pair{1, 50.0}, {0, 68.0}}) {
    const double turn = angle / (std::numbers::pi / 2) - 0.5 * winds;
    const double off = (turn - std::round(turn)) * std::numbers::pi / 2;
    const double along = r * std::cos(off), across = r * std::sin(off);
    const double half = std::max(0.0, (length - along) * 0.22);
    const double inside =
        along < half * 4 && std::abs(across) < along
            ? 1 - Smooth(half - 0.6, half + 0.6, std::abs(across))
            : (1 - Smooth(half - 0.6, half + 0.6, std::abs(across))) * (along > 0);
    color = Mix(color, across < 0 ? kInk : Rgb{0.62, 0.66, 0.70}, inside * (along < length));
  }
  return color;
}

Rgb NeedleColor(double along, double across, const Rgb& below) {
  const double half = 13 * (1 - std::abs(along) / kNeedle);
  const double inside = 1 - Smooth(half - 0.6, half + 0.6, std::abs(across));
  Rgb color = Scaled(along > 0 ? kNorth : kSouth, across < 0 ? 1.0 : 0.78);
  color = Mix(color, kInk, Line(std::abs(across) - half, 1.6));
  color = Mix(below, color, std::abs(along) < kNeedle ? inside : 0.0);
  const double r = std::hypot(along, across);
  color = Mix(color, Rgb{0.72, 0.58, 0.30}, 1 - Smooth(7.4, 8.6, r));
  return Mix(color, kInk, std::max(Line(r - 8, 1.6), 1 - Smooth(1.6, 2.8, r)));
}

}  // namespace

Rgb LogoColor(double x, double y) {
  constexpr Rgb kFieldColor = {0.33, 0.49, 0.66};
  const double dx = x - kCentreX, dy = y - kCentreY;
  const double sine = std::sin(kTilt), cosine = std::cos(kTilt);
  const double along = dx * sine - dy * cosine, across = dx * cosine + dy * sine;
  Rgb color = Mix(kWhite, kFieldColor, Field(along, across));
  const double outline = std::hypot(dx, dy) - StoneRadius(std::atan2(dy, dx) + std::numbers::pi);
  color = Mix(color, StoneColor(dx, dy), 1 - Smooth(-0.6, 0.6, outline));
  color = Mix(color, kInk, Line(outline, 3));
  return NeedleColor(along, across, DialColor(dx, dy, color));
}

}  // namespace lodestone::coders
