// What kernels/cosine_blur/series.h says, restated for one line of samples at a time.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace lodestone::test {

// The numbers of one axis, where they are in a plan or a work.
struct SeriesNumbersOf {
  const float* numbers;
  std::size_t terms, reach;

  float Turn(std::size_t term, std::size_t number) const { return numbers[term * 8 + number]; }
  float Weight(std::size_t k, std::size_t term, bool of_sine) const {
    return numbers[terms * 8 + (k * terms + term) * 2 + (of_sine ? 1 : 0)];
  }
  float Scale(std::size_t output) const {
    return numbers[terms * 8 + (reach + 1) * terms * 2 + output];
  }
};

struct Wave {
  float cosine = 0.0f, sine = 0.0f;
};

// `line` begins `reach` samples before the first output's and ends as many after the last one's.
inline Wave WaveAfresh(const SeriesNumbersOf& axis, const std::vector<float>& line,
                       std::size_t output, std::size_t term) {
  Wave total, block;
  const std::size_t middle = output + axis.reach;
  for (std::size_t k = 0; k <= axis.reach; ++k) {
    if (k > 0 && k % 64 == 0) {
      total = {total.cosine + block.cosine, total.sine + block.sine};
      block = {};
    }
    const float after = line[middle + k], before = line[middle - k];
    const float even = k == 0 ? after : after + before, odd = k == 0 ? 0.0f : after - before;
    block.cosine = std::fmaf(axis.Weight(k, term, false), even, block.cosine);
    block.sine = std::fmaf(axis.Weight(k, term, true), odd, block.sine);
  }
  return {total.cosine + block.cosine, total.sine + block.sine};
}

inline Wave WaveMoved(const SeriesNumbersOf& axis, Wave wave, float in, float out,
                      std::size_t term) {
  const auto n = [&](std::size_t number) { return axis.Turn(term, number); };
  if (term == 0) return {wave.cosine + std::fmaf(n(2), in, n(3) * out), 0.0f};
  return {
      std::fmaf(n(0), wave.cosine, std::fmaf(n(1), wave.sine, std::fmaf(n(2), in, n(3) * out))),
      std::fmaf(n(4), wave.sine, std::fmaf(n(5), wave.cosine, std::fmaf(n(6), in, n(7) * out)))};
}

// The sums of a line, not scaled yet.
inline std::vector<float> SeriesSums(const SeriesNumbersOf& axis, const std::vector<float>& line) {
  std::vector<float> sums;
  std::vector<Wave> waves(axis.terms);
  for (std::size_t i = 0; i + 2 * axis.reach < line.size(); ++i) {
    for (std::size_t term = 0; term < axis.terms; ++term)
      waves[term] = i % 256 == 0
                        ? WaveAfresh(axis, line, i, term)
                        : WaveMoved(axis, waves[term], line[i + 2 * axis.reach], line[i - 1], term);
    float sum = waves[0].cosine;
    for (std::size_t term = 1; term < axis.terms; ++term) sum = sum + waves[term].cosine;
    sums.push_back(sum);
  }
  return sums;
}

// One sample of every pixel, or of every second, and so on, row by row.
template <class Sample>
struct SeriesPlane {
  const Sample* samples;
  std::size_t columns, rows, step, stride;
};

constexpr unsigned kNoPixel = 0xffffffffu;

// Both passes. The maps have `reach` entries before and after the image's.
template <class Sample>
std::vector<Sample> SeriesOf(const SeriesPlane<Sample>& plane, const SeriesNumbersOf& across,
                             const SeriesNumbersOf& down, const unsigned* column_map,
                             const unsigned* row_map) {
  constexpr float kMost = sizeof(Sample) == 1 ? 255.0f : 65535.0f, kCentre = (kMost + 1.0f) / 2.0f;
  std::vector<std::vector<float>> between(plane.rows, std::vector<float>(plane.columns));
  for (std::size_t x = 0; x < plane.columns; ++x) {
    std::vector<float> line;
    for (std::size_t i = 0; i < plane.rows + 2 * down.reach; ++i)
      line.push_back(row_map[i] == kNoPixel
                         ? 0.0f
                         : float(plane.samples[row_map[i] * plane.stride + x * plane.step]) -
                               kCentre);
    const std::vector<float> sums = SeriesSums(down, line);
    for (std::size_t y = 0; y < plane.rows; ++y) between[y][x] = sums[y] * down.Scale(y);
  }
  std::vector<Sample> result;
  for (std::size_t y = 0; y < plane.rows; ++y) {
    std::vector<float> line;
    for (std::size_t i = 0; i < plane.columns + 2 * across.reach; ++i)
      line.push_back(column_map[i] == kNoPixel ? 0.0f : between[y][column_map[i]]);
    const std::vector<float> sums = SeriesSums(across, line);
    for (std::size_t x = 0; x < plane.columns; ++x) {
      const float sum = std::fmaf(sums[x], across.Scale(x), kCentre);
      result.push_back(static_cast<Sample>(std::fmin(std::fmax(sum, 0.0f), kMost) + 0.5f));
    }
  }
  return result;
}

}  // namespace lodestone::test
