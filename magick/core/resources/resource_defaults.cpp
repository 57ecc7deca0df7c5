#include "magick/core/resources/resource_defaults.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <limits>

namespace lodestone {

namespace {

constexpr std::int64_t kUnknown = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kFallbackBytes = std::int64_t{2} << 30;

// The number in a one-line file; kUnknown if it contains a word such as "max" or does not exist.
std::int64_t NumberIn(const char* path) {
  std::FILE* file = std::fopen(path, "r");
  if (file == nullptr) return kUnknown;
  long long value = 0;
  const bool read = std::fscanf(file, "%lld", &value) == 1 && value > 0;
  std::fclose(file);
  return read ? value : kUnknown;
}

}  // namespace

std::int64_t MachineMemory() {
  const std::int64_t pages = sysconf(_SC_PHYS_PAGES);
  const std::int64_t page_bytes = sysconf(_SC_PAGESIZE);
  const std::int64_t built_in = pages > 0 && page_bytes > 0 ? pages * page_bytes : kUnknown;
  // The container's limit, in cgroup v2 and v1.
  const std::int64_t allowed = std::min(NumberIn("/sys/fs/cgroup/memory.max"),
                                        NumberIn("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
  const std::int64_t bytes = std::min(built_in, allowed);
  return bytes == kUnknown ? kFallbackBytes : bytes;
}

}  // namespace lodestone
