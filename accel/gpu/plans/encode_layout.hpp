// What kernels that encode JPEG are told of scans.
#pragma once

#include <vector>

#include "accel/plugin.h"
#include "kernels/jpeg/encode_layout.h"

namespace lodestone::accel::gpu {

// Without places in the memory of all. Throws Problem(Declined) if arrays are larger than kernels
// can address.
LsEncode PlanEncoding(const MagickAccelerateWork& work);

// The memory of all images: the plans; one behind the other the codes, the statuses, and the counts
// of each; the streams; the arrays.
struct EncodeLayout {
  // The place of each scan is in that memory, too: what was there is not read any more by then.
  explicit EncodeLayout(std::vector<LsEncode> images);

  std::vector<LsEncode> plans;
  uint64_t zeroed = 0;  // bytes from the beginning, before anything is written
  uint64_t bytes = 0;   // of all
};

}  // namespace lodestone::accel::gpu
