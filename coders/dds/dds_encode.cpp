#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/on_first_use.hpp"
#include "coders/dds/dds_blocks.hpp"

namespace lodestone::coders {
namespace {

using Vector = std::array<float, 3>;

float Dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Vector VectorOf(const DdsTexel& texel) {
  return {static_cast<float>(texel.red), static_cast<float>(texel.green),
          static_cast<float>(texel.blue)};
}

bool IsHole(const DdsTexel& texel) {
  return texel.alpha < 128;
}

unsigned Packed(const Vector& color) {
  const auto part = [](float value, float most) {
    return static_cast<unsigned>(std::clamp(value * most / 255 + 0.5f, 0.0f, most));
  };
  return part(color[0], 31) << 11 | part(color[1], 63) << 5 | part(color[2], 31);
}

int Distance(const DdsTexel& a, const DdsTexel& b) {
  const int red = a.red - b.red, green = a.green - b.green, blue = a.blue - b.blue;
  return red * red + green * green + blue * blue;
}

// Two endpoints and the indexes of pixels. `error` is a sum of squares.
struct Fit {
  unsigned first = 0, second = 0;
  std::array<std::uint8_t, kDdsTexels> indexes = {};
  int error = std::numeric_limits<int>::max();
};

// The nearest of the colours for each pixel; holes have index 3, which others then do not.
Fit FitTo(const DdsBlock& block, bool holes, unsigned first, unsigned second) {
  const std::array<DdsTexel, 4> colors = DdsColors(first, second, !holes);
  Fit fit{first, second, {}, 0};
  for (std::size_t i = 0; i < kDdsTexels; ++i) {
    if (holes && IsHole(block[i])) {
      fit.indexes[i] = 3;
      continue;
    }
    int least = std::numeric_limits<int>::max();
    for (std::uint8_t index = 0; index < (holes ? 3 : 4); ++index) {
      const int distance = Distance(block[i], colors[index]);
      if (distance >= least) continue;
      least = distance;
      fit.indexes[i] = index;
    }
    fit.error += least;
  }
  return fit;
}

// The direction in which colours differ most, by powers of their covariance.
Vector AxisOf(const DdsBlock& block, bool holes, const Vector& mean) {
  std::array<Vector, 3> covariance = {};
  for (const DdsTexel& texel : block) {
    if (holes && IsHole(texel)) continue;
    Vector off = VectorOf(texel);
    for (std::size_t i = 0; i < 3; ++i) off[i] -= mean[i];
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) covariance[i][j] += off[i] * off[j];
  }
  Vector axis = {covariance[0][0] + 1, covariance[1][1] + 2, covariance[2][2] + 1};
  for (int round = 0; round < 8; ++round) {
    const Vector next = {Dot(covariance[0], axis), Dot(covariance[1], axis),
                         Dot(covariance[2], axis)};
    const float length = std::sqrt(Dot(next, next));
    if (length < 1e-6f) break;
    for (std::size_t i = 0; i < 3; ++i) axis[i] = next[i] / length;
  }
  return axis;
}

Vector MeanOf(const DdsBlock& block, bool holes) {
  Vector sum = {};
  float count = 0;
  for (const DdsTexel& texel : block) {
    if (holes && IsHole(texel)) continue;
    const Vector color = VectorOf(texel);
    for (std::size_t i = 0; i < 3; ++i) sum[i] += color[i];
    ++count;
  }
  for (float& part : sum) part /= std::max(count, 1.0f);
  return sum;
}

// From one end of the colours along their axis to the other.
Fit FitToRange(const DdsBlock& block, bool holes) {
  const Vector mean = MeanOf(block, holes), axis = AxisOf(block, holes, mean);
  float least = std::numeric_limits<float>::max(), most = std::numeric_limits<float>::lowest();
  Vector ends[2] = {mean, mean};
  for (const DdsTexel& texel : block) {
    if (holes && IsHole(texel)) continue;
    const float place = Dot(VectorOf(texel), axis);
    if (place > most) {
      most = place;
      ends[0] = VectorOf(texel);
    }
    if (place < least) {
      least = place;
      ends[1] = VectorOf(texel);
    }
  }
  return FitTo(block, holes, Packed(ends[0]), Packed(ends[1]));
}

// The endpoints with the least error for the indexes that there are.
Fit Refined(const DdsBlock& block, bool holes, const Fit& fit) {
  constexpr float kShares[2][4] = {{1, 0, 2 / 3.0f, 1 / 3.0f}, {1, 0, 0.5f, 0}};
  float aa = 0, ab = 0, bb = 0;
  Vector a = {}, b = {};
  for (std::size_t i = 0; i < kDdsTexels; ++i) {
    if (holes && fit.indexes[i] == 3) continue;
    const float share = kShares[holes][fit.indexes[i]], rest = 1 - share;
    const Vector color = VectorOf(block[i]);
    aa += share * share;
    ab += share * rest;
    bb += rest * rest;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      a[channel] += share * color[channel];
      b[channel] += rest * color[channel];
    }
  }
  const float determinant = aa * bb - ab * ab;
  if (std::abs(determinant) < 1e-4f) return fit;
  Vector first, second;
  for (std::size_t i = 0; i < 3; ++i) {
    first[i] = (bb * a[i] - ab * b[i]) / determinant;
    second[i] = (aa * b[i] - ab * a[i]) / determinant;
  }
  return FitTo(block, holes, Packed(first), Packed(second));
}

// For each byte the two values of 5 or of 6 bits that give it best, two thirds of the first.
struct SingleColors {
  struct Pair {
    std::uint8_t first = 0, second = 0;
  };
  std::array<Pair, 256> of_five, of_six;

  SingleColors() {
    Fill(31, of_five);
    Fill(63, of_six);
  }

 private:
  static void Fill(int most, std::array<Pair, 256>& pairs) {
    std::array<int, 256> errors;
    errors.fill(256);
    for (int a = 0; a <= most; ++a) {
      for (int b = 0; b <= most; ++b) {
        const int value = (255 * (2 * a + b) + 3 * most / 2) / (3 * most);
        for (int byte = std::max(value - 8, 0); byte <= std::min(value + 8, 255); ++byte) {
          const auto at = static_cast<std::size_t>(byte);
          if (std::abs(value - byte) >= errors[at]) continue;
          errors[at] = std::abs(value - byte);
          pairs[at] = {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)};
        }
      }
    }
  }
};

// As if all pixels were the first one.
Fit FitToOne(const DdsBlock& block) {
  static constinit OnFirstUse<SingleColors> singles;
  const SingleColors& table = singles.Get();
  const auto red = table.of_five[block[0].red], blue = table.of_five[block[0].blue];
  const auto green = table.of_six[block[0].green];
  return FitTo(block, false, static_cast<unsigned>(red.first << 11 | green.first << 5 | blue.first),
               static_cast<unsigned>(red.second << 11 | green.second << 5 | blue.second));
}

Fit BestFit(const DdsBlock& block, bool holes) {
  constexpr int kMostRounds = 6;
  Fit best = FitToRange(block, holes);
  for (int round = 0; round < kMostRounds && best.error > 0; ++round) {
    const Fit next = Refined(block, holes, best);
    if (next.error >= best.error) break;
    best = next;
  }
  if (holes || best.error == 0) return best;
  const Fit one = FitToOne(block);
  return one.error < best.error ? one : best;
}

// The order of the endpoints says how many colours there are.
void Put(Fit fit, bool holes, std::uint8_t* bytes) {
  if (holes ? fit.first > fit.second : fit.first < fit.second) {
    std::swap(fit.first, fit.second);
    for (std::uint8_t& index : fit.indexes)
      if (!holes || index < 2) index ^= 1;
  }
  if (!holes && fit.first == fit.second) fit.indexes.fill(0);
  for (const unsigned end : {fit.first, fit.second}) {
    *bytes++ = static_cast<std::uint8_t>(end);
    *bytes++ = static_cast<std::uint8_t>(end >> 8);
  }
  for (std::size_t i = 0; i < kDdsTexels; i += 4) {
    unsigned byte = 0;
    for (std::size_t j = 4; j-- > 0;) byte = byte << 2 | fit.indexes[i + j];
    *bytes++ = static_cast<std::uint8_t>(byte);
  }
}

struct RampFit {
  std::uint8_t first = 0, second = 0;
  std::array<std::uint8_t, kDdsTexels> indexes = {};
  int error = 0;
};

RampFit FitToRamp(const DdsBlock& block, std::uint8_t first, std::uint8_t second) {
  const std::array<std::uint8_t, 8> values = DdsRamp(first, second, false);
  RampFit fit{first, second, {}, 0};
  for (std::size_t i = 0; i < kDdsTexels; ++i) {
    int least = std::numeric_limits<int>::max();
    for (std::uint8_t index = 0; index < values.size(); ++index) {
      const int off = block[i].alpha - values[index];
      if (off * off >= least) continue;
      least = off * off;
      fit.indexes[i] = index;
    }
    fit.error += least;
  }
  return fit;
}

// Eight values from the least to the most, or six without what is nothing and what is all.
RampFit BestRamp(const DdsBlock& block) {
  std::uint8_t least = 255, most = 0, inner_least = 255, inner_most = 0;
  for (const DdsTexel& texel : block) {
    least = std::min(least, texel.alpha);
    most = std::max(most, texel.alpha);
    if (texel.alpha == 0 || texel.alpha == 255) continue;
    inner_least = std::min(inner_least, texel.alpha);
    inner_most = std::max(inner_most, texel.alpha);
  }
  const RampFit all = FitToRamp(block, most, least);
  if (all.error == 0) return all;
  const RampFit inner = FitToRamp(block, std::min(inner_least, inner_most), inner_most);
  return inner.error < all.error ? inner : all;
}

void PutRamp(const RampFit& fit, std::uint8_t* bytes) {
  *bytes++ = fit.first;
  *bytes++ = fit.second;
  std::uint64_t packed = 0;
  for (std::size_t i = kDdsTexels; i-- > 0;) packed = packed << 3 | fit.indexes[i];
  for (unsigned i = 0; i < 6; ++i) *bytes++ = static_cast<std::uint8_t>(packed >> 8 * i);
}

}  // namespace

void EncodeBc1Block(const DdsBlock& block, bool alpha, std::uint8_t* bytes) {
  const bool holes = alpha && std::ranges::any_of(block, IsHole);
  Put(BestFit(block, holes), holes, bytes);
}

void EncodeBc3Block(const DdsBlock& block, std::uint8_t* bytes) {
  PutRamp(BestRamp(block), bytes);
  Put(BestFit(block, false), false, bytes + 8);
}

}  // namespace lodestone::coders
