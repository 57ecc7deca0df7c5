#include "kernels/jpeg/look.hpp"

#include <cstdint>
#include <vector>

#include "kernels/samples/samples_cpu.hpp"

namespace lodestone::kernels {

MagickAccelerateDecoded LookAtJpegRow(const QuantumSample* row, std::size_t columns,
                                      std::size_t samples) {
#if LS_QUANTUM_DEPTH == 8
  const std::uint8_t* const bytes = row;
#else
  std::vector<std::uint8_t> narrow(columns * samples);
  NarrowSamples(row, narrow.size(), narrow.data());
  const std::uint8_t* const bytes = narrow.data();
#endif
  const PixelSteps steps = CountSteps(bytes, columns, samples, MAGICK_ACCELERATE_PLAIN_STEP,
                                      MAGICK_ACCELERATE_HARD_STEP);
  return {static_cast<std::uint32_t>(steps.plain), static_cast<std::uint32_t>(steps.hard)};
}

}  // namespace lodestone::kernels
