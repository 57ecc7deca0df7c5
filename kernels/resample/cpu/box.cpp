#include "kernels/resample/cpu/box.hpp"

#include <algorithm>
#include <bit>

namespace lodestone::kernels {
namespace {

// Floats hold integers of up to this many bits exactly.
constexpr unsigned kExactBits = 24;

// Number of taps per output, if it is a power of two, weights are equal, and no input is shared.
std::optional<std::size_t> EqualShares(const MagickAccelerateAxis& axis) {
  const std::uint32_t taps = axis.count[0];
  if (!std::has_single_bit(taps) || std::size_t{taps} * axis.outputs != axis.inputs)
    return std::nullopt;
  const float weight = 1.0f / static_cast<float>(taps);
  for (std::uint32_t i = 0; i < axis.outputs; ++i) {
    if (axis.count[i] != taps || axis.first[i] != i * taps) return std::nullopt;
    const float* weights = axis.weights + axis.offset[i];
    if (!std::all_of(weights, weights + taps, [&](float w) { return w == weight; }))
      return std::nullopt;
  }
  return taps;
}

std::optional<Box> SharesOf(const ResampleWork& work) {
  const auto columns = EqualShares(work.horizontal), rows = EqualShares(work.vertical);
  if (!columns || !rows) return std::nullopt;
  return Box{*columns, *rows};
}

}  // namespace

std::optional<Box> FindBox(const ResampleWork& work) {
  const std::optional<Box> box = SharesOf(work);
  if (!box) return std::nullopt;
  const auto bits = static_cast<unsigned>(std::countr_zero(box->columns * box->rows));
  // Weighting by alpha adds the bits of another quantum.
  const unsigned sample_bits =
      work.channels == Channels::kWeighted ? 2 * LS_QUANTUM_DEPTH : LS_QUANTUM_DEPTH;
  return sample_bits + bits > kExactBits ? std::nullopt : box;
}

std::optional<Box> FindLightBox(const ResampleWork& work) {
  const std::optional<Box> box = SharesOf(work);
  const bool one_sum = box && work.vertical_first && box->rows <= LS_TAP_BLOCK;
  return one_sum ? box : std::nullopt;
}

}  // namespace lodestone::kernels
