// How a call's kernels are going to run: decided once, before anything is allocated.
#pragma once

#include <cstdint>

#include "accel/opencl/plans/boxes.hpp"
#include "accel/opencl/device/discovery.hpp"
#include "accel/opencl/programs/program_builder.hpp"
#include "accel/opencl/plans/quad_tiling.hpp"
#include "accel/opencl/plans/tiling.hpp"
#include "accel/opencl/plans/window.hpp"

namespace lodestone::accel::opencl {

// Of the image between two passes, unless a test wants it otherwise: it stays in the cache.
constexpr uint64_t kBandBytes = 16 << 20;

// How the weights of the tables lie. See resample.clh and passes.clh.
enum class WeightOrder {
  kByOutput,  // as the host has them
  kByTap,     // those of the horizontal axis interleaved, the others by output
  kQuads,     // four outputs as one
  kNone       // there is but one a direction, in KernelPlan::boxes
};

// How the passes run; see passes.clh, images.clh and slides.clh.
struct PassPlan {
  bool down_through_image = false, across_through_image = false;
  uint32_t slide_taps = 0;  // which of the kernels that slide; 0 for none
  // Work-items of a group, side by side, in kernels without local memory.
  static constexpr size_t kRuntimesChoice = 0;
  size_t group_items = kPlainColumns;
};

struct KernelPlan {
  ProgramKey key;  // the program to be had
  WeightOrder weights = WeightOrder::kByOutput;
  QuadTile tile;      // with kQuads
  Boxes boxes;        // with kNone
  PassPlan passes;    // with the others, of operations on both axes
  WindowTile window;  // of operations on windows, and of despeckling
  uint64_t band_bytes = kBandBytes;
};

// What work.variant asks for, or the best for this device where that is 0 or unknown; in any case
// something that can do the work.
KernelPlan PlanKernels(const MagickAccelerateWork& work, const DeviceFacts& facts,
                       uint64_t band_bytes = kBandBytes);

}  // namespace lodestone::accel::opencl
