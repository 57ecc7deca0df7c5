// What kernels that encode JPEG are told of a scan.
#pragma once

#include "accel/plugin.h"
#include "kernels/jpeg/encode_layout.h"

namespace lodestone::accel::gpu {

// Throws Problem(Declined) if the memory is larger than kernels can address.
LsEncode LayOutEncoding(const MagickAccelerateWork& work);

}  // namespace lodestone::accel::gpu
