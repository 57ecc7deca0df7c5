// Wavelet denoising on every instruction set: equal to whole planes of floats, bit for bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "kernels/wavelet/wavelet_cpu.hpp"
#include "tests/kernels/every_target.hpp"

namespace lodestone::kernels {
namespace {

constexpr float kThresholds[] = {kQuantumMax * 0.2f, kQuantumMax * 0.05f, kQuantumMax * 0.02f, 0.0f,
                                 kQuantumMax * 0.004f};
constexpr float kSoftness = 0.3f;

long Reflected(long i, long size) {
  while (size > 1 && (i < 0 || i >= size)) i = i < 0 ? -i : 2 * (size - 1) - i;
  return size > 1 ? i : 0;
}

// One sample of every pixel.
struct Plane {
  long columns, rows;
  std::vector<float> values = std::vector<float>(static_cast<std::size_t>(columns * rows));

  float& At(long x, long y) {
    return values[static_cast<std::size_t>(Reflected(y, rows) * columns + Reflected(x, columns))];
  }
};

Plane Smoothed(Plane plane, long across, long down) {
  Plane result = plane;
  for (long y = 0; y < plane.rows; ++y)
    for (long x = 0; x < plane.columns; ++x) {
      const float at = plane.At(x, y);
      const float around = plane.At(x - across, y - down) + plane.At(x + across, y + down);
      result.At(x, y) = 0.25f * ((at + at) + around);
    }
  return result;
}

float Shrunk(float detail, float threshold) {
  const float shift = threshold - kSoftness * threshold;
  if (detail > threshold) return detail - shift;
  return detail < -threshold ? detail + shift : kSoftness * detail;
}

std::vector<QuantumSample> Denoised(Plane left) {
  Plane sum{left.columns, left.rows};
  for (int level = 0; level < 5; ++level) {
    Plane low = Smoothed(Smoothed(left, 1 << level, 0), 0, 1 << level);
    for (std::size_t i = 0; i < sum.values.size(); ++i)
      sum.values[i] += Shrunk(left.values[i] - low.values[i], kThresholds[level]);
    left = low;
  }
  std::vector<QuantumSample> result(sum.values.size());
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = static_cast<QuantumSample>(
        std::clamp(sum.values[i] + left.values[i], 0.0f, float{kQuantumMax}) + 0.5f);
  return result;
}

std::vector<QuantumSample> RandomSamples(std::size_t count) {
  std::mt19937 random(7);
  std::vector<QuantumSample> samples(count);
  for (QuantumSample& sample : samples)
    sample = static_cast<QuantumSample>(random() % 4 == 0 ? kQuantumMax : random());
  return samples;
}

std::vector<QuantumSample> Expected(const std::vector<QuantumSample>& source, long columns,
                                    long rows, Channels channels) {
  const std::size_t samples = SamplesOf(channels);
  std::vector<QuantumSample> expected(source.size());
  for (std::size_t c = 0; c < samples; ++c) {
    if (c == 3 && channels == Channels::kOpaque) continue;
    Plane plane{columns, rows};
    for (std::size_t i = 0; i < plane.values.size(); ++i) plane.values[i] = source[i * samples + c];
    const std::vector<QuantumSample> result = Denoised(plane);
    for (std::size_t i = 0; i < result.size(); ++i) expected[i * samples + c] = result[i];
  }
  return expected;
}

void ExpectDenoised(std::size_t columns, std::size_t rows, Channels channels, std::size_t band) {
  const std::size_t width = columns * SamplesOf(channels);
  const std::vector<QuantumSample> source = RandomSamples(width * rows);
  const std::vector<QuantumSample> expected =
      Expected(source, static_cast<long>(columns), static_cast<long>(rows), channels);
  test::OnEveryTarget([&] {
    std::vector<QuantumSample> result(source.size(), 77);
    MagickAccelerateWaveletRule rule{{}, kSoftness};
    std::copy(std::begin(kThresholds), std::end(kThresholds), rule.thresholds);
    const WaveletWork work{{source.data(), columns, rows, width},
                           {result.data(), columns, rows, width},
                           channels,
                           rule};
    for (std::size_t y = 0; y < rows; y += band) WaveletBand(work, y, std::min(rows, y + band));
    ASSERT_EQ(expected, result) << columns << "x" << rows << " in bands of " << band;
  });
}

TEST(Wavelet, EqualsWholePlanesAtOddSizes) {
  constexpr std::size_t kSizes[] = {1, 2, 3, 7, 16, 17, 31, 33, 64, 255, 257};
  std::mt19937 random(3);
  for (const Channels channels : {Channels::kOpaque, Channels::kPlain, Channels::kGrey})
    for (const std::size_t columns : kSizes) {
      const std::size_t rows = kSizes[random() % std::size(kSizes)];
      ASSERT_NO_FATAL_FAILURE(ExpectDenoised(columns, rows, channels, rows));
      ASSERT_NO_FATAL_FAILURE(ExpectDenoised(rows, columns, channels, 1 + random() % 50));
    }
}

// Several columns of tiles.
TEST(Wavelet, EqualsWholePlanesOfWideImages) {
  ExpectDenoised(1031, 9, Channels::kPlain, 4);
  ExpectDenoised(3000, 5, Channels::kGrey, 5);
}

}  // namespace
}  // namespace lodestone::kernels
