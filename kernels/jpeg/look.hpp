// How an image looks that was decoded from JPEG.
#pragma once

#include <cstddef>

#include "kernels/common/quantum.hpp"
#include "kernels/jpeg/jpeg.h"

namespace lodestone::kernels {

// What a row of pixels of 1 or kChannels samples adds.
MagickAccelerateDecoded LookAtJpegRow(const QuantumSample* row, std::size_t columns,
                                      std::size_t samples);

}  // namespace lodestone::kernels
