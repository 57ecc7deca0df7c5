// A libcuda.so.1 without a device, for tests: what it is told and notes.
//
// Commands run as late as CUDA permits: when somebody waits for them, first those before them in
// their stream and those that they were told to wait for, and no others. Device memory has
// addresses that the host cannot use. Use that CUDA forbids is noted, and given an error where CUDA
// gives one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include "accel/gpu/cuda/cuda.hpp"

// What the driver does not tell from other errors.
inline constexpr CUresult CUDA_ERROR_INVALID_VALUE = 1, CUDA_ERROR_INVALID_CONTEXT = 201,
                          CUDA_ERROR_NOT_FOUND = 500, CUDA_ERROR_ILLEGAL_ADDRESS = 700;

namespace lodestone::accel::gpu::testing {

struct FakeLaunch {
  std::string kernel, image;
  unsigned groups[2], items[2], local_bytes;
  void** arguments;  // only during the call
};

// Of device memory.
struct FakeAllocation {
  static constexpr size_t kAlignment = 256;
  struct Free {
    void operator()(uint8_t* data) const { ::operator delete(data, std::align_val_t(kAlignment)); }
  };
  FakeAllocation(size_t bytes, CUcontext context, int device)
      : bytes(bytes),
        context(context),
        device(device),
        data(static_cast<uint8_t*>(::operator new(bytes, std::align_val_t(kAlignment)))) {}

  size_t bytes;
  CUcontext context;
  int device;
  std::unique_ptr<uint8_t, Free> data;
};

struct FakeCuda {
  static constexpr size_t kMemoryBytes = 64 << 20;
  static constexpr uint64_t kLocalBase = 1024;
  // Bits of the addresses of device memory.
  static constexpr CUdeviceptr kDevice = 1ull << 62;

  struct Fault {
    unsigned left;  // calls before it, and it
    CUresult status;
    bool lasts;
  };
  // Of objects that there are.
  struct Live {
    int contexts = 0, modules = 0, streams = 0, events = 0, pins = 0;
    size_t memory_bytes = 0;
    bool operator==(const Live&) const = default;
  };

  std::recursive_mutex mutex;
  int devices = 1, architecture = 90, compute_mode = 0;
  size_t memory_bytes = kMemoryBytes;  // of a device
  int static_local_bytes = 0;          // of every kernel
  std::map<std::string, Fault> faults;
  std::vector<std::string> calls, misuses;
  Live live;
  std::map<CUdeviceptr, FakeAllocation> memory;
  // Gives what a launch does once it runs.
  std::function<std::function<void()>(const FakeLaunch&)> launch;

  // The nth call of a function from now on gives the status, and so do those after it if the fault
  // lasts. "execution": a kernel ends so, and with it the context, as after an illegal address.
  void FailAt(const std::string& call, unsigned nth, CUresult status, bool lasts = false) {
    const std::lock_guard lock(mutex);
    faults.insert_or_assign(call, Fault{nth, status, lasts});
  }
  size_t CallsOf(const std::string& call) {
    const std::lock_guard lock(mutex);
    return static_cast<size_t>(std::count(calls.begin(), calls.end(), call));
  }
  // The contexts that this thread has made current; another one, of a device; and whether that was
  // still current when it was left.
  std::function<size_t()> Contexts;
  std::function<void(int device)> Enter;
  std::function<bool(int device)> Leave;
  // From the address to the end of its allocation; 0 if it is in none.
  size_t BytesFrom(CUdeviceptr address) {
    const std::lock_guard lock(mutex);
    const auto after = memory.upper_bound(address);
    if (after == memory.begin()) return 0;
    const auto& [begin, allocation] = *std::prev(after);
    return address - begin < allocation.bytes ? allocation.bytes - (address - begin) : 0;
  }
  // The host's view of device memory. Null, and a misuse, if it is not all in one allocation.
  uint8_t* Host(CUdeviceptr address, size_t bytes) {
    const std::lock_guard lock(mutex);
    if (bytes == 0 || bytes > BytesFrom(address)) {
      misuses.push_back("access outside device memory");
      return nullptr;
    }
    return reinterpret_cast<uint8_t*>(address & ~kDevice);
  }
};

}  // namespace lodestone::accel::gpu::testing

// Exported by the library.
extern "C" lodestone::accel::gpu::testing::FakeCuda* FakeCudaOfTests();
