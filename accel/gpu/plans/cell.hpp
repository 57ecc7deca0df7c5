// A pixel's sums on a device: LsCell of resample.clh.
#pragma once

#include <cstdint>

#include "accel/operation_table.hpp"

namespace lodestone::accel::gpu {

constexpr uint64_t CellBytes(const MagickAccelerateWork& work) {
  return SamplesOf(work.channels) * sizeof(float);
}

}  // namespace lodestone::accel::gpu
