// The module's function table: the entry points from C, where every exception ends.

#include <memory>
#include <new>
#include <vector>

#include "accel/opencl/device/buffer.hpp"
#include "accel/opencl/call/device.hpp"
#include "accel/opencl/operations/operation_kernels.hpp"
#include "base/process_id.hpp"

namespace lodestone::accel::opencl {
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

int OpenModule(const MagickAccelerateHost* host, void** state, MagickAccelerateParts* parts,
               char* hint) {
  constexpr size_t kHintSize = 256;
  *state = nullptr;
  hint[0] = '\0';
  const auto outcome = Guard(parts, [&] {
    Discovery found = DiscoverDevices();
    if (found.devices.empty()) {
      CopyText(hint, kHintSize, found.hint);
      throw Problem(MagickAccelerateDeclined, MagickAccelerateNoDevice, found.problem);
    }
    auto module = std::make_unique<Module>(*host);
    const DeviceOptions options = OptionsFromEnvironment();
    for (DeviceFacts& facts : found.devices) {
      module->devices.push_back(std::make_unique<Device>(std::move(facts), host->library_version,
                                                         module->cache, options));
    }
    *state = module.release();
  });
  return outcome == MagickAccelerateDone ? 1 : 0;
}

void CloseModule(void* state) {
  // A forked child has no device resources to release.
  auto* module = static_cast<Module*>(state);
  if (!module->forked()) delete module;
}

unsigned int CountDevices(void* state) {
  return static_cast<unsigned int>(static_cast<Module*>(state)->devices.size());
}

void Describe(void* state, unsigned int device, MagickAccelerateDeviceInfo* info) {
  MagickAccelerateParts parts{};
  const auto outcome = Guard(&parts, [&] { DeviceOf(state, device).Describe(info); });
  if (outcome == MagickAccelerateDone) return;
  info->usable = 0;
  CopyText(info->problem, sizeof(info->problem), parts.detail);
}

MagickAccelerateOutcome WarmUp(void* state, unsigned int device, uint32_t quantum_depth,
                               uint32_t operation, MagickAccelerateParts* parts) {
  const Stopping stopping = static_cast<Module*>(state)->stopping;
  return Guard(parts,
               [&] { DeviceOf(state, device).WarmUp(quantum_depth, operation, parts, stopping); });
}

MagickAccelerateOutcome Prepare(void* state, unsigned int device, const MagickAccelerateWork* work,
                                MagickAccelerateParts* parts) {
  return Guard(parts, [&] { DeviceOf(state, device).Prepare(*work, parts); });
}

MagickAccelerateOutcome Build(void* state, unsigned int device, uint32_t quantum_depth,
                              MagickAccelerateParts* parts) {
  const Stopping stopping = static_cast<Module*>(state)->stopping;
  return Guard(parts, [&] { DeviceOf(state, device).Build(quantum_depth, parts, stopping); });
}

MagickAccelerateOutcome Supports(void* state, unsigned int device, const MagickAccelerateWork* work,
                                 MagickAccelerateParts* parts) {
  return Guard(parts, [&] { static_cast<void>(DeviceOf(state, device).Plan(*work)); });
}

int Estimate(void* state, unsigned int device, const MagickAccelerateWork* work,
             MagickAccelerateEstimate* estimate) {
  MagickAccelerateParts parts{};
  return Guard(&parts, [&] { DeviceOf(state, device).Estimate(*work, estimate); }) ==
         MagickAccelerateDone;
}

MagickAccelerateOutcome Run(void* state, unsigned int device, const MagickAccelerateWork* work,
                            MagickAccelerateParts* parts) {
  return Guard(parts, [&] { DeviceOf(state, device).Run(*work, parts); });
}

unsigned int CountVariants(void* state, unsigned int device, const MagickAccelerateWork* work) {
  MagickAccelerateParts parts{};
  unsigned int count = 0;
  Guard(&parts, [&] { count = VariantCount(*work, DeviceOf(state, device).facts()); });
  return count;
}

const char* NameVariant(void* state, unsigned int device, const MagickAccelerateWork* work,
                        unsigned int variant) {
  MagickAccelerateParts parts{};
  const char* name = "";
  Guard(&parts, [&] { name = VariantName(*work, DeviceOf(state, device).facts(), variant); });
  return name;
}

MagickAccelerateOutcome CreateBuffer(void* state, unsigned int device, uint64_t bytes,
                                     MagickAccelerateBuffer** buffer,
                                     MagickAccelerateParts* parts) {
  *buffer = nullptr;
  return Guard(parts, [&] { *buffer = DeviceOf(state, device).CreateBuffer(bytes); });
}

void ReleaseBuffer(void* state, unsigned int device, MagickAccelerateBuffer* buffer) {
  MagickAccelerateParts parts{};
  Guard(&parts, [&] { DeviceOf(state, device).ReleaseBuffer(buffer); });
}

MagickAccelerateOutcome ReadBuffer(void* state, unsigned int device,
                                   const MagickAcceleratePixels* pixels,
                                   MagickAccelerateParts* parts) {
  return Guard(parts, [&] { DeviceOf(state, device).ReadBuffer(*pixels, parts); });
}

void* AcquireHostMemory(void* state, unsigned int device, uint64_t bytes) {
  MagickAccelerateParts parts{};
  void* data = nullptr;
  Guard(&parts, [&] { data = DeviceOf(state, device).AcquireHostMemory(bytes); });
  return data;
}

void ReleaseHostMemory(void* state, unsigned int device, void* data) {
  MagickAccelerateParts parts{};
  Guard(&parts, [&] { DeviceOf(state, device).ReleaseHostMemory(data); });
}

constexpr MagickAcceleratePlugin kPlugin = {
    sizeof(MagickAcceleratePlugin),
    MAGICK_ACCELERATE_ABI,
    "opencl",
    OpenModule,
    CloseModule,
    CountDevices,
    Describe,
    WarmUp,
    Supports,
    Estimate,
    Run,
    CountVariants,
    NameVariant,
    CreateBuffer,
    ReleaseBuffer,
    ReadBuffer,
    AcquireHostMemory,
    ReleaseHostMemory,
    Prepare,
    Build,
};

}  // namespace
}  // namespace lodestone::accel::opencl

extern "C" MAGICK_ACCELERATE_EXPORT const MagickAcceleratePlugin* MagickAcceleratePluginEntry(
    uint32_t host_abi) {
  return host_abi == MAGICK_ACCELERATE_ABI ? &lodestone::accel::opencl::kPlugin : nullptr;
}
