// Devices with a memory of their own, configured by a test: host memory stands in for it, and the
// CPU computes.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/operation_table.hpp"
#include "accel/plugin.h"
#include "accel/work.hpp"

// The module's own type.
struct MagickAccelerateBuffer {
  unsigned char* data;
  std::uint64_t bytes;
  unsigned device;
  std::size_t stride_bytes;  // 0: rows without gaps, of the machine's own memory
};

namespace lodestone::test {

struct FakeMachine {
  static constexpr unsigned kMaxDevices = 4;

  unsigned devices = 1;
  std::uint64_t memory_bytes = 0;  // of each device
  std::uint64_t run_bytes = 0;     // needed by a run in addition to the images
  std::uint64_t estimate_ns = 1;
  std::uint64_t upload_ns = 0;  // estimated for a source that is not on the device
  int failing_reads = 0;        // this many reads fail
  bool has_addresses = true;
  // Devices of memory that is not the machine's.
  std::map<const void*, unsigned> memory_of_others;
  std::atomic<int> good_runs{1 << 30};  // later ones fail
  unsigned runs_together = 0;           // a run waits until this many are under way
  bool pins_for_all = false;
  bool exits = false;  // as a program that is ending stops runs
  std::atomic<std::uint64_t> used[kMaxDevices] = {};
  std::atomic<int> ran[kMaxDevices] = {};
  std::atomic<int> buffers{0}, reads{0}, writes{0}, closed{0}, host_blocks{0};
  std::atomic<std::uint64_t> bytes_up{0};

  std::mutex mutex;
  std::condition_variable changed;
  unsigned under_way = 0;

  void Reset() {
    devices = 1;
    memory_bytes = std::uint64_t{1} << 30;
    run_bytes = 0;
    estimate_ns = 1;
    upload_ns = 0;
    failing_reads = 0;
    has_addresses = true;
    memory_of_others.clear();
    good_runs = 1 << 30;
    runs_together = 0;
    pins_for_all = false;
    exits = false;
    for (auto& count : ran) count = 0;
    reads = writes = closed = 0;
    bytes_up = 0;
    under_way = 0;
  }
};

inline FakeMachine& Machine() {
  static FakeMachine& machine = *new FakeMachine;
  return machine;
}

inline MagickAccelerateOutcome FakeSay(MagickAccelerateParts* parts,
                                       MagickAccelerateOutcome outcome,
                                       MagickAccelerateReason reason, const char* detail) {
  parts->reason = reason;
  std::strcpy(parts->detail, detail);
  return outcome;
}

inline MagickAccelerateOutcome FakeCreate(unsigned device, std::uint64_t bytes, void** memory,
                                          MagickAccelerateParts* parts) {
  FakeMachine& machine = Machine();
  if (machine.used[device].fetch_add(bytes) + bytes > machine.memory_bytes) {
    machine.used[device] -= bytes;
    return FakeSay(parts, MagickAccelerateDeclined, MagickAccelerateDeviceMemory, "full");
  }
  ++machine.buffers;
  auto* const buffer = new MagickAccelerateBuffer{new unsigned char[bytes], bytes, device, 0};
  std::memset(buffer->data, 0xdb, bytes);
  *memory = buffer;
  return MagickAccelerateDone;
}

inline MagickAccelerateOutcome FakeAllocate(void*, unsigned device, MagickAccelerateMemory kind,
                                            std::uint64_t bytes, void** memory,
                                            MagickAccelerateParts* parts) {
  if (kind == MagickAccelerateImageMemory) return FakeCreate(device, bytes, memory, parts);
  ++Machine().host_blocks;
  return posix_memalign(memory, 4096, bytes) == 0 ? MagickAccelerateDone : MagickAccelerateDeclined;
}

inline void FakeFree(void*, unsigned device, MagickAccelerateMemory kind, void* memory) {
  if (kind == MagickAcceleratePinnedMemory) {
    --Machine().host_blocks;
    return std::free(memory);
  }
  auto* const buffer = static_cast<MagickAccelerateBuffer*>(memory);
  --Machine().buffers;
  Machine().used[device] -= buffer->bytes;
  if (buffer->stride_bytes == 0) delete[] buffer->data;
  delete buffer;
}

// The pixels in their buffer.
inline MagickAcceleratePixels InBuffer(const MagickAcceleratePixels& pixels,
                                       std::size_t pixel_bytes) {
  return accel::HostView(
      pixels.buffer->data, pixels.columns, pixels.rows,
      pixels.buffer->stride_bytes ? pixels.buffer->stride_bytes : pixels.columns * pixel_bytes);
}

inline void CopyPixelRows(const MagickAcceleratePixels& to, const MagickAcceleratePixels& from,
                          std::size_t pixel_bytes) {
  for (std::uint32_t y = 0; y < to.rows; ++y)
    std::memcpy(static_cast<char*>(to.data) + y * to.stride_bytes,
                static_cast<const char*>(from.data) + y * from.stride_bytes,
                to.columns * pixel_bytes);
}

inline MagickAccelerateOutcome FakeRead(void*, unsigned, const MagickAcceleratePixels* pixels,
                                        std::size_t pixel_bytes, MagickAccelerateParts* parts) {
  FakeMachine& machine = Machine();
  ++machine.reads;
  if (machine.failing_reads > 0) {
    --machine.failing_reads;
    return FakeSay(parts, MagickAccelerateFailed, MagickAccelerateDeviceError, "unplugged");
  }
  CopyPixelRows(*pixels, InBuffer(*pixels, pixel_bytes), pixel_bytes);
  parts->bytes_down = std::uint64_t{pixels->columns} * pixels->rows * pixel_bytes;
  return MagickAccelerateDone;
}

inline MagickAccelerateOutcome FakeWrite(void*, unsigned, const MagickAcceleratePixels* pixels,
                                         std::size_t pixel_bytes, MagickAccelerateParts* parts) {
  ++Machine().writes;
  CopyPixelRows(InBuffer(*pixels, pixel_bytes), *pixels, pixel_bytes);
  parts->bytes_up = std::uint64_t{pixels->columns} * pixels->rows * pixel_bytes;
  return MagickAccelerateDone;
}

// Addresses are numbered like those of CUDA.
inline MagickAccelerateOutcome FakeLocate(void*, unsigned device, MagickAccelerateBuffer* buffer,
                                          MagickAccelerateDevicePixels* pixels,
                                          MagickAccelerateParts* parts) {
  if (!Machine().has_addresses)
    return FakeSay(parts, MagickAccelerateDeclined, MagickAccelerateUnsupported, "no addresses");
  pixels->device_type = 2;
  pixels->device_id = static_cast<int>(device);
  if (!buffer) return MagickAccelerateDone;
  pixels->data = buffer->data;
  pixels->stride_bytes = buffer->stride_bytes;
  return MagickAccelerateDone;
}

inline MagickAccelerateOutcome FakeWrap(void*, unsigned device,
                                        const MagickAccelerateDevicePixels* pixels,
                                        MagickAccelerateBuffer** buffer,
                                        MagickAccelerateParts* parts) {
  const auto found = Machine().memory_of_others.find(pixels->data);
  if (found == Machine().memory_of_others.end() || found->second != device)
    return FakeSay(parts, MagickAccelerateDeclined, MagickAccelerateNoDevice, "not mine");
  ++Machine().buffers;
  *buffer = new MagickAccelerateBuffer{static_cast<unsigned char*>(pixels->data), 0, device,
                                       pixels->stride_bytes};
  return MagickAccelerateDone;
}

inline void WaitForOthers(FakeMachine& machine) {
  std::unique_lock lock(machine.mutex);
  ++machine.under_way;
  machine.changed.notify_all();
  machine.changed.wait(lock, [&] { return machine.under_way >= machine.runs_together; });
}

// An input as a run finds it: in its buffer, if it has one, uploaded if need be.
inline MagickAcceleratePixels FakeUpload(const MagickAcceleratePixels& pixels,
                                         std::size_t pixel_bytes, MagickAccelerateParts* parts) {
  if (!pixels.buffer) return pixels;
  const MagickAcceleratePixels on_device = InBuffer(pixels, pixel_bytes);
  if (pixels.in_buffer) return on_device;
  CopyPixelRows(on_device, pixels, pixel_bytes);
  const std::uint64_t bytes = std::uint64_t{pixels.columns} * pixels.rows * pixel_bytes;
  parts->bytes_up += bytes;
  Machine().bytes_up += bytes;
  return on_device;
}

inline MagickAccelerateOutcome FakeDevicePlan(void*, unsigned, const MagickAccelerateWork* work,
                                              MagickAcceleratePlan** plan, MagickAccelerateParts*) {
  *plan = new MagickAcceleratePlan{};
  (*plan)->estimate.kernel_ns = Machine().estimate_ns;
  (*plan)->estimate.upload_ns = work->source.in_buffer ? 0 : Machine().upload_ns;
  return MagickAccelerateDone;
}

inline MagickAccelerateOutcome FakeDeviceRun(void*, unsigned device, const MagickAcceleratePlan*,
                                             const MagickAccelerateWork* work,
                                             MagickAccelerateParts* parts) {
  FakeMachine& machine = Machine();
  if (machine.exits)
    return FakeSay(parts, MagickAccelerateDeclined, MagickAccelerateCancelled, "exiting");
  if (work->progress && !work->progress(work->progress_context, 0, work->destination.rows))
    return FakeSay(parts, MagickAccelerateDeclined, MagickAccelerateCancelled, "cancelled");
  if (machine.used[device] + machine.run_bytes > machine.memory_bytes)
    return FakeSay(parts, MagickAccelerateDeclined, MagickAccelerateDeviceMemory, "full");
  if (machine.good_runs-- <= 0)
    return FakeSay(parts, MagickAccelerateFailed, MagickAccelerateDeviceError, "unplugged");
  ++machine.ran[device];
  WaitForOthers(machine);
  const std::size_t pixel_bytes = accel::PixelBytes(*work);
  MagickAccelerateWork on_device = *work;
  on_device.source = FakeUpload(work->source, pixel_bytes, parts);
  on_device.second = FakeUpload(work->second, pixel_bytes, parts);
  if (work->destination.buffer)
    on_device.destination = InBuffer(work->destination, accel::ResultPixelBytes(*work));
  std::strcpy(parts->kernels, "FakeFilter");
  return accel::Cpu().Run(on_device).outcome;
}

inline const MagickAcceleratePlugin& FakeMachinePlugin() {
  static MagickAcceleratePlugin table = {
      sizeof(MagickAcceleratePlugin),
      MAGICK_ACCELERATE_ABI,
      "machine",
      [](const MagickAccelerateHost*, void** state, MagickAccelerateParts*, char*) {
        *state = &Machine();
        return Machine().devices;
      },
      [](void*) { ++Machine().closed; },
      [](void*, unsigned device, MagickAccelerateDeviceInfo* info) {
        std::strcpy(info->name, "Machine:GPU:0");
        info->name[std::strlen(info->name) - 1] = static_cast<char>('0' + device);
        info->type = MagickAccelerateTypeGPU;
        info->usable = 1;
      },
      FakeDevicePlan,
      [](void*, unsigned, MagickAcceleratePlan* plan) { delete plan; },
      FakeDeviceRun,
      [](void*, unsigned, const MagickAcceleratePreparation*, MagickAccelerateParts*) {
        return MagickAccelerateDone;
      },
      FakeAllocate,
      FakeFree,
      FakeRead,
      FakeWrite,
      FakeLocate,
      FakeWrap,
      0};
  table.pins_for_all = Machine().pins_for_all;
  return table;
}

}  // namespace lodestone::test
