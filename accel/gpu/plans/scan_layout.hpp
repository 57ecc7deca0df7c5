// What kernels that decode JPEG are told of a scan.
#pragma once

#include <vector>

#include "accel/plugin.h"
#include "kernels/jpeg/device_layout.h"

namespace lodestone::accel::gpu {

// Throws Problem(Declined) if the memory is larger than kernels can address.
LsDecode LayOutScan(const MagickAccelerateWork& work);

// The same with the tables that follow it; device_layout.h. Throws Problem(Declined) for codes that
// are none.
std::vector<unsigned char> PackScan(const MagickAccelerateWork& work);

}  // namespace lodestone::accel::gpu
