// A work planned and run on a device.
#pragma once

#include "accel/gpu/call/device.hpp"

namespace lodestone::accel::gpu::testing {

// Where set, is told which work this thread's kernels are for, and null when it is done: a driver
// of the tests.
inline void (*announce_work)(const MagickAccelerateWork* work) = nullptr;

struct Announcement {
  explicit Announcement(const MagickAccelerateWork& work) {
    if (announce_work) announce_work(&work);
  }
  ~Announcement() {
    if (announce_work) announce_work(nullptr);
  }
  Announcement(const Announcement&) = delete;
  Announcement& operator=(const Announcement&) = delete;
};

// Throws Problem.
inline void PlanAndRun(Device& device, const MagickAccelerateWork& work,
                       MagickAccelerateParts* parts) {
  const DevicePlan plan = device.Plan(work);
  const Announcement announcement(work);
  device.Run(plan, work, parts);
}

}  // namespace lodestone::accel::gpu::testing
