// How much of a call's images the device holds at a time, and in which strips they are transferred.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "accel/gpu/launch/launch.hpp"
#include "accel/gpu/transfers/options.hpp"

namespace lodestone::accel::gpu {

struct Strip {
  Rows destination;  // rows of the destination
  Rows needed;       // source rows needed to compute them
  Rows fresh;        // source rows uploaded for this strip
};

struct Layout {
  // Whole, or strip by strip in two alternating buffers.
  bool source_whole = true, destination_whole = true;
  uint64_t source_bytes = 0,
           destination_bytes = 0;  // of each buffer to allocate; 0 if there is one already
  uint64_t scratch_bytes = 0;
  uint64_t second_bytes = 0;  // of the second image, always whole; 0: it has a buffer, or is none
  std::vector<Strip> strips;

  uint64_t TotalBytes() const;
};

// What is known of a call's images beforehand.
struct Placement {
  bool source_on_device = false, destination_on_device = false;  // in buffers of their own already
  bool second_on_device = false;
  bool uploads_source = false, downloads_result = false;
  bool keeps_source = false;  // all of the source is uploaded, not only what is needed
};

// The best layout within `budget_bytes`, with no buffer larger than the device allows; empty if not
// even the smallest strips fit. Throws Problem(Declined) if tables point outside the source.
std::optional<Layout> PlanLayout(const MagickAccelerateWork& work, const KernelPlan& plan,
                                 const Placement& placement, const DeviceFacts& facts,
                                 const DeviceOptions& options, uint64_t budget_bytes);

}  // namespace lodestone::accel::gpu
