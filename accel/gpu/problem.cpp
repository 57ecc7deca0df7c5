#include "accel/gpu/problem.hpp"

#include <cstring>

namespace lodestone::accel::gpu {

Problem CallFailed(MagickAccelerateReason reason, const char* call, const std::string& status,
                   const std::string& device) {
  return {MagickAccelerateFailed, reason, std::string(call) + ": " + status + " on " + device};
}

Problem AllocationFailed(MagickAccelerateReason reason, const char* call, const std::string& status,
                         const std::string& device) {
  const Problem failed = CallFailed(reason, call, status, device);
  if (reason == MagickAccelerateDeviceError) return failed;
  return {MagickAccelerateDeclined, reason, failed.detail()};
}

void CopyText(char* field, size_t size, const std::string& text) {
  if (text.size() < size) {
    std::memcpy(field, text.c_str(), text.size() + 1);
    return;
  }
  std::memcpy(field, text.data(), size - 4);
  std::memcpy(field + size - 4, "...", 4);
}

}  // namespace lodestone::accel::gpu
