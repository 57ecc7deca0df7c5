// Learning from measurements: whether to, the CPU's cost model, and when to save.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "accel/profile/cost_model.hpp"
#include "accel/accelerator.hpp"

namespace lodestone::accel {

// False with MAGICK_ACCELERATE_LEARN=off: predictions are then the accelerators' own estimates, and
// nothing is measured, read or saved.
bool Learning();
// The same, set by the program.
void SetLearning(bool on);

// What is remembered of the CPU between processes.
std::shared_ptr<DeviceProfile> CpuProfile();

// The cost model behind a profile, which SaveAllProfiles writes as long as it has an owner. prefix:
// distinguishes it from others in that profile.
std::shared_ptr<CostModel> MakeCosts(const std::shared_ptr<DeviceProfile>& profile,
                                     const std::string& prefix);

// The cost model of the CPU with the current number of threads. Null until a device is considered:
// before, there is nothing to compare it with.
CostModel* CpuCosts();
void UseCpuCosts();
// For later processes: the profile of the CPU is empty from now on.
void ForgetCpu();

// Prediction of a run; empty if the accelerator has no estimate. raw: what it estimates.
// kept: the result would stay on the device.
std::optional<Prediction> PredictRun(Accelerator& accelerator, const MagickAccelerateWork& work,
                                     const MagickAccelerateEstimate& raw, bool kept);

// Learns from a warm run of `work`, placed as it was when it was estimated.
void LearnRun(Accelerator& accelerator, const MagickAccelerateWork& work,
              const MagickAccelerateEstimate& raw, bool kept, std::uint64_t actual_ns,
              Evidence evidence = Evidence::kSingleCall);

// For fetching a result of this many bytes from the device.
double FetchNsFrom(Accelerator& device, std::uint64_t bytes);

// Writes everything learned that is not saved yet.
void SaveAllProfiles();
// The same if the last time was a while ago; cheap enough for every call.
void SaveProfilesIfDue();

}  // namespace lodestone::accel
