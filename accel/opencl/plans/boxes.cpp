#include "accel/opencl/plans/boxes.hpp"

#include <algorithm>

#include "accel/operation_table.hpp"
#include "kernels/common/tile_shapes.h"

namespace lodestone::accel::opencl {
namespace {

// The weight shared by all inputs; empty unless each output has its own `side` inputs, one after
// another, all with the same weight.
std::optional<float> WeightOf(const MagickAccelerateAxis& axis, uint32_t side) {
  if (uint64_t{axis.outputs} * side != axis.inputs || axis.max_count != side) return std::nullopt;
  if (axis.weight_count < side || axis.offset[0] > axis.weight_count - side) return std::nullopt;
  const float weight = axis.weights[axis.offset[0]];
  for (uint32_t i = 0; i < axis.outputs; ++i) {
    if (axis.first[i] != i * side || axis.count[i] != side ||
        axis.offset[i] > axis.weight_count - side) {
      return std::nullopt;
    }
    const float* begin = axis.weights + axis.offset[i];
    if (!std::all_of(begin, begin + side, [weight](float w) { return w == weight; }))
      return std::nullopt;
  }
  return weight;
}

}  // namespace

std::optional<Boxes> FindBoxes(const MagickAccelerateWork& work) {
  const uint32_t side = work.horizontal.max_count;
  const bool averages = GetOperation(work.operation).family == Family::kScale;
  if (!averages || work.vertical_first == 0 || !BoxKernel(side)) return std::nullopt;
  const auto across = WeightOf(work.horizontal, side);
  const auto down = across ? WeightOf(work.vertical, side) : std::nullopt;
  if (!down) return std::nullopt;
  return Boxes{side, *across, *down};
}

const char* BoxKernel(uint32_t side) {
  switch (side) {
    case 2:
      return "ScaleBy2Filter";
    case 4:
      return "ScaleBy4Filter";
    case 8:
      return "ScaleBy8Filter";
    default:
      return nullptr;
  }
}

uint32_t BoxPixels(uint32_t side) {
  return std::max<uint32_t>(1, LS_QUAD / side);
}

}  // namespace lodestone::accel::opencl
