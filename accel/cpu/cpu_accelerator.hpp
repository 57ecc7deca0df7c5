// The first accelerator: the kernels of this library on the threads of this machine.
#pragma once

#include "accel/accelerator.hpp"

namespace lodestone::accel {

class CpuAccelerator final : public Accelerator {
 public:
  const std::string& accelerator() const override;
  const std::string& device() const override;
  Attempt Supports(const MagickAccelerateWork& work) override;
  bool Ready(MagickAccelerateOperation) override { return true; }
  Attempt Prepare(MagickAccelerateOperation) override { return {}; }
  bool Estimate(const MagickAccelerateWork& work, MagickAccelerateEstimate& estimate) override;
  CostModel* costs() override;
  Attempt Run(const MagickAccelerateWork& work) override;
  void Describe(MagickAccelerateDeviceInfo& info) override;
};

CpuAccelerator& Cpu();

}  // namespace lodestone::accel
