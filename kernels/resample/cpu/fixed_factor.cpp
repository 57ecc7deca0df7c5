#include "kernels/resample/cpu/fixed_factor.hpp"

#include <algorithm>
#include <cstdint>

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
    out[c] = static_cast<QuantumSample>((sums[c] + kWeightSum / 2) / kWeightSum);
}

}  // namespace

void MinifyBand(const SourceView& source, const DestinationView& destination, std::size_t begin,
                std::size_t end) {
  for (std::size_t y = begin; y < end; ++y) {
    const QuantumSample* rows[kTaps];
    for (int k = 0; k < kTaps; ++k) rows[k] = source.Row(TapIndex(y, k, source.rows));
    QuantumSample* out = destination.Row(y);
    for (std::size_t x = 0; x < destination.columns; ++x, out += kChannels) {
      std::size_t columns[kTaps];
      for (int k = 0; k < kTaps; ++k) columns[k] = TapIndex(x, k, source.columns) * kChannels;
      MinifyPixel(rows, columns, out);
    }
  }
}

void MagnifyBand(const SourceView& source, const DestinationView& destination, std::size_t begin,
                 std::size_t end) {
  for (std::size_t y = begin; y < end; ++y) {
    // GraphicsMagick repeats the last row but one instead of interpolating with the last.
    const std::size_t above = y / 2, below = above + 2 < source.rows ? (y + 1) / 2 : above;
    const QuantumSample *upper = source.Row(above), *lower = source.Row(below);
    QuantumSample* out = destination.Row(y);
    for (std::size_t x = 0; x < destination.columns; ++x, out += kChannels) {
      const std::size_t left = x / 2 * kChannels;
      const std::size_t right = std::min((x + 1) / 2, source.columns - 1) * kChannels;
      for (std::size_t c = 0; c < kChannels; ++c) {
        // At even positions both neighbours are the same sample, and the mean is exact.
        const std::uint32_t sum =
            std::uint32_t{upper[left + c]} + upper[right + c] + lower[left + c] + lower[right + c];
        out[c] = static_cast<QuantumSample>((sum + 2) / 4);
      }
    }
  }
}

}  // namespace lodestone::kernels
