// Learning from what runs take: whether to, the native path's experience, and when to save.
#pragma once

#include <cstdint>
#include <optional>

#include "accel/profile/cost_model.hpp"
#include "accel/modules/plugin_device.hpp"

namespace lodestone::accel {

// False with MAGICK_ACCELERATE_LEARN=off: predictions are then the accelerators' own estimates, and
// nothing is measured, read or saved.
bool Learning();
// The same from a program's code.
void SetLearning(bool on);

// Experience of the native path with as many threads as it may use now. Null until a device is
// looked at: before, there is nothing to compare it with.
CostModel* NativeCosts();
void UseNativeCosts();
// For the processes that follow.
void ForgetNativeCosts();

// What a run would take; nothing when the accelerator cannot tell.
// kept: the result would stay on the device.
std::optional<Prediction> PredictRun(Accelerator& accelerator, const MagickAccelerateWork& work,
                                     bool kept);

// A warm run of `work`, as it really was placed, took so long.
void LearnRun(Accelerator& accelerator, const MagickAccelerateWork& work, bool kept,
              std::uint64_t actual_ns, Evidence evidence = Evidence::kOneCall);

// Of fetching a result of so many bytes from the device.
double FetchNsFrom(PluginDevice& device, std::uint64_t bytes);

// Writes everything learned that is not written yet.
void SaveExperience();
// The same if it was not done for a while; cheap enough for every call.
void SaveExperienceNowAndThen();

}  // namespace lodestone::accel
