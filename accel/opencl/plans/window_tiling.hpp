// How kernels on windows are cut into groups, and how much local memory each takes.
#pragma once

#include <optional>
#include <vector>

#include "accel/opencl/device/discovery.hpp"
#include "accel/opencl/programs/program_builder.hpp"
#include "accel/opencl/plans/window.hpp"

namespace lodestone::accel::opencl {

constexpr uint64_t RoundUpTo(uint64_t value, uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

// What this device is given when nobody asks for a variant.
KernelForm WindowForm(const DeviceFacts& facts);

// The programs of an operation, which motion blur has in common with convolution, for every kind of
// pixels that there are kernels on windows for.
std::vector<ProgramKey> WindowPrograms(MagickAccelerateOperation operation, unsigned quantum_depth,
                                       const DeviceFacts& facts);

// The tile with as much local memory as it and the windows around it take; nothing when there is
// not as much.
std::optional<WindowTile> FitTile(WindowTile tile, const Window& window, uint64_t cell_bytes,
                                  uint64_t local_bytes);

// The same for one work-item, with cells of a sample each: as many rows as are worth it and fit.
std::optional<WindowTile> FitStrips(const char* kernel, const MagickAccelerateWork& work,
                                    uint64_t cell_bytes, uint64_t local_bytes);

}  // namespace lodestone::accel::opencl
