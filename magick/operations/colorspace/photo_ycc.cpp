#include "magick/operations/colorspace/photo_ycc.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "magick/core/color/luma.hpp"
#include "magick/image.h"

namespace lodestone {
namespace {

constexpr double kCodes = 255;
constexpr double kFilmWhite = 350 / kCodes;  // what becomes white

// What becomes of film on a screen, in codes of eight bits, at some places of a smooth curve. Film
// brighter than 1 fades into white.
struct Knot {
  double film, screen;
};
constexpr std::size_t kCount = 12;

struct Space {
  Knot knots[kCount];
  double scale[3];    // of luma and differences
  double from[3][3];  // red, green and blue of these
};

constexpr Space kYcc = {
    {{0, 0},
     {30, 30.4},
     {60, 63.2},
     {100, 107.2},
     {150, 159},
     {190, 197},
     {220, 221.4},
     {250, 240.8},
     {280, 251.2},
     {300, 253.6},
     {320, 254.8},
     {350, 255}},
    {1.3584, 2.2179, 1.8215},
    {{1.3584, 0, 1.8215}, {1.3584, -0.4302726, -0.9271435}, {1.3584, 2.2179, 0}}};
constexpr Space kSrgb = {{{0, 0},
                          {30, 29.4},
                          {60, 59},
                          {100, 101},
                          {150, 153},
                          {190, 191},
                          {220, 214.6},
                          {250, 233.2},
                          {280, 244.6},
                          {300, 249.2},
                          {320, 252},
                          {350, 255}},
                         {1.402, 2.289, 1.88},
                         {{1.402, 0, 1.88}, {1.402, -0.444066, -0.95692}, {1.402, 2.289, 0}}};

const Space& SpaceOf(ColorspaceType space) {
  return space == sRGBColorspace ? kSrgb : kYcc;
}

double Rise(const Space& space, std::size_t i) {
  return (space.knots[i + 1].screen - space.knots[i].screen) /
         (space.knots[i + 1].film - space.knots[i].film);
}

// The slope at a knot: of the parabola through it and its neighbours.
double Slope(const Space& space, std::size_t i) {
  if (i == 0) return Rise(space, 0);
  if (i + 1 == kCount) return 0;
  const double before = space.knots[i].film - space.knots[i - 1].film,
               after = space.knots[i + 1].film - space.knots[i].film;
  return (Rise(space, i - 1) * after + Rise(space, i) * before) / (before + after);
}

double ScreenOf(const Space& space, double film) {
  std::size_t i = 0;
  while (i + 2 < kCount && film > space.knots[i + 1].film) ++i;
  const Knot &left = space.knots[i], &right = space.knots[i + 1];
  const double length = right.film - left.film;
  const double s = std::min((film - left.film) / length, 1.0), t = 1 - s;
  return left.screen * (1 + 2 * s) * t * t + Slope(space, i) * length * s * t * t +
         right.screen * s * s * (1 + 2 * t) - Slope(space, i + 1) * length * s * s * t;
}

// By halving: the curve rises.
double FilmOf(const Space& space, double screen) {
  double low = 0, high = space.knots[kCount - 1].film;
  for (int round = 0; round < 40; ++round) {
    const double middle = (low + high) / 2;
    (ScreenOf(space, middle) < screen ? low : high) = middle;
  }
  return (low + high) / 2;
}

constexpr double kZero[3] = {0, 156 / kCodes, 137 / kCodes};  // codes at which differences are 0
constexpr double kTo[3][3] = {{kLuma601[0], kLuma601[1], kLuma601[2]},
                              {-kLuma601[0], -kLuma601[1], 0.886},
                              {0.701, -kLuma601[1], -kLuma601[2]}};
constexpr std::size_t kRow = 5, kAdded = 4;  // of a rule's numbers

}  // namespace

bool IsPhotoCd(ColorspaceType space) {
  return space == YCCColorspace || space == sRGBColorspace;
}

PointTable TableToFilm(ColorspaceType space) {
  return MakePointTable([&](Quantum value) {
    const double film = FilmOf(SpaceOf(space), value * kCodes / MaxRGBDouble) / kCodes;
    return film / kFilmWhite * MaxRGBDouble;
  });
}

PointTable TableFromFilm(ColorspaceType space) {
  return MakePointTable([&](Quantum value) {
    const double film = value / MaxRGBDouble * kFilmWhite * kCodes;
    return ScreenOf(SpaceOf(space), film) / kCodes * MaxRGBDouble;
  });
}

ColorRule RuleToPhotoCd(ColorspaceType space) {
  const double(&scale)[3] = SpaceOf(space).scale;
  ColorRule rule{MagickAccelerateMatrix};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t k = 0; k < 3; ++k)
      rule.numbers[row * kRow + k] = static_cast<float>(kTo[row][k] * kFilmWhite / scale[row]);
    rule.numbers[row * kRow + kAdded] = static_cast<float>(kZero[row] * MaxRGBDouble);
  }
  return rule;
}

ColorRule RuleFromPhotoCd(ColorspaceType space) {
  const double(&from)[3][3] = SpaceOf(space).from;
  ColorRule rule{MagickAccelerateMatrix};
  for (std::size_t row = 0; row < 3; ++row) {
    double added = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      rule.numbers[row * kRow + k] = static_cast<float>(from[row][k] / kFilmWhite);
      added -= from[row][k] * kZero[k] * MaxRGBDouble / kFilmWhite;
    }
    rule.numbers[row * kRow + kAdded] = static_cast<float>(added);
  }
  return rule;
}

}  // namespace lodestone
