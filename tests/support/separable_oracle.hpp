// Slow, plain restatement of the numeric contract of separable resampling: whole planes of floats,
// one sample at a time, no vectors, no bands. What every backend is compared with.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lodestone::oracle {

constexpr int kChannels = 4;
constexpr float kMax = LS_QUANTUM_DEPTH == 8 ? 255.0f : 65535.0f;

struct Axis {
  const std::uint32_t *first, *count, *offset;
  const float* weights;
  std::size_t inputs, outputs;
};

using Plane = std::vector<float>;

inline float Clamped(float v) {
  return std::fmin(std::fmax(v, 0.0f), kMax);
}

template <class Sample>
Plane Load(const std::vector<Sample>& pixels, bool alpha) {
  Plane plane(pixels.begin(), pixels.end());
  for (std::size_t i = 0; alpha && i < plane.size(); i += kChannels) {
    const float a = kMax - plane[i + 3];
    for (int c = 0; c < 3; ++c) plane[i + c] = plane[i + c] * a;
    plane[i + 3] = a;
  }
  return plane;
}

// Weighted sum of `axis.count[i]` samples that lie `stride` floats apart from `input` on.
inline float Sum(const Axis& axis, std::size_t i, const float* input, std::size_t stride) {
  float total = 0.0f, block = 0.0f;
  for (std::size_t k = 0; k < axis.count[i]; ++k) {
    block = std::fma(axis.weights[axis.offset[i] + k], input[(axis.first[i] + k) * stride], block);
    if (k % 64 == 63) {
      total = total + block;
      block = 0.0f;
    }
  }
  return total + block;
}

inline Plane Horizontal(const Axis& axis, const Plane& in, std::size_t rows) {
  Plane out(axis.outputs * rows * kChannels);
  for (std::size_t y = 0; y < rows; ++y)
    for (std::size_t x = 0; x < axis.outputs; ++x)
      for (int c = 0; c < kChannels; ++c)
        out[(y * axis.outputs + x) * kChannels + c] =
            Sum(axis, x, &in[y * axis.inputs * kChannels + c], kChannels);
  return out;
}

inline Plane Vertical(const Axis& axis, const Plane& in, std::size_t columns) {
  Plane out(axis.outputs * columns * kChannels);
  for (std::size_t y = 0; y < axis.outputs; ++y)
    for (std::size_t i = 0; i < columns * kChannels; ++i)
      out[y * columns * kChannels + i] = Sum(axis, y, &in[i], columns * kChannels);
  return out;
}

inline void BetweenPasses(Plane& plane, bool alpha) {
  for (std::size_t i = 0; i < plane.size(); i += kChannels) {
    const float a = plane[i + 3];
    for (int c = 0; c < kChannels; ++c) {
      float& v = plane[i + c];
      if (!alpha || c == 3)
        v = Clamped(v);
      else
        v = std::fmin(std::fmax(v * (a > kMax ? kMax / a : 1.0f), 0.0f), kMax * Clamped(a));
    }
  }
}

template <class Sample>
std::vector<Sample> Store(const Plane& plane, bool alpha) {
  std::vector<Sample> pixels(plane.size());
  for (std::size_t i = 0; i < plane.size(); i += kChannels) {
    const float a = plane[i + 3];
    for (int c = 0; c < 3; ++c) {
      float v = plane[i + c];
      if (alpha) v = a > 0.0f ? v / a : 0.0f;
      pixels[i + c] = static_cast<Sample>(Clamped(v) + 0.5f);
    }
    pixels[i + 3] = alpha ? static_cast<Sample>(kMax - Clamped(a) + 0.5f) : Sample{0};
  }
  return pixels;
}

template <class Sample>
std::vector<Sample> Resample(const std::vector<Sample>& source, const Axis& horizontal,
                             const Axis& vertical, bool vertical_first, bool alpha) {
  Plane plane = Load(source, alpha);
  plane = vertical_first ? Vertical(vertical, plane, horizontal.inputs)
                         : Horizontal(horizontal, plane, vertical.inputs);
  BetweenPasses(plane, alpha);
  plane = vertical_first ? Horizontal(horizontal, plane, vertical.outputs)
                         : Vertical(vertical, plane, horizontal.outputs);
  return Store<Sample>(plane, alpha);
}

}  // namespace lodestone::oracle
