// How much of a call's images the device holds at a time, and in which strips they come and go.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "accel/opencl/launch/launch.hpp"
#include "accel/opencl/transfers/options.hpp"

namespace lodestone::accel::opencl {

struct Strip {
  Rows sink;    // rows of the destination
  Rows needed;  // rows of the source that they are made of
  Rows fresh;   // rows of the source that come up for this strip
};

struct Layout {
  // Whole, or strip by strip in two buffers that take turns.
  bool source_whole = true, sink_whole = true;
  uint64_t source_bytes = 0, sink_bytes = 0;  // of each buffer to be had; 0 when there is one
  uint64_t scratch_bytes = 0;
  std::vector<Strip> strips;

  uint64_t TotalBytes() const;
};

// What is known of a call's images before.
struct Placement {
  bool source_there = false, sink_there = false;  // in buffers of their own already
  bool moves_up = false, moves_down = false;
  bool keeps_source = false;  // all of the source is to come up, not only what is needed
};

// The best that takes no more than `budget_bytes`, and no buffer larger than the device allows;
// nothing when not even the smallest strips do. Throws Problem(Declined) when tables point outside
// the source.
std::optional<Layout> PlanLayout(const MagickAccelerateWork& work, const KernelPlan& plan,
                                 const Placement& placement, const DeviceFacts& facts,
                                 const DeviceOptions& options, uint64_t budget_bytes);

}  // namespace lodestone::accel::opencl
