#include "accel/gpu/transfers/options.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/boolean_text.hpp"
#include "base/byte_count.hpp"

namespace lodestone::accel::gpu {
DeviceFacts Limit(DeviceFacts facts, const DeviceOptions& options) {
  facts.local_bytes = std::min(facts.local_bytes, options.local_limit_bytes);
  facts.usable_bytes = std::min(facts.usable_bytes, options.memory_limit_bytes);
  facts.allocation_bytes = std::min(
      {facts.allocation_bytes, facts.usable_bytes, options.allocation_limit_bytes, SIZE_MAX});
  return facts;
}

DeviceOptions OptionsFromEnvironment() {
  DeviceOptions options;
  if (IsSwitchedOff("MAGICK_OCL_ZERO_COPY")) options.share = SharePolicy::kNever;
  if (IsSwitchedOff("MAGICK_OCL_PINNED")) options.pinned = false;
  if (const char* limit = std::getenv("MAGICK_OCL_MEMORY_LIMIT"); limit && *limit) {
    const auto bytes = ParseBytes(limit);
    if (!bytes)
      throw Problem(MagickAccelerateDeclined, MagickAccelerateNoDevice,
                    std::string("MAGICK_OCL_MEMORY_LIMIT is no number of bytes: ") + limit);
    options.memory_limit_bytes = *bytes;
  }
  return options;
}

}  // namespace lodestone::accel::gpu
