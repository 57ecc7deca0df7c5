#include "kernels/window/extend/extend.hpp"

#include <cstring>

namespace lodestone::kernels {

void ExtendBand(const BorderedSource& source, const DestinationView& destination, std::size_t begin,
                std::size_t end) {
  const std::size_t samples = SamplesOf(source.channels);
  const std::size_t pixel_bytes = samples * sizeof(QuantumSample);
  const auto left = static_cast<std::ptrdiff_t>(source.border.left);
  for (std::size_t y = begin; y < end; ++y) {
    QuantumSample* out = destination.Row(y) + source.border.left * samples;
    const auto at = [&](std::ptrdiff_t x) { return out + x * std::ptrdiff_t(samples); };
    ForRow(
        source,
        source.Row(static_cast<std::ptrdiff_t>(y) - static_cast<std::ptrdiff_t>(source.border.top)),
        -left, static_cast<std::ptrdiff_t>(destination.columns) - left,
        [&](std::ptrdiff_t x, const QuantumSample* from, std::size_t count) {
          std::memcpy(at(x), from, count * pixel_bytes);
        },
        [&](std::ptrdiff_t x, const QuantumSample* pixel) {
          std::memcpy(at(x), pixel, pixel_bytes);
        });
  }
}

}  // namespace lodestone::kernels
