// The first accelerator: the kernels of this library on the threads of this machine.
#pragma once

#include <span>
#include <vector>

#include "accel/accelerator.hpp"

namespace lodestone::accel {

class CpuAccelerator final : public Accelerator {
 public:
  const std::string& accelerator() const override;
  const std::string& device() const override;
  Attempt Supports(const MagickAccelerateWork& work) override;
  bool Ready(MagickAccelerateOperation) override { return true; }
  bool Estimate(const MagickAccelerateWork& work, MagickAccelerateEstimate& estimate) override;
  CostModel* costs() override;
  Attempt Run(const MagickAccelerateWork& work) override;
  // Several works on one source in one pass over it. shares: the part of the time that each of them
  // took, together 1.
  Attempt RunTogether(std::span<const MagickAccelerateWork> works, std::vector<double>& shares);
  void Describe(MagickAccelerateDeviceInfo& info) override;
};

CpuAccelerator& Cpu();

}  // namespace lodestone::accel
