// The CUDA objects behind the driver's interface.
#pragma once

#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "accel/gpu/cuda/api.hpp"
#include "accel/gpu/driver.hpp"
#include "accel/gpu/handle.hpp"

namespace lodestone::accel::gpu::cuda {

// A device's primary context, which everything in the process shares that uses CUDA's runtime.
struct Place {
  explicit Place(const DeviceFacts& facts);
  ~Place() { static_cast<void>(Cuda().cuDevicePrimaryCtxRelease(device)); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  const CUdevice device;
  const std::string name;  // of the device, for messages
  CUcontext context = nullptr;
};

// Makes a context the calling thread's during its lifetime; what the program has made current there
// is so again afterwards.
class Current {
 public:
  explicit Current(const Place& place) : valid_(true) {
    Check(Cuda().cuCtxPushCurrent(place.context), "cuCtxPushCurrent", place.name);
  }
  // Whether it succeeded is for valid() to say.
  Current(const Place& place, std::nothrow_t) noexcept
      : valid_(Cuda().cuCtxPushCurrent(place.context) == CUDA_SUCCESS) {}
  ~Current() {
    CUcontext popped = nullptr;
    if (valid_) static_cast<void>(Cuda().cuCtxPopCurrent(&popped));
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

  bool valid() const { return valid_; }

 private:
  const bool valid_;
};

// Of an object of a context.
template <typename T, CUresult (*Api::*kRelease)(T)>
struct Release {
  Release() = default;
  Release(const Place& place) : place(&place) {}
  void operator()(T object) const {
    const Current current(*place, std::nothrow);
    if (current.valid()) static_cast<void>((Cuda().*kRelease)(object));
  }

  const Place* place = nullptr;
};
template <typename T, CUresult (*Api::*kRelease)(T)>
using Owned = Handle<T, Release<T, kRelease>>;

// Freeing waits for the commands of the context, so for those that use it.
using MemoryHandle = Owned<CUdeviceptr, &Api::cuMemFree>;
using PinHandle = Owned<void*, &Api::cuMemHostUnregister>;
using ModuleHandle = Owned<CUmodule, &Api::cuModuleUnload>;
using StreamHandle = Owned<CUstream, &Api::cuStreamDestroy>;
using EventHandle = Owned<CUevent, &Api::cuEventDestroy>;

// Requires the context to be current.
EventHandle MakeEvent(const Place& place, unsigned flags);
StreamHandle MakeStream(const Place& place);

// Of a buffer or a part of one; its parts keep a buffer alive. Without one, it is somebody else's.
struct CudaMemory : Memory {
  CudaMemory(std::shared_ptr<const MemoryHandle> whole, CUdeviceptr begin)
      : whole(std::move(whole)), begin(begin) {}
  CUdeviceptr At(size_t offset) const { return begin + offset; }

  const std::shared_ptr<const MemoryHandle> whole;
  const CUdeviceptr begin;
};

struct PinnedHostMemory : Memory {
  explicit PinnedHostMemory(PinHandle pin) : pin(std::move(pin)) {}
  const PinHandle pin;
};

// A program that is loaded. Its kernels keep it, and are waited for before it goes.
struct LoadedModule {
  LoadedModule(CUmodule module, const Place& place) : handle(module, place), place(place) {}
  ~LoadedModule();
  LoadedModule(const LoadedModule&) = delete;
  LoadedModule& operator=(const LoadedModule&) = delete;

  const ModuleHandle handle;
  const Place& place;
};

class CudaKernel : public Kernel {
 public:
  CudaKernel(std::shared_ptr<const LoadedModule> module, CUfunction function);

  size_t GroupItems() const override { return Limit(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK); }
  uint64_t LocalBytes() const override { return static_local_bytes_; }
  void Set(uint32_t index, const void* value, size_t bytes) override;
  void Set(uint32_t index, const Memory* memory) override;
  void SetLocal(uint32_t index, size_t bytes) override;

  // local_base: the address at which kernels find local memory.
  CUresult Launch(const Grid& grid, uint64_t local_base, CUstream stream);

 private:
  struct Argument {
    std::vector<uint64_t> words;  // padded: vectors of three are read like those of four
    size_t local_bytes = 0;
  };
  size_t Limit(int attribute) const;

  const std::shared_ptr<const LoadedModule> module_;
  const CUfunction function_;
  const size_t static_local_bytes_;
  std::vector<Argument> arguments_;
};

// The driver keeps what it translates in a cache of its own, and cubins need none.
struct CudaProgram : Program {
  explicit CudaProgram(std::shared_ptr<const LoadedModule> module) : module(std::move(module)) {}
  KernelOwner MakeKernel(const std::string& name) override;

  const std::shared_ptr<const LoadedModule> module;
};

// A moment that the device and the host know.
struct Moment {
  Moment(EventHandle event, uint64_t ns) : event(std::move(event)), ns(ns) {}
  const EventHandle event;
  const uint64_t ns;
};

// CUDA tells the time between two events, in floats: exact if it is short.
class Clock {
 public:
  // A recent moment. Requires the context to be current. Thread-safety: any.
  std::shared_ptr<const Moment> Recent(const Place& place);

 private:
  std::mutex mutex_;
  StreamHandle stream_;
  std::shared_ptr<const Moment> latest_;
};

class CudaEvent : public Event {
 public:
  explicit CudaEvent(const Place& place) : place_(place) {}

  // Around a command: since is null if it is not timed. Requires the context to be current.
  void Begin(CUstream stream, std::shared_ptr<const Moment> since);
  void End(CUstream stream);
  CUevent get() const { return end_.get(); }

  bool HasEnded() const override;
  void Wait() const override;
  std::optional<CommandTimes> Times() const override;

 private:
  const Place& place_;
  EventHandle begin_, end_;
  std::shared_ptr<const Moment> since_;
  uint64_t queued_ns_ = 0;
};

// What the queues of a context share.
struct Shared {
  explicit Shared(const DeviceFacts& facts) : place(facts) {}
  const Place place;
  Clock clock;
  uint64_t local_base = 0;
};

// Commands are submitted as they are enqueued.
class CudaQueue : public Queue {
 public:
  CudaQueue(Shared& shared, bool timed)
      : shared_(shared), timed_(timed), stream_(MakeStream(shared.place)) {}

  EventOwner Upload(const HostBlock& from, Memory& to, size_t offset, const Event* after) override;
  EventOwner Download(const Memory& from, size_t offset, const HostBlock& to,
                      const Event* after) override;
  EventOwner Fill(Memory& memory, uint8_t value, size_t bytes) override;
  EventOwner Run(Kernel& kernel, const Grid& grid) override;
  void WaitFor(std::span<const Event* const> events) override;
  bool Finish() noexcept override;

 private:
  // Enqueues a command by `enqueue(stream)`, which gives a status.
  template <typename Enqueue>
  EventOwner Enqueued(const char* call, const Event* after, Enqueue enqueue);
  void WaitForOne(const Event& event);

  Shared& shared_;
  const bool timed_;
  const StreamHandle stream_;
};

// Shares no host memory: kernels would read it through the link each time, and a copy is faster.
class CudaContext : public Context {
 public:
  explicit CudaContext(const DeviceFacts& facts);

  MemoryOwner Allocate(size_t bytes) override;
  MemoryOwner Part(Memory& whole, size_t begin, size_t bytes) override;
  MemoryOwner Pin(void* host, size_t bytes) override;
  MemoryOwner Wrap(uintptr_t address, size_t bytes, void* stream) override;
  uintptr_t AddressOf(const Memory& memory) const override;
  QueueOwner MakeQueue(bool timed) override;
  // Takes it from what was compiled with the module; there is no compiler.
  ProgramOwner Compile(const char* source, const std::string& options) override;

 private:
  ProgramOwner LoadImage(const void* image) const;
  uint64_t LocalBase() const;
  bool IsHere(CUdeviceptr address) const;

  Shared shared_;
};

// 10 * major + minor.
unsigned ArchitectureOf(CUdevice device);

// Devices are numbered from 0, and handles are not null.
inline void* HandleOf(CUdevice device) {
  return reinterpret_cast<void*>(static_cast<uintptr_t>(device) + 1);
}
inline CUdevice DeviceOf(const DeviceFacts& facts) {
  return static_cast<CUdevice>(reinterpret_cast<uintptr_t>(facts.handle) - 1);
}

inline const CudaMemory& Native(const Memory& memory) {
  return static_cast<const CudaMemory&>(memory);
}

}  // namespace lodestone::accel::gpu::cuda
