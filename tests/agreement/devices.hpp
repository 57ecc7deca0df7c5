// The accelerated devices that agreement tests run on.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "accel/accelerate.h"

namespace lodestone::test {

// Stable names of all usable devices except the CPU.
inline std::vector<std::string> UsableDevices() {
  std::vector<MagickAccelerateDeviceInfo> infos(MagickAccelerateListDevices(nullptr, 0));
  for (auto& info : infos) info.struct_size = sizeof info;
  MagickAccelerateListDevices(infos.data(), infos.size());
  std::vector<std::string> names;
  for (const auto& info : infos)
    if (info.type != MagickAccelerateTypeNative && info.usable) names.emplace_back(info.name);
  return names;
}

// Skips on a machine without a device, unless the run requires one.
#define LODESTONE_NEEDS_DEVICE()                                                     \
  do {                                                                               \
    if (!::lodestone::test::UsableDevices().empty()) break;                          \
    if (std::getenv("LODESTONE_REQUIRE_OPENCL")) FAIL() << "no OpenCL device found"; \
    GTEST_SKIP() << "no OpenCL device";                                              \
  } while (false)

// Selects one device during its lifetime.
class DeviceScope {
 public:
  explicit DeviceScope(const std::string& name) { MagickAccelerateSelectDevice(name.c_str()); }
  ~DeviceScope() { MagickAccelerateSelectDevice(nullptr); }
  DeviceScope(const DeviceScope&) = delete;
  DeviceScope& operator=(const DeviceScope&) = delete;
};

}  // namespace lodestone::test
