#include "utilities/devices/shared_build.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <system_error>
#include <thread>
#include <vector>

#include "magick/api.h"
#include "utilities/devices/device_list.hpp"
#include "utilities/measure/process.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {
namespace {

constexpr std::uint64_t kMostProcesses = 16;
constexpr std::uint64_t kMemoryOfProcess = 1 << 30;  // on the device, a context and its programs

bool IsCpu(const MagickAccelerateDeviceInfo& device) {
  return device.type == MagickAccelerateTypeCPU;
}

// Those that calls use: CPUs behind a device interface only if there is nothing else.
std::vector<MagickAccelerateDeviceInfo> DevicesForCalls() {
  std::vector<MagickAccelerateDeviceInfo> devices = ListDevices();
  std::erase_if(devices, [](const auto& device) {
    return device.usable == 0 || device.type == MagickAccelerateTypeNative;
  });
  if (!std::all_of(devices.begin(), devices.end(), IsCpu)) std::erase_if(devices, IsCpu);
  return devices;
}

// As many as threads.
std::uint64_t AllowedProcesses() {
  const auto threads = static_cast<std::uint64_t>(GetMagickResourceLimit(ThreadsResource));
  return std::clamp<std::uint64_t>(threads, 1, kMostProcesses);
}

unsigned ProcessCount(const std::vector<MagickAccelerateDeviceInfo>& devices) {
  std::uint64_t count = 0;
  for (const auto& device : devices) {
    if (std::string("passed") == device.self_test) continue;  // nor does it lack programs
    if (count == 0) count = AllowedProcesses();
    if (device.memory_bytes != 0)
      count = std::min(count, std::max<std::uint64_t>(1, device.memory_bytes / kMemoryOfProcess));
  }
  return static_cast<unsigned>(count);
}

// Drivers open a device for one process after the other: of several that begin together, all would
// be ready as late as the last.
constexpr std::chrono::milliseconds kBetweenStarts{30};

// With one queue of commands, and they run none, NVIDIA's driver opens a device for sixteen of them
// in 0.6 s instead of 2.
constexpr char kOneQueue[] = "CUDA_DEVICE_MAX_CONNECTIONS=1";

pid_t StartBuilding(unsigned processes, std::vector<std::string> variables = {}) {
  variables.emplace_back(kOneQueue);
  return measure::StartProcess(
      {measure::OwnProgram(), "devices", "-build", std::to_string(processes)}, variables);
}

unsigned ParseCount(const std::string& text) {
  unsigned count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size() || count == 0)
    throw CommandError("Not a number of processes", text);
  return count;
}

}  // namespace

void BuildPrograms(const std::string& processes) {
  const unsigned count = ParseCount(processes);
  if (count == 1) {
    MagickAccelerateBuildPrograms();
    return;
  }
  std::vector<pid_t> started;
  for (unsigned i = 0; i < count; ++i) {
    if (i > 0) std::this_thread::sleep_for(kBetweenStarts);
    started.push_back(StartBuilding(1));
  }
  for (const pid_t process : started) measure::WaitFor(process);
}

// This process builds programs too.
BuildingProcesses::BuildingProcesses() {
  if (const unsigned count = ProcessCount(DevicesForCalls()); count > 1)
    first_ = StartBuilding(count - 1);
}

BuildingProcesses::BuildingProcesses(const MagickAccelerateDeviceInfo& device) {
  if (const unsigned count = ProcessCount({device}); count > 1)
    first_ = StartBuilding(count - 1, {std::string("MAGICK_OCL_DEVICE=") + device.name});
}

BuildingProcesses::~BuildingProcesses() {
  measure::WaitFor(first_);
}

}  // namespace lodestone::cli
