#include "accel/gpu/plans/boxes.hpp"

#include <algorithm>

#include "kernels/common/tile_shapes.h"

namespace lodestone::accel::gpu {
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

}  // namespace lodestone::accel::gpu
