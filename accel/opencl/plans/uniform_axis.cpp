#include "accel/opencl/plans/uniform_axis.hpp"

#include <cstring>

namespace lodestone::accel::opencl {
namespace {

// Whether an output is like the one in the middle.
bool HasSameWeights(const MagickAccelerateAxis& axis, uint32_t i, uint32_t middle) {
  const uint32_t taps = axis.count[middle], offset = axis.offset[middle];
  if (axis.count[i] != taps || taps > axis.weight_count ||
      axis.first[i] - axis.first[middle] != i - middle) {
    return false;
  }
  if (axis.offset[i] == offset) return true;
  const uint32_t last = axis.weight_count - taps;
  return axis.offset[i] <= last && offset <= last &&
         std::memcmp(axis.weights + axis.offset[i], axis.weights + offset, taps * sizeof(float)) ==
             0;
}

}  // namespace

bool AreUniform(const MagickAccelerateAxis& axis, uint32_t begin, uint32_t end, uint32_t middle) {
  for (uint32_t i = begin; i < end; ++i)
    if (!HasSameWeights(axis, i, middle)) return false;
  return true;
}

}  // namespace lodestone::accel::opencl
