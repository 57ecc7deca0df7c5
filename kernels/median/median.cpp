#include "kernels/median/median.hpp"

#include <algorithm>
#include <vector>

namespace lodestone::kernels {

void MedianBand(const MedianWork& work, std::size_t begin, std::size_t end) {
  const std::size_t samples = SamplesOf(work.source.channels), window = work.window;
  const auto reach = static_cast<std::ptrdiff_t>(window / 2);
  std::vector<QuantumSample> values(window * window);
  for (std::size_t y = begin; y < end; ++y)
    for (std::size_t x = 0; x < work.destination.columns; ++x)
      for (std::size_t c = 0; c < samples; ++c) {
        std::size_t next = 0;
        for (std::ptrdiff_t dy = -reach; dy <= reach; ++dy) {
          const QuantumSample* row = work.source.Row(static_cast<std::ptrdiff_t>(y) + dy);
          for (std::ptrdiff_t dx = -reach; dx <= reach; ++dx)
            values[next++] = work.source.Pixel(row, static_cast<std::ptrdiff_t>(x) + dx)[c];
        }
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        const bool clear = work.source.channels == Channels::kOpaque && c == 3;
        work.destination.Row(y)[x * samples + c] = clear ? QuantumSample{0} : *middle;
      }
}

}  // namespace lodestone::kernels
