#include "kernels/resample/cpu/magnify.hpp"

#include <algorithm>
#include <cstdint>

namespace lodestone::kernels {

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
