// The module's function table: the entry points from C, where every exception ends.

#include <memory>
#include <new>
#include <vector>

#include "accel/gpu/device/buffer.hpp"
#include "accel/gpu/call/device.hpp"
#include "accel/gpu/operations/operation_kernels.hpp"
#include "base/process_id.hpp"

namespace lodestone::accel::gpu {
namespace {

struct Module {
  explicit Module(const MagickAccelerateHost& host)
      : stopping(host.stopping), cache(host.cache_directory, host.cache_problem) {}

  // Drivers do not work in a forked child, and the threads of this module do not exist there.
  bool forked() const { return process != ProcessId(); }

  const pid_t process = ProcessId();
  const Stopping stopping;
  ProgramCache cache;
  std::vector<std::unique_ptr<Device>> devices;
};

Device& DeviceOf(void* state, unsigned int index) {
  const auto* module = static_cast<Module*>(state);
  if (module->forked()) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateForked,
                  "this process was forked from one that has the devices open");
  }
  if (index < module->devices.size()) return *module->devices[index];
  throw Problem(MagickAccelerateDeclined, MagickAccelerateNoDevice,
                "there is no device " + std::to_string(index));
}

MagickAccelerateOutcome Report(MagickAccelerateParts* parts, MagickAccelerateOutcome outcome,
                               MagickAccelerateReason reason, const char* detail) noexcept {
  parts->reason = reason;
  try {
    CopyText(parts->detail, sizeof(parts->detail), detail);
  } catch (...) {
    parts->detail[0] = '\0';
  }
  return outcome;
}

// Runs body; an exception becomes outcome, reason and detail.
template <typename Body>
MagickAccelerateOutcome Guard(MagickAccelerateParts* parts, Body body) noexcept {
  try {
    body();
    return MagickAccelerateDone;
  } catch (const Problem& problem) {
    return Report(parts, problem.outcome(), problem.reason(), problem.what());
  } catch (const std::bad_alloc&) {
    return Report(parts, MagickAccelerateFailed, MagickAccelerateHostMemory, "out of host memory");
  } catch (const std::exception& error) {
    return Report(parts, MagickAccelerateFailed, MagickAccelerateDeviceError, error.what());
  } catch (...) {
    return Report(parts, MagickAccelerateFailed, MagickAccelerateDeviceError, "unknown error");
  }
}

unsigned int OpenModule(const MagickAccelerateHost* host, void** state,
                        MagickAccelerateParts* parts, char* hint) {
  constexpr size_t kHintSize = 256;
  *state = nullptr;
  hint[0] = '\0';
  unsigned int count = 0;
  Guard(parts, [&] {
    Discovery found = DiscoverDevices();
    if (found.devices.empty()) {
      CopyText(hint, kHintSize, found.hint);
      throw Problem(MagickAccelerateDeclined, MagickAccelerateNoDevice, found.problem);
    }
    auto module = std::make_unique<Module>(*host);
    CopyText(hint, kHintSize, "numbers of bytes are like 1000000, 512M or 2G");
    const DeviceOptions options = OptionsFromEnvironment();
    hint[0] = '\0';
    for (DeviceFacts& facts : found.devices) {
      module->devices.push_back(std::make_unique<Device>(std::move(facts), host->library_version,
                                                         module->cache, options));
    }
    count = static_cast<unsigned int>(module->devices.size());
    *state = module.release();
  });
  return count;
}

void CloseModule(void* state) {
  // A forked child has no device resources to release.
  auto* module = static_cast<Module*>(state);
  if (!module->forked()) delete module;
}

void Describe(void* state, unsigned int device, MagickAccelerateDeviceInfo* info) {
  MagickAccelerateParts parts{};
  const auto outcome = Guard(&parts, [&] { DeviceOf(state, device).Describe(info); });
  if (outcome == MagickAccelerateDone) return;
  info->usable = 0;
  CopyText(info->problem, sizeof(info->problem), parts.detail);
}

MagickAccelerateOutcome PlanWork(void* state, unsigned int device, const MagickAccelerateWork* work,
                                 MagickAcceleratePlan** plan, MagickAccelerateParts* parts) {
  *plan = nullptr;
  return Guard(parts, [&] {
    *plan = std::make_unique<DevicePlan>(DeviceOf(state, device).Plan(*work)).release();
  });
}

const DevicePlan& Own(const MagickAcceleratePlan* plan) {
  return *static_cast<const DevicePlan*>(plan);
}

void FreePlan(void*, unsigned int, MagickAcceleratePlan* plan) {
  delete static_cast<DevicePlan*>(plan);
}

MagickAccelerateOutcome Run(void* state, unsigned int device, const MagickAcceleratePlan* plan,
                            const MagickAccelerateWork* work, MagickAccelerateParts* parts) {
  return Guard(parts, [&] { DeviceOf(state, device).Run(Own(plan), *work, parts); });
}

MagickAccelerateOutcome Prepare(void* state, unsigned int device,
                                const MagickAcceleratePreparation* what,
                                MagickAccelerateParts* parts) {
  const Stopping stopping = static_cast<Module*>(state)->stopping;
  return Guard(parts, [&] {
    Device& on = DeviceOf(state, device);
    if (what->build_only) return on.Build(what->quantum_depth, parts, stopping);
    if (what->plan) return on.Prepare(Own(what->plan), parts);
    on.WarmUp(what->quantum_depth, what->operation, parts, stopping);
  });
}

MagickAccelerateOutcome Allocate(void* state, unsigned int device, MagickAccelerateMemory kind,
                                 uint64_t bytes, void** memory, MagickAccelerateParts* parts) {
  *memory = nullptr;
  return Guard(parts, [&] {
    Device& on = DeviceOf(state, device);
    *memory =
        kind == MagickAccelerateImageMemory ? on.CreateBuffer(bytes) : on.AcquireHostMemory(bytes);
    if (!*memory)
      throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported, "no pinned memory");
  });
}

void Free(void* state, unsigned int device, MagickAccelerateMemory kind, void* memory) {
  MagickAccelerateParts parts{};
  Guard(&parts, [&] {
    Device& on = DeviceOf(state, device);
    if (kind == MagickAccelerateImageMemory)
      on.ReleaseBuffer(static_cast<MagickAccelerateBuffer*>(memory));
    else
      on.ReleaseHostMemory(memory);
  });
}

MagickAccelerateOutcome ReadBuffer(void* state, unsigned int device,
                                   const MagickAcceleratePixels* pixels, size_t pixel_bytes,
                                   MagickAccelerateParts* parts) {
  return Guard(parts, [&] { DeviceOf(state, device).ReadBuffer(*pixels, pixel_bytes, parts); });
}

MagickAccelerateOutcome WriteBuffer(void* state, unsigned int device,
                                    const MagickAcceleratePixels* pixels, size_t pixel_bytes,
                                    MagickAccelerateParts* parts) {
  return Guard(parts, [&] { DeviceOf(state, device).WriteBuffer(*pixels, pixel_bytes, parts); });
}

MagickAccelerateOutcome Locate(void* state, unsigned int device, MagickAccelerateBuffer* buffer,
                               MagickAccelerateDevicePixels* pixels, MagickAccelerateParts* parts) {
  return Guard(parts, [&] { DeviceOf(state, device).Locate(buffer, pixels); });
}

MagickAccelerateOutcome WrapPixels(void* state, unsigned int device,
                                   const MagickAccelerateDevicePixels* pixels,
                                   MagickAccelerateBuffer** buffer, MagickAccelerateParts* parts) {
  *buffer = nullptr;
  return Guard(parts, [&] { *buffer = DeviceOf(state, device).WrapPixels(*pixels); });
}

const MagickAcceleratePlugin kPlugin = {
    sizeof(MagickAcceleratePlugin),
    MAGICK_ACCELERATE_ABI,
    kBackend,
    OpenModule,
    CloseModule,
    Describe,
    PlanWork,
    FreePlan,
    Run,
    Prepare,
    Allocate,
    Free,
    ReadBuffer,
    WriteBuffer,
    Locate,
    WrapPixels,
    kPinsForAll,
};

}  // namespace
}  // namespace lodestone::accel::gpu

extern "C" MAGICK_ACCELERATE_EXPORT const MagickAcceleratePlugin* MagickAcceleratePluginEntry(
    uint32_t host_abi) {
  return host_abi == MAGICK_ACCELERATE_ABI ? &lodestone::accel::gpu::kPlugin : nullptr;
}
