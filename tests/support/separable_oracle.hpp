// Slow, simple restatement of the numeric contract of separable resampling: whole planes of floats,
// one sample at a time, no vectors, no bands. Every accelerator is compared with it.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lodestone::oracle {

constexpr float kMax = LS_QUANTUM_DEPTH == 8 ? 255.0f : 65535.0f;

struct Axis {
  const std::uint32_t *first, *count, *offset;
  const float* weights;
  std::size_t inputs, outputs;
};

// The meaning of a pixel's samples, and whether sums are clamped between the passes.
struct Mode {
  std::size_t samples = 4;  // of a pixel
  bool weighted = false;    // colours by alpha
  bool opaque = true;       // the result's opacity is 0 (of unweighted pixels of four samples)
  bool clamps_intermediate = true;
  bool linear = false;  // colours are decoded from sRGB, and encoded before they are rounded
};

using Plane = std::vector<float>;

inline float Clamped(float v) {
  return std::fmin(std::fmax(v, 0.0f), kMax);
}

// IEC 61966-2-1, exactly.
inline double Decoded(double sample) {
  const double v = sample / double{kMax};
  return double{kMax} * (v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4));
}
inline double Encoded(double light) {
  const double v = light / double{kMax};
  return double{kMax} * (v <= 0.0031308 ? v * 12.92 : 1.055 * std::pow(v, 1 / 2.4) - 0.055);
}

template <class Sample>
Plane Load(const std::vector<Sample>& pixels, const Mode& mode) {
  Plane plane(pixels.begin(), pixels.end());
  for (std::size_t i = 0; mode.linear && i < plane.size(); ++i)
    if (mode.samples == 1 || i % 4 != 3) plane[i] = static_cast<float>(Decoded(plane[i]));
  for (std::size_t i = 0; mode.weighted && i < plane.size(); i += 4) {
    const float a = kMax - plane[i + 3];
    for (int c = 0; c < 3; ++c) plane[i + c] = plane[i + c] * a;
    plane[i + 3] = a;
  }
  return plane;
}

// Weighted sum of `axis.count[i]` samples, `stride` floats apart, starting at `input`. Sanitizers
// are for the code under test; here they would take most of the time.
__attribute__((no_sanitize("address"), no_sanitize("undefined"))) inline float Sum(
    const Axis& axis, std::size_t i, const float* input, std::size_t stride) {
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

inline Plane Horizontal(const Axis& axis, const Plane& in, std::size_t rows, std::size_t samples) {
  Plane out(axis.outputs * rows * samples);
  for (std::size_t y = 0; y < rows; ++y)
    for (std::size_t x = 0; x < axis.outputs; ++x)
      for (std::size_t c = 0; c < samples; ++c)
        out[(y * axis.outputs + x) * samples + c] =
            Sum(axis, x, &in[y * axis.inputs * samples + c], samples);
  return out;
}

inline Plane Vertical(const Axis& axis, const Plane& in, std::size_t row_samples) {
  Plane out(axis.outputs * row_samples);
  for (std::size_t y = 0; y < axis.outputs; ++y)
    for (std::size_t i = 0; i < row_samples; ++i)
      out[y * row_samples + i] = Sum(axis, y, &in[i], row_samples);
  return out;
}

inline void BetweenPasses(Plane& plane, const Mode& mode) {
  if (!mode.clamps_intermediate) return;
  if (!mode.weighted) {
    for (float& v : plane) v = Clamped(v);
    return;
  }
  for (std::size_t i = 0; i < plane.size(); i += 4) {
    const float a = plane[i + 3];
    for (int c = 0; c < 3; ++c)
      plane[i + c] = std::fmin(std::fmax(plane[i + c] * (a > kMax ? kMax / a : 1.0f), 0.0f),
                               kMax * Clamped(a));
    plane[i + 3] = Clamped(a);
  }
}

template <class Sample>
std::vector<Sample> Store(const Plane& plane, const Mode& mode) {
  auto rounded = [](float v) { return static_cast<Sample>(Clamped(v) + 0.5f); };
  auto color = [&](float v) {
    return mode.linear ? static_cast<Sample>(Encoded(Clamped(v)) + 0.5) : rounded(v);
  };
  std::vector<Sample> pixels(plane.size());
  for (std::size_t i = 0; i < plane.size(); ++i)
    pixels[i] = mode.samples == 1 || i % 4 != 3 ? color(plane[i]) : rounded(plane[i]);
  if (mode.samples == 1 || !(mode.weighted || mode.opaque)) return pixels;
  for (std::size_t i = 0; i < plane.size(); i += 4) {
    const float a = plane[i + 3];
    for (int c = 0; mode.weighted && c < 3; ++c)
      pixels[i + c] = color(a > 0.0f ? plane[i + c] / a : 0.0f);
    pixels[i + 3] = mode.weighted ? rounded(kMax - Clamped(a)) : Sample{0};
  }
  return pixels;
}

template <class Sample>
std::vector<Sample> Resample(const std::vector<Sample>& source, const Axis& horizontal,
                             const Axis& vertical, bool vertical_first, const Mode& mode) {
  const std::size_t samples = mode.samples;
  Plane plane = Load(source, mode);
  plane = vertical_first ? Vertical(vertical, plane, horizontal.inputs * samples)
                         : Horizontal(horizontal, plane, vertical.inputs, samples);
  BetweenPasses(plane, mode);
  plane = vertical_first ? Horizontal(horizontal, plane, vertical.outputs, samples)
                         : Vertical(vertical, plane, horizontal.outputs * samples);
  return Store<Sample>(plane, mode);
}

}  // namespace lodestone::oracle
