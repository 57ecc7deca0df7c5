// Synthetic JPEG scans, of random coefficients, and how others are encoded.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/jpeg/jpeg.h"

namespace lodestone::accel {

struct TrialScan {
  MagickAccelerateJpeg jpeg;
  std::vector<std::uint8_t> bytes;
};

// Of an image that decodes to that size. `kind` chooses the sampling, the scale, and restarts.
TrialScan MakeTrialScan(std::uint32_t columns, std::uint32_t rows, bool grey, std::uint32_t kind);

// Of an image of that size. `kind` as above, and whether codes are optimized.
MagickAccelerateEncoding MakeTrialEncoding(std::uint32_t columns, std::uint32_t rows, bool grey,
                                           std::uint32_t kind);

}  // namespace lodestone::accel
