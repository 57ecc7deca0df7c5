#include "accel/opencl/transfers/options.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "base/boolean_text.hpp"

namespace lodestone::accel::opencl {
DeviceFacts Limit(DeviceFacts facts, const DeviceOptions& options) {
  facts.local_bytes = std::min(facts.local_bytes, options.local_limit_bytes);
  facts.usable_bytes = std::min(facts.usable_bytes, options.memory_limit_bytes);
  facts.allocation_bytes = std::min(
      {facts.allocation_bytes, facts.usable_bytes, options.allocation_limit_bytes, SIZE_MAX});
  return facts;
}

std::optional<uint64_t> ParseBytes(const std::string& text) {
  uint64_t count = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc() || end - rest > 1) return std::nullopt;
  if (rest == end) return count;
  const std::string suffixes = "KMG";
  const auto power = suffixes.find(*rest & ~0x20);
  if (power == std::string::npos) return std::nullopt;
  uint64_t bytes = 0;
  if (__builtin_mul_overflow(count, uint64_t{1024} << (10 * power), &bytes)) return std::nullopt;
  return bytes;
}

DeviceOptions OptionsFromEnvironment() {
  DeviceOptions options;
  if (IsSwitchedOff("MAGICK_OCL_ZERO_COPY")) options.share = SharePolicy::kNever;
  if (IsSwitchedOff("MAGICK_OCL_PINNED")) options.pinned = false;
  if (const char* limit = std::getenv("MAGICK_OCL_MEMORY_LIMIT"))
    options.memory_limit_bytes = ParseBytes(limit).value_or(UINT64_MAX);
  return options;
}

}  // namespace lodestone::accel::opencl
