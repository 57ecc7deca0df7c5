// Who could do a piece of work, and when each would be done with it.
#pragma once

#include <memory>
#include <vector>

#include "accel/dispatch.hpp"
#include "accel/registry.hpp"

namespace lodestone::accel {

struct Candidate {
  std::shared_ptr<PluginDevice> device;  // null: the native path
  Attempt verdict;                       // done when it may run now
  std::uint64_t predicted_ns = 0;        // of the run, with bringing the source there
  std::uint64_t finish_ns = 0;           // from now on, behind what is queued there

  Accelerator& accelerator() const;
};

Candidate NativeCandidate(const MagickAccelerateWork& work, const WorkImages* images);

// The devices that the selection allows, in the registry's order. The registry is open.
DeviceList MatchingDevices();
// Why there is none of them.
Attempt NoDevice();

// What `auto` may choose from beside the native path: one entry a device that matches the
// selection, with the reason in `verdict` where it may not run now.
std::vector<Candidate> AutoCandidates(const MagickAccelerateWork& work, const WorkImages* images);

// A prediction for a device, whether it is ready or not.
void Predict(Candidate& candidate, const MagickAccelerateWork& work, const WorkImages* images);

}  // namespace lodestone::accel
