// Small works that run each kernel of a program once.
#pragma once

#include <cstdint>
#include <vector>

#include "accel/gpu/programs/program_builder.hpp"

namespace lodestone::accel::gpu {

// Sizes of windows that have kernels of their own; one for operations without.
std::vector<uint32_t> PrimingNeighborhood(Family family);

// An image of one pixel, with a window of side by side pixels around it if there is a border.
class PrimingWork {
 public:
  PrimingWork(const ProgramKey& key, uint32_t side);
  PrimingWork(const PrimingWork&) = delete;
  PrimingWork& operator=(const PrimingWork&) = delete;

  const MagickAccelerateWork& work() const { return work_; }

 private:
  void MakeScan();
  void MakeEncoding();

  const std::vector<uint32_t> zeros_, ones_;
  std::vector<int32_t> dx_, dy_;
  std::vector<float> weights_, numbers_;
  std::vector<uint16_t> from_, to_, second_;
  MagickAccelerateJpeg jpeg_{};
  MagickAccelerateEncoding encoding_{};
  MagickAccelerateEncoded encoded_{};
  MagickAccelerateWork work_{};
};

}  // namespace lodestone::accel::gpu
