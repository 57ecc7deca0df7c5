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
  CostModel* costs() override;
  MagickAccelerateEstimate Estimate(const MagickAccelerateWork& work) const;
  // Writes the whole destination, or reports why not.
  Attempt Run(const MagickAccelerateWork& work);
  // Several works on one source in one pass over it. shares: the part of the time that each of them
  // took, together 1.
  Attempt RunTogether(std::span<const MagickAccelerateWork> works, std::vector<double>& shares);
  void Describe(MagickAccelerateDeviceInfo& info) override;
};

CpuAccelerator& Cpu();

}  // namespace lodestone::accel
