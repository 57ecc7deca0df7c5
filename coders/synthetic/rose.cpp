// A rose of petals in a spiral, from the outermost to the innermost, on leaves.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "coders/synthetic/sample_images.hpp"

namespace lodestone::coders {
namespace {

constexpr double kColumns = 70, kRows = 46;
constexpr double kCentreX = 35, kCentreY = 22, kRadius = 19.5;
constexpr int kPetals = 26;
constexpr double kGoldenAngle = 2.399963229728653;

// Dark foliage, with leaves like the spokes of a wheel.
Rgb Foliage(double x, double y) {
  constexpr Rgb kShadow = {0.07, 0.14, 0.07}, kLeaf = {0.20, 0.42, 0.16}, kRib = {0.42, 0.60, 0.30};
  constexpr int kLeaves = 7;
  const double dx = x - kCentreX, dy = (y - kCentreY) * 1.15;
  const double turn = (std::atan2(dy, dx) / (2 * std::numbers::pi) + 0.54) * kLeaves;
  const double across = 2 * (turn - std::floor(turn)) - 1;
  const double along = std::hypot(dx, dy) / 40;
  const double width = std::sqrt(std::clamp(1.05 - along, 0.0, 1.0)) *
                       (0.92 + 0.08 * std::sin(along * 70 + std::abs(across) * 6));
  const double inside = 1 - Smooth(width - 0.12, width + 0.04, std::abs(across));
  const double light = 0.62 + 0.38 * std::sin(turn * 2.3) * (across < 0 ? 1 : -0.6);
  Rgb leaf = Mix(kShadow, Scaled(kLeaf, 0.6 + 0.7 * light), 1 - 0.45 * std::abs(across));
  const double side_rib = std::abs(std::sin((along * 16 - std::abs(across) * 2.2) * 1.6));
  leaf = Mix(leaf, kRib, 0.35 * (1 - Smooth(0.0, 0.22, side_rib)));
  leaf = Mix(leaf, kRib, 0.75 * (1 - Smooth(0.0, 0.10, std::abs(across))));
  return Mix(kShadow, leaf, inside);
}

// How far from its centre, as a share of its size, a place is in a petal; more than 1 is outside.
struct Petal {
  double distance;
  double outwards;  // -1 at its base to 1 at its rim
};

Petal PetalAt(int number, double dx, double dy) {
  const double share = 1 - static_cast<double>(number) / kPetals;  // of the outermost, 1
  const double angle = number * kGoldenAngle + 0.6;
  const double place = kRadius * 0.64 * std::pow(share, 0.85);
  const double size = kRadius * (0.17 + 0.36 * share);
  const double along = dx * std::cos(angle) + dy * std::sin(angle) - place;
  const double across = -dx * std::sin(angle) + dy * std::cos(angle);
  const double width = size * 1.28;
  // The rim is curled: a shallow notch in its middle.
  const double notch = 0.10 * size * std::cos(across / width * 7);
  return {std::hypot((along + notch) / size, across / width), along / size};
}

Rgb PetalColor(int number, const Petal& petal, double dx, double dy) {
  constexpr Rgb kDeep = {0.30, 0.0, 0.05}, kRed = {0.80, 0.05, 0.14}, kRim = {1.0, 0.52, 0.54};
  const double share = 1 - static_cast<double>(number) / kPetals;
  const double lit = 0.82 - 0.30 * (0.6 * dx + 0.8 * dy) / kRadius;
  const double cup = Smooth(-0.9, 0.9, petal.outwards);
  Rgb color = Mix(kDeep, kRed, 0.15 + 0.85 * cup);
  color = Mix(color, kRim,
              0.65 * Smooth(0.74, 0.98, petal.distance) * Smooth(0.0, 0.6, petal.outwards));
  return Scaled(color, lit * (0.86 + 0.24 * share) + 0.1);
}

}  // namespace

Rgb RoseColor(double x, double y) {
  const double dx = x - kCentreX, dy = (y - kCentreY) * 1.06;
  double shadow = 1;  // of the petals that lie above
  for (int number = kPetals - 1; number >= 0; --number) {
    const Petal petal = PetalAt(number, dx, dy);
    if (petal.distance < 1) return Scaled(PetalColor(number, petal, dx, dy), shadow);
    shadow = std::min(shadow, 0.62 + 0.38 * Smooth(1.0, 1.22, petal.distance));
  }
  const double edge = std::hypot((x - kColumns / 2) / kColumns, (y - kRows / 2) / kRows);
  const double fall = 0.45 + 0.55 * Smooth(0.8 * kRadius, 1.35 * kRadius, std::hypot(dx, dy - 2));
  return Scaled(Foliage(x, y), fall * (1.1 - 0.35 * edge));
}

}  // namespace lodestone::coders
