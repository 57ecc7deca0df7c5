// What kernels that decode JPEG are told of a scan.
#pragma once

#include <vector>

#include "accel/plugin.h"
#include "kernels/jpeg/device_layout.h"

namespace lodestone::accel::gpu {

// For a memory that begins with the status, and bytes in another. Throws Problem(Declined) if
// arrays are larger than kernels can address.
LsDecode LayOutScan(const MagickAccelerateWork& work);

// The tables that follow LsDecode; device_layout.h. Throws Problem(Declined) for codes that are
// none.
std::vector<uint16_t> PackCodes(const MagickAccelerateJpeg& jpeg);

// Both, one behind the other.
std::vector<unsigned char> PackScan(const LsDecode& scan, const std::vector<uint16_t>& codes);

}  // namespace lodestone::accel::gpu
