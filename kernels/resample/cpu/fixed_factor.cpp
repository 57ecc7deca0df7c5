#include "kernels/resample/cpu/fixed_factor.hpp"

#include <algorithm>
#include <cstdint>

#include "kernels/common/weighted_sums.hpp"
#include "kernels/common/whole_mean.h"

namespace lodestone::kernels {
namespace {

constexpr int kTaps = 4;
constexpr std::uint32_t kWeightSum = 128;

// The weights are 3 7 7 3 in the outer and 7 15 15 7 in the inner rows: symmetric, so that samples
// of equal weight are added first.
constexpr std::uint32_t kCorner = 3, kEdge = 7, kCenter = 15;

// Index of tap k of output i: from 2i - 2 on, kept inside [0, size).
std::size_t TapIndex(std::size_t i, int k, std::size_t size) {
  const auto index = static_cast<std::ptrdiff_t>(2 * i) - 2 + k;
  return static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(index, 0, static_cast<std::ptrdiff_t>(size) - 1));
}

// One output pixel from the samples at `columns` of the four rows.
void MinifyPixel(const QuantumSample* const (&rows)[kTaps], const std::size_t (&columns)[kTaps],
                 QuantumSample* out) {
  std::uint32_t sums[kChannels];
  for (std::size_t c = 0; c < kChannels; ++c) {
    auto outer = [&](int j) -> std::uint32_t {
      return std::uint32_t{rows[0][columns[j] + c]} + rows[3][columns[j] + c];
    };
    auto inner = [&](int j) -> std::uint32_t {
      return std::uint32_t{rows[1][columns[j] + c]} + rows[2][columns[j] + c];
    };
    sums[c] = kCorner * (outer(0) + outer(3)) +
              kEdge * (outer(1) + outer(2) + inner(0) + inner(3)) + kCenter * (inner(1) + inner(2));
  }
  for (std::size_t c = 0; c < kChannels; ++c)
    out[c] = static_cast<QuantumSample>(LS_WHOLE_MEAN(sums[c], kWeightSum));
}

void MinifyWeightedPixel(const QuantumSample* const (&rows)[kTaps],
                         const std::size_t (&columns)[kTaps], QuantumSample* out) {
  WeightedSums sums;
  for (int j = 0; j < kTaps; ++j) {
    const bool outer_row = j == 0 || j == kTaps - 1;
    for (int k = 0; k < kTaps; ++k) {
      const bool outer_column = k == 0 || k == kTaps - 1;
      const std::uint32_t weight = outer_row && outer_column   ? kCorner
                                   : outer_row || outer_column ? kEdge
                                                               : kCenter;
      sums.Add(weight, rows[j] + columns[k]);
    }
  }
  sums.StoreMean(kWeightSum, out);
}

// The same from four neighbours. At even positions they are fewer, and their mean is exact.
void MagnifyPixel(const QuantumSample* const (&pixels)[kTaps], QuantumSample* out) {
  for (std::size_t c = 0; c < kChannels; ++c) {
    const std::uint32_t sum =
        std::uint32_t{pixels[0][c]} + pixels[1][c] + pixels[2][c] + pixels[3][c];
    out[c] = static_cast<QuantumSample>(LS_WHOLE_MEAN(sum, kTaps));
  }
}

void MagnifyWeightedPixel(const QuantumSample* const (&pixels)[kTaps], QuantumSample* out) {
  WeightedSums sums;
  for (const QuantumSample* pixel : pixels) sums.Add(1, pixel);
  sums.StoreMean(kTaps, out);
}

template <auto kPixel>
void MinifyRows(const SourceView& source, const DestinationView& destination, std::size_t begin,
                std::size_t end) {
  for (std::size_t y = begin; y < end; ++y) {
    const QuantumSample* rows[kTaps];
    for (int k = 0; k < kTaps; ++k) rows[k] = source.Row(TapIndex(y, k, source.rows));
    QuantumSample* out = destination.Row(y);
    for (std::size_t x = 0; x < destination.columns; ++x, out += kChannels) {
      std::size_t columns[kTaps];
      for (int k = 0; k < kTaps; ++k) columns[k] = TapIndex(x, k, source.columns) * kChannels;
      kPixel(rows, columns, out);
    }
  }
}

template <auto kPixel>
void MagnifyRows(const SourceView& source, const DestinationView& destination, std::size_t begin,
                 std::size_t end) {
  for (std::size_t y = begin; y < end; ++y) {
    // GraphicsMagick repeats the last row but one instead of interpolating with the last.
    const std::size_t above = y / 2, below = above + 2 < source.rows ? (y + 1) / 2 : above;
    const QuantumSample *upper = source.Row(above), *lower = source.Row(below);
    QuantumSample* out = destination.Row(y);
    for (std::size_t x = 0; x < destination.columns; ++x, out += kChannels) {
      const std::size_t left = x / 2 * kChannels;
      const std::size_t right = std::min((x + 1) / 2, source.columns - 1) * kChannels;
      kPixel({upper + left, upper + right, lower + left, lower + right}, out);
    }
  }
}

}  // namespace

void MinifyBand(const SourceView& source, const DestinationView& destination, Channels channels,
                std::size_t begin, std::size_t end) {
  if (channels == Channels::kWeighted)
    MinifyRows<MinifyWeightedPixel>(source, destination, begin, end);
  else
    MinifyRows<MinifyPixel>(source, destination, begin, end);
}

void MagnifyBand(const SourceView& source, const DestinationView& destination, Channels channels,
                 std::size_t begin, std::size_t end) {
  if (channels == Channels::kWeighted)
    MagnifyRows<MagnifyWeightedPixel>(source, destination, begin, end);
  else
    MagnifyRows<MagnifyPixel>(source, destination, begin, end);
}

}  // namespace lodestone::kernels
