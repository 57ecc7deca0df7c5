// Devices with a memory of their own, configured by a test: host memory stands in for it, and the
// CPU computes.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <cstring>
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
  std::uint64_t pixel_bytes;  // of the image that it holds
};

namespace lodestone::testing_support {

struct FakeMachine {
  static constexpr unsigned kMaxDevices = 4;

  unsigned devices = 1;
  std::uint64_t memory_bytes = 0;  // of each device
  std::uint64_t run_bytes = 0;     // needed by a run in addition to the images
  std::uint64_t estimate_ns = 1;
  std::uint64_t upload_ns = 0;          // estimated for a source that is not on the device
  int failing_reads = 0;                // this many reads fail
  std::atomic<int> good_runs{1 << 30};  // later ones fail
  unsigned runs_together = 0;           // a run waits until this many are under way
  std::atomic<std::uint64_t> used[kMaxDevices] = {};
  std::atomic<int> ran[kMaxDevices] = {};
  std::atomic<int> buffers{0}, reads{0}, closed{0}, host_blocks{0};
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
    good_runs = 1 << 30;
    runs_together = 0;
    for (auto& count : ran) count = 0;
    reads = closed = 0;
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

inline MagickAccelerateOutcome FakeCreate(void*, unsigned device, std::uint64_t bytes,
                                          MagickAccelerateBuffer** buffer,
                                          MagickAccelerateParts* parts) {
  FakeMachine& machine = Machine();
  if (machine.used[device].fetch_add(bytes) + bytes > machine.memory_bytes) {
    machine.used[device] -= bytes;
    return FakeSay(parts, MagickAccelerateDeclined, MagickAccelerateDeviceMemory, "full");
  }
  ++machine.buffers;
  *buffer = new MagickAccelerateBuffer{new unsigned char[bytes], bytes, device, 0};
  std::memset((*buffer)->data, 0xdb, bytes);
  return MagickAccelerateDone;
}

inline void FakeRelease(void*, unsigned device, MagickAccelerateBuffer* buffer) {
  --Machine().buffers;
  Machine().used[device] -= buffer->bytes;
  delete[] buffer->data;
  delete buffer;
}

// Of an image in a buffer, with contiguous rows.
inline std::uint64_t RowBytes(const MagickAcceleratePixels& pixels) {
  return std::uint64_t{pixels.columns} * pixels.buffer->pixel_bytes;
}

// The pixels in their buffer.
inline MagickAcceleratePixels InBuffer(const MagickAcceleratePixels& pixels) {
  return accel::HostView(pixels.buffer->data, pixels.columns, pixels.rows, RowBytes(pixels));
}

inline void CopyPixelRows(void* to, std::size_t to_stride, const void* from,
                          std::size_t from_stride, const MagickAcceleratePixels& pixels) {
  for (std::uint32_t y = 0; y < pixels.rows; ++y)
    std::memcpy(static_cast<char*>(to) + y * to_stride,
                static_cast<const char*>(from) + y * from_stride, RowBytes(pixels));
}

inline MagickAccelerateOutcome FakeRead(void*, unsigned, const MagickAcceleratePixels* pixels,
                                        MagickAccelerateParts* parts) {
  FakeMachine& machine = Machine();
  ++machine.reads;
  if (machine.failing_reads > 0) {
    --machine.failing_reads;
    return FakeSay(parts, MagickAccelerateFailed, MagickAccelerateDeviceError, "unplugged");
  }
  CopyPixelRows(pixels->data, pixels->stride_bytes, pixels->buffer->data, RowBytes(*pixels),
                *pixels);
  parts->bytes_down = RowBytes(*pixels) * pixels->rows;
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
                                         std::uint64_t pixel_bytes, MagickAccelerateParts* parts) {
  if (!pixels.buffer) return pixels;
  if (!pixels.in_buffer) {
    pixels.buffer->pixel_bytes = pixel_bytes;
    CopyPixelRows(pixels.buffer->data, RowBytes(pixels), pixels.data, pixels.stride_bytes, pixels);
    const std::uint64_t bytes = RowBytes(pixels) * pixels.rows;
    parts->bytes_up += bytes;
    Machine().bytes_up += bytes;
  }
  return InBuffer(pixels);
}

inline MagickAccelerateOutcome FakeDeviceRun(void*, unsigned device,
                                             const MagickAccelerateWork* work,
                                             MagickAccelerateParts* parts) {
  FakeMachine& machine = Machine();
  if (machine.used[device] + machine.run_bytes > machine.memory_bytes)
    return FakeSay(parts, MagickAccelerateDeclined, MagickAccelerateDeviceMemory, "full");
  if (machine.good_runs-- <= 0)
    return FakeSay(parts, MagickAccelerateFailed, MagickAccelerateDeviceError, "unplugged");
  ++machine.ran[device];
  WaitForOthers(machine);
  MagickAccelerateWork on_device = *work;
  on_device.source = FakeUpload(work->source, accel::PixelBytes(*work), parts);
  on_device.second = FakeUpload(work->second, accel::PixelBytes(*work), parts);
  if (work->destination.buffer) {
    work->destination.buffer->pixel_bytes = accel::PixelBytes(*work);
    on_device.destination = InBuffer(work->destination);
  }
  std::strcpy(parts->kernels, "FakeFilter");
  return accel::Cpu().Run(on_device).outcome;
}

inline const MagickAcceleratePlugin& FakeMachinePlugin() {
  static const MagickAcceleratePlugin table = {
      sizeof(MagickAcceleratePlugin),
      MAGICK_ACCELERATE_ABI,
      "machine",
      [](const MagickAccelerateHost*, void** state, MagickAccelerateParts*, char*) {
        *state = &Machine();
        return 1;
      },
      [](void*) { ++Machine().closed; },
      [](void*) { return Machine().devices; },
      [](void*, unsigned device, MagickAccelerateDeviceInfo* info) {
        std::strcpy(info->name, "Machine:GPU:0");
        info->name[std::strlen(info->name) - 1] = static_cast<char>('0' + device);
        info->type = MagickAccelerateTypeGPU;
        info->usable = 1;
      },
      [](void*, unsigned, std::uint32_t, std::uint32_t, MagickAccelerateParts*) {
        return MagickAccelerateDone;
      },
      [](void*, unsigned, const MagickAccelerateWork*, MagickAccelerateParts*) {
        return MagickAccelerateDone;
      },
      [](void*, unsigned, const MagickAccelerateWork* work, MagickAccelerateEstimate* estimate) {
        estimate->kernel_ns = Machine().estimate_ns;
        estimate->upload_ns = work->source.in_buffer ? 0 : Machine().upload_ns;
        return 1;
      },
      FakeDeviceRun,
      nullptr,
      nullptr,
      FakeCreate,
      FakeRelease,
      FakeRead,
      [](void*, unsigned, std::uint64_t bytes) {
        ++Machine().host_blocks;
        void* data = nullptr;
        return posix_memalign(&data, 4096, bytes) == 0 ? data : nullptr;
      },
      [](void*, unsigned, void* data) {
        --Machine().host_blocks;
        std::free(data);
      },
      nullptr,
      nullptr};
  return table;
}

}  // namespace lodestone::testing_support
