// How a call's kernels will run: decided once, before anything is allocated.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "accel/gpu/plans/boxes.hpp"
#include "accel/gpu/device_facts.hpp"
#include "accel/gpu/programs/program_builder.hpp"
#include "accel/gpu/plans/quad_tiling.hpp"
#include "accel/gpu/plans/tiling.hpp"
#include "accel/gpu/plans/window.hpp"

namespace lodestone::accel::gpu {

// Default size of the intermediate image, unless a test sets another: on CPUs it stays in the
// cache, on GPUs a launch has many groups.
uint64_t BandBytesOf(const DeviceFacts& facts);

// Memory order of the tables' weights. See resample.clh and passes.clh.
enum class WeightOrder {
  kByOutput,  // as the host has them
  kQuads,     // four outputs as one
  kNone       // a single one per direction, in KernelPlan::boxes
};

// How the passes run; see pass_kernels.clh and image_passes.clh.
struct PassPlan {
  bool through_local = false;
  bool down_through_image = false, across_through_image = false;
  // Work-items of a group, side by side, in kernels without local memory.
  static constexpr size_t kDriverDefault = 0;
  size_t group_items = kPlainColumns;
};

struct KernelPlan {
  ProgramKey key;            // the program to use
  const char* kernels = "";  // prefix of its kernels' names
  WeightOrder weights = WeightOrder::kByOutput;
  bool in_passes = false;  // of operations on both axes: two launches
  QuadTile tile;           // with kQuads, in one launch
  Boxes boxes;             // with kNone
  PassPlan passes;         // with in_passes
  WindowTile window;       // of operations on windows, and of despeckling
  uint64_t band_bytes = 0;
};

// The unit of rows of calls that are not split into strips.
constexpr uint32_t kUncut = UINT32_MAX;

// See EndingOf.
using EndNumbers = std::array<uint32_t, 3>;
using Ending = const char* (*)(const MagickAccelerateWork& work, const EndNumbers& numbers);

// LS_KERNEL(name) of the plan's program.
inline std::string KernelName(const KernelPlan& plan, const std::string& name) {
  return plan.kernels + name;
}

// Names of the variants of a work.
using VariantNames = std::span<const char* const>;

// The variant that the work names, or the best for this device if it names none that there is; in
// any case one that can run the work.
KernelPlan PlanKernels(const MagickAccelerateWork& work, const DeviceFacts& facts,
                       std::optional<uint64_t> band_bytes = std::nullopt);

}  // namespace lodestone::accel::gpu
