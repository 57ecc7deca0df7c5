// Area averaging by whole factors; see boxes.clh.
#pragma once

#include <cstdint>

namespace lodestone::accel::gpu {

struct Boxes {
  uint32_t side = 0;           // in source pixels
  float across = 0, down = 0;  // weights
};

// The kernel for boxes of this side.
const char* BoxKernel(uint32_t side);

// Pixels of a row that one work-item computes.
uint32_t BoxPixels(uint32_t side);

}  // namespace lodestone::accel::gpu
