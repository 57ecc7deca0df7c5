#include "kernels/minify/minify.hpp"

#include <algorithm>
#include <cstdint>

namespace lodestone::kernels {
namespace {

constexpr int kTaps = 4;
constexpr std::uint32_t kWeights[kTaps][kTaps] = {
    {3, 7, 7, 3}, {7, 15, 15, 7}, {7, 15, 15, 7}, {3, 7, 7, 3}};
constexpr std::uint32_t kWeightSum = 128;

// Index of tap k of output i: from 2i - 2 on, kept inside [0, size).
std::size_t TapIndex(std::size_t i, int k, std::size_t size) {
  const auto index = static_cast<std::ptrdiff_t>(2 * i) - 2 + k;
  return static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(index, 0, static_cast<std::ptrdiff_t>(size) - 1));
}

}  // namespace

void MinifyBand(const SourceView& source, const DestinationView& destination, std::size_t begin,
                std::size_t end) {
  for (std::size_t y = begin; y < end; ++y) {
    const QuantumSample* rows[kTaps];
    for (int k = 0; k < kTaps; ++k) rows[k] = source.Row(TapIndex(y, k, source.rows));
    QuantumSample* out = destination.Row(y);
    for (std::size_t x = 0; x < destination.columns; ++x, out += kChannels) {
      std::uint32_t sums[kChannels] = {};
      for (int j = 0; j < kTaps; ++j) {
        const std::size_t offset = TapIndex(x, j, source.columns) * kChannels;
        for (int k = 0; k < kTaps; ++k)
          for (std::size_t c = 0; c < kChannels; ++c)
            sums[c] += kWeights[k][j] * rows[k][offset + c];
      }
      for (std::size_t c = 0; c < kChannels; ++c)
        out[c] = static_cast<QuantumSample>((sums[c] + kWeightSum / 2) / kWeightSum);
    }
  }
}

}  // namespace lodestone::kernels
