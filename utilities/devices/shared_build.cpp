#include "utilities/devices/shared_build.hpp"

#include <algorithm>
#include <charconv>
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

bool MayLackPrograms(const MagickAccelerateDeviceInfo& device) {
  return device.usable != 0 && device.type != MagickAccelerateTypeNative &&
         std::string("passed") != device.self_test;
}

// As many as threads.
std::uint64_t AllowedProcesses() {
  const auto threads = static_cast<std::uint64_t>(GetMagickResourceLimit(ThreadsResource));
  return std::clamp<std::uint64_t>(threads, 1, kMostProcesses);
}

unsigned ProcessCount() {
  std::uint64_t count = 0;
  for (const auto& device : ListDevices()) {
    if (!MayLackPrograms(device)) continue;
    if (count == 0) count = AllowedProcesses();
    if (device.memory_bytes != 0)
      count = std::min(count, std::max<std::uint64_t>(1, device.memory_bytes / kMemoryOfProcess));
  }
  return static_cast<unsigned>(count);
}

bool Parse(const std::string& share, unsigned& index, unsigned& count) {
  const char* const end = share.data() + share.size();
  const auto [slash, bad] = std::from_chars(share.data(), end, index);
  if (bad != std::errc() || slash == end || *slash != '/') return false;
  const auto [rest, also_bad] = std::from_chars(slash + 1, end, count);
  return also_bad == std::errc() && rest == end && index < count;
}

}  // namespace

void BuildInProcesses() {
  const unsigned count = ProcessCount();
  if (count < 2) return;
  std::vector<std::jthread> waiting;
  for (unsigned index = 0; index < count; ++index) {
    const std::string share = std::to_string(index) + "/" + std::to_string(count);
    try {
      waiting.emplace_back([share] {
        measure::RunProcess({"/proc/self/exe", "devices", "-build", share});
      });
    } catch (const std::system_error&) {
      return;  // no more threads
    }
  }
}

void BuildShareOf(const std::string& share) {
  unsigned index = 0, count = 0;
  if (!Parse(share, index, count)) throw CommandError("Not a share such as 0/4", share);
  MagickAccelerateBuildShare(index, count);
}

}  // namespace lodestone::cli
