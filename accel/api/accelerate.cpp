// The public functions of the acceleration layer that concern devices.
#include "accel/accelerate.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <mutex>
#include <span>

#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/profile/conformance.hpp"
#include "accel/profile/learning.hpp"
#include "accel/mode.hpp"
#include "accel/modules/owner.hpp"
#include "accel/modules/registry.hpp"
#include "accel/tuning/warm_up.hpp"

namespace lodestone::accel {
namespace {

// Entries are as long as in the header that the program was built against, which may be older or
// newer: nothing is written beyond that size.
void Deliver(std::span<const MagickAccelerateDeviceInfo> all, MagickAccelerateDeviceInfo* infos) {
  if (all.empty()) return;
  const std::size_t entry_bytes = infos->struct_size;
  const std::size_t size = std::min(entry_bytes, sizeof *infos);
  auto* out = reinterpret_cast<unsigned char*>(infos);
  for (MagickAccelerateDeviceInfo info : all) {
    info.struct_size = size;
    std::memcpy(out, &info, size);
    out += entry_bytes;
  }
}

MagickAccelerateDeviceInfo EmptyInfo() {
  MagickAccelerateDeviceInfo info{};
  info.struct_size = sizeof info;
  return info;
}

MagickAccelerateDeviceInfo FromProblem(const LoadProblem& problem) {
  MagickAccelerateDeviceInfo info = EmptyInfo();
  CopyText(info.accelerator, sizeof info.accelerator, problem.accelerator);
  info.type = MagickAccelerateTypeOther;
  CopyText(info.self_test, sizeof info.self_test, "not run");
  CopyText(info.conformance, sizeof info.conformance, ConformanceState().text);
  CopyText(info.problem, sizeof info.problem, problem.detail);
  CopyText(info.hint, sizeof info.hint, problem.hint);
  return info;
}

std::vector<MagickAccelerateDeviceInfo> ListAll() {
  Registry& registry = Registry::Get();
  std::vector<MagickAccelerateDeviceInfo> all{EmptyInfo()};
  Cpu().Describe(all.back());
  if (Registry::Forked()) return all;
  const auto running = registry.OpenAndHold();
  const DeviceSelector selector = CurrentSelector();
  for (const auto& device : registry.Devices()) {
    all.push_back(EmptyInfo());
    device->Describe(all.back());
    if (!all.back().usable || IsSelected(*device, selector)) continue;
    const auto instead = UsedInsteadOf(*device, selector);
    all.back().usable = 0;
    CopyText(all.back().problem, sizeof all.back().problem,
             instead ? OwnerProblem(*instead) : selector.Problem());
    CopyText(all.back().hint, sizeof all.back().hint,
             instead ? OwnerHint(*device) : selector.Hint());
  }
  for (const LoadProblem& problem : registry.Problems()) all.push_back(FromProblem(problem));
  return all;
}

// As long as in the header that the program was built against, which may be older or newer.
MagickAccelerateConformance Received(const MagickAccelerateConformance& found) {
  MagickAccelerateConformance whole{};
  std::memcpy(&whole, &found, std::min(found.struct_size, sizeof whole));
  return whole;
}

bool Keep(const std::string& device, const MagickAccelerateConformance& found) {
  if (found.list == 0 || Registry::Forked()) return false;
  if (device == "native") return KeepConformance(*CpuProfile(), "", found);
  const auto running = Registry::Get().OpenAndHold();
  for (const auto& each : Registry::Get().Devices())
    if (each->device() == device) return each->KeepConformance(found);
  return false;
}

// `prepare` gets a function that accepts the devices for calls, and returns for how many it worked.
template <class Prepare>
unsigned PrepareForCalls(const Prepare& prepare) {
  const DeviceSelector selector = CurrentSelector();
  if (selector.MatchesNothing() || Registry::Forked()) return 0;
  try {
    return prepare([&](const PluginDevice& device) { return IsForCalls(device, selector); });
  } catch (const std::exception&) {
    return 0;  // out of memory: nothing is ready
  }
}

}  // namespace
}  // namespace lodestone::accel

using namespace lodestone::accel;

unsigned int MagickAccelerateWarmUp(void) {
  return PrepareForCalls([](const auto& wanted) { return PrepareDevices(wanted); });
}

unsigned int MagickAccelerateBuildPrograms(void) {
  return PrepareForCalls([](const auto& wanted) { return BuildPrograms(wanted); });
}

int MagickAccelerateAbandonWarmUp(void) {
  return AbandonWarmUp();
}

void MagickAccelerateShutdown(void) {
  try {
    AbandonWarmUp();
    SaveAllProfiles();
    Registry::Get().Close(kMaxClosing);
  } catch (const std::exception&) {
    // If the lock cannot be taken, the devices stay open, which is harmless.
  }
}

unsigned int MagickAccelerateForgetDevice(const char* selector) {
  try {
    return Registry::Forked() ? 0 : Registry::Get().Forget(selector ? selector : "");
  } catch (const std::exception&) {
    return 0;
  }
}

int MagickAccelerateKeepConformance(const char* device, const MagickAccelerateConformance* found) {
  if (!device || !found) return 0;
  try {
    return Keep(device, Received(*found)) ? 1 : 0;
  } catch (const std::exception&) {
    return 0;
  }
}

size_t MagickAccelerateListDevices(MagickAccelerateDeviceInfo* infos, size_t count) {
  try {
    const std::vector<MagickAccelerateDeviceInfo> all = ListAll();
    if (infos) Deliver(std::span(all).first(std::min(count, all.size())), infos);
    return all.size();
  } catch (const std::exception&) {
    return 0;
  }
}
