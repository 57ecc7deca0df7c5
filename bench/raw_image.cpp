#include "bench/raw_image.hpp"

#include <cmath>
#include <limits>

#include "bench/magick_images.hpp"
#include "utilities/measure/images.hpp"

namespace lodestone::bench {

RawImage ReadRawImage(const std::string& path) {
  return MakeRawImage(measure::ReadFile(path).get());
}

RawImage SyntheticImage(unsigned columns, unsigned rows, unsigned depth) {
  RawImage raw(columns, rows, depth, false);
  const unsigned maximum = raw.Maximum();
  std::uint32_t random = 12345;
  std::size_t i = 0;
  for (unsigned y = 0; y < rows; ++y) {
    for (unsigned x = 0; x < columns; ++x) {
      random = random * 1664525U + 1013904223U;
      const double noise = (random >> 16) / 65535.0;
      const double across = double(x) / columns, down = double(y) / rows;
      const double edge = ((x / 37) ^ (y / 53)) & 1 ? 0.25 : 0.0;
      const double values[3] = {across, down, 0.5 * (across + down)};
      for (const double value : values) {
        raw.SetSample(i++, static_cast<unsigned>((0.6 * value + edge + 0.15 * noise) * maximum));
      }
      raw.SetSample(i++, maximum);
    }
  }
  return raw;
}

RawImage WithAlpha(const RawImage& raw) {
  RawImage result = raw;
  result.alpha = true;
  const unsigned maximum = raw.Maximum();
  std::size_t i = 3;
  for (unsigned y = 0; y < raw.rows; ++y) {
    for (unsigned x = 0; x < raw.columns; ++x, i += kChannels) {
      // Slanted stripes: a third opaque, a third fading, a third transparent.
      const double phase = std::fmod((x + 0.5 * y) / 300.0, 1.0) * 3;
      const double alpha = phase < 1 ? 1 : phase < 2 ? 2 - phase : 0;
      result.SetSample(i, static_cast<unsigned>(alpha * maximum));
    }
  }
  return result;
}

RawImage WithoutColor(const RawImage& raw) {
  RawImage result = raw;
  for (std::size_t i = 0; i < raw.SampleCount(); i += kChannels) {
    result.SetSample(i + 1, raw.Sample(i));
    result.SetSample(i + 2, raw.Sample(i));
  }
  return result;
}

double MeanDifference(const RawImage& a, const RawImage& b) {
  if (a.columns != b.columns || a.rows != b.rows || a.depth != b.depth) {
    return std::numeric_limits<double>::infinity();
  }
  const double maximum = a.Maximum();
  double sum = 0;
  for (std::size_t i = 0; i < a.SampleCount(); i += kChannels) {
    const double alpha_a = a.alpha ? a.Sample(i + 3) / maximum : 1;
    const double alpha_b = a.alpha ? b.Sample(i + 3) / maximum : 1;
    for (std::size_t c = 0; c < 3; ++c) {
      sum += std::abs(a.Sample(i + c) * alpha_a - b.Sample(i + c) * alpha_b);
    }
  }
  return sum / (3.0 * static_cast<double>(a.SampleCount() / kChannels)) * 255 / maximum;
}

}  // namespace lodestone::bench
