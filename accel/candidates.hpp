// Who could do a piece of work, and when each would be done with it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "accel/profile/cost_model.hpp"
#include "accel/dispatch/dispatch.hpp"
#include "accel/modules/registry.hpp"

namespace lodestone::accel {

struct Candidate {
  std::shared_ptr<PluginDevice> device;  // null: the native path
  Attempt verdict;                       // done when it may run now
  std::optional<Prediction> prediction;  // nothing when nobody can tell
  std::uint64_t source_fetch_ns = 0;     // bringing the source to the host first
  bool resident = false;                 // the source is on the device already
  // From the choice on, behind what is queued there by then.
  std::uint64_t finish_ns = UINT64_MAX;

  Accelerator& accelerator() const;
  // Of the call itself: a result that stays on the device is fetched later.
  std::uint64_t call_ns() const;
};

Candidate NativeCandidate(const MagickAccelerateWork& work, const WorkImages* images);

// Done unless no device may be looked at.
Attempt DevicesAllowed();

// Done unless a device's fixed costs alone are more than the native path takes.
Attempt LargeEnough(const Candidate& native);

// The devices that the selection allows, in the registry's order. The registry is open.
DeviceList MatchingDevices();
// Why there is none of them.
Attempt NoDevice();

// What `auto` may choose from beside the native path: one entry a device that matches the
// selection, with the reason in `verdict` where it may not run now.
std::vector<Candidate> AutoCandidates(const MagickAccelerateWork& work, const WorkImages* images);

// A prediction for a device, whether it is ready or not.
void Predict(Candidate& candidate, const MagickAccelerateWork& work, const WorkImages* images);

// What `require` may choose from.
std::vector<Candidate> RequiredCandidates(const MagickAccelerateWork& work,
                                          const WorkImages* images);

// The order in which `require` tries them: the best class of device first, and within it who would
// be done first.
void BestFirst(std::vector<Candidate>& devices);

// Who would be done first; null when that is the native path. The other devices get a verdict that
// says so.
Candidate* FirstDone(Candidate& native, std::vector<Candidate>& devices);

}  // namespace lodestone::accel
