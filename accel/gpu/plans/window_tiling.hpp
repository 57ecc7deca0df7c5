// How kernels on windows are divided into groups, and how much local memory each needs.
#pragma once

#include <optional>
#include <vector>

#include "accel/gpu/device_facts.hpp"
#include "accel/gpu/programs/program_builder.hpp"
#include "accel/gpu/plans/window.hpp"

namespace lodestone::accel::gpu {

constexpr uint64_t RoundUpTo(uint64_t value, uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

// This device's default if no variant is requested.
KernelForm WindowForm(const DeviceFacts& facts);

// The programs of an operation, for all channels that it supports; with_sides: those for one side
// alone too.
std::vector<ProgramKey> WindowPrograms(const OperationTraits& operation, unsigned quantum_depth,
                                       const DeviceFacts& facts, bool with_sides);

// The tile with the local memory that it and the windows around it need; empty if there is not
// enough.
std::optional<WindowTile> FitTile(WindowTile tile, const Window& window, uint64_t cell_bytes,
                                  uint64_t local_bytes);

// The same for one work-item, with one-sample cells: as many rows as are useful and fit.
std::optional<WindowTile> FitStrips(const char* kernel, const MagickAccelerateWork& work,
                                    uint64_t cell_bytes, uint64_t local_bytes);

}  // namespace lodestone::accel::gpu
