// What gpu/ asks of a vendor's interface: devices, programs, memory, queues. One backend is linked
// into a module; tests link one of their own. Nothing outside a backend's folder names a type or a
// function of its vendor.
//
// Every function throws Problem unless it says otherwise. An object may be destroyed as soon as the
// commands that use it are enqueued, a queue when its commands have ended; the context is destroyed
// last. What has a default is for backends that have it; the default is that of those without.
// Thread-safety: contexts, programs and memory any; kernels, which hold their arguments, and
// queues one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "accel/gpu/device_facts.hpp"
#include "accel/gpu/problem.hpp"

namespace lodestone::accel::gpu {

// Memory that kernels read or write: a buffer, a part of one, or an image object.
class Memory {
 public:
  virtual ~Memory() = default;
};
using MemoryOwner = std::unique_ptr<Memory>;

// How kernels use memory.
enum class Access { kRead, kWrite, kBoth };

// Texels of four samples.
enum class TexelFormat { kUint8, kUint16, kFloat };

// Devices without image objects say so in their facts.
Problem NoImages();

// By the device's clock, in nanoseconds.
struct CommandTimes {
  uint64_t queued, start, end;
};

// A command that was enqueued. Thread-safety: any.
class Event {
 public:
  virtual ~Event() = default;

  // Throws Problem(Failed) if the command ended in an error.
  virtual bool HasEnded() const = 0;
  // Returns when it has ended, however it ended.
  virtual void Wait() const = 0;
  // Of a command of a timed queue that has ended; nothing if the device reports none.
  virtual std::optional<CommandTimes> Times() const = 0;
};
using EventOwner = std::unique_ptr<Event>;

class Kernel {
 public:
  virtual ~Kernel() = default;

  // The most work-items of a group.
  virtual size_t GroupItems() const = 0;
  // Local memory that it needs beside what is an argument.
  virtual uint64_t LocalBytes() const = 0;

  virtual void Set(uint32_t index, const void* value, size_t bytes) = 0;
  // May be null: the kernel then does not read it.
  virtual void Set(uint32_t index, const Memory* memory) = 0;
  // Local memory.
  virtual void SetLocal(uint32_t index, size_t bytes) = 0;
};
using KernelOwner = std::unique_ptr<Kernel>;

class Program {
 public:
  virtual ~Program() = default;

  virtual KernelOwner MakeKernel(const std::string& name) = 0;
  // For LoadProgram. Empty if the driver gives none.
  virtual std::vector<unsigned char> Binary() const { return {}; }
};
using ProgramOwner = std::unique_ptr<Program>;

// Rows of bytes in host memory.
struct HostBlock {
  bool is_packed() const {
    return rows == 1 || (stride_bytes == row_bytes && device_stride_bytes == 0);
  }

  unsigned char* data;
  size_t stride_bytes, row_bytes, rows;
  // On the device, where it is memory from Wrap; 0: packed.
  size_t device_stride_bytes = 0;
};

// Work-items across and down, and those of a group; group[0] of 0: as the driver likes.
struct Grid {
  // For drivers that have to be told: with groups of whole warps, where it can be divided so.
  Grid Grouped() const;

  size_t items[2];
  size_t group[2];
};

// Commands run in the order in which they are enqueued. Of every command the event is returned.
class Queue {
 public:
  virtual ~Queue() = default;

  // Packed rows at an offset in bytes of the device's memory; after: a command of another queue
  // that has to end before, or null.
  virtual EventOwner Upload(const HostBlock& from, Memory& to, size_t offset,
                            const Event* after) = 0;
  virtual EventOwner Download(const Memory& from, size_t offset, const HostBlock& to,
                              const Event* after) = 0;
  virtual EventOwner Fill(Memory& memory, uint8_t value, size_t bytes) = 0;
  // Packed texels at an offset in bytes to all columns of some rows of an image object.
  virtual EventOwner CopyToImage(const Memory& /*from*/, size_t /*offset*/, Memory& /*image*/,
                                 size_t /*columns*/, size_t /*row*/, size_t /*rows*/) {
    throw NoImages();
  }
  virtual EventOwner Run(Kernel& kernel, const Grid& grid) = 0;
  // Makes what kernels wrote to shared memory visible to the host: blocks until it is.
  virtual std::vector<EventOwner> Synchronize(Memory& /*shared*/, size_t /*bytes*/) { return {}; }
  // What is enqueued from now on runs after these commands of other queues.
  virtual void WaitFor(std::span<const Event* const> events) = 0;
  // Submits what is enqueued to the device.
  virtual void Flush() {}
  // Returns when all commands have ended; false if the driver does not say so. Throws nothing.
  virtual bool Finish() noexcept = 0;
};
using QueueOwner = std::unique_ptr<Queue>;

class Context {
 public:
  virtual ~Context() = default;

  // Of unknown contents. Declined, DeviceMemory or TooLarge, if there is no room; so are the
  // others that return memory.
  virtual MemoryOwner Allocate(size_t bytes) = 0;
  // Of a buffer, for kernels to read; begins at a multiple of DeviceFacts::base_alignment_bytes.
  virtual MemoryOwner Part(Memory& whole, size_t begin, size_t bytes) = 0;
  // Host memory that kernels access in place; null if the driver does not take it. It outlives
  // what is returned.
  virtual MemoryOwner Share(void* /*host*/, size_t /*bytes*/, Access) { return nullptr; }
  // Makes transfers from and to this host memory fast as long as what is returned exists.
  virtual MemoryOwner Pin(void* host, size_t bytes) = 0;
  virtual MemoryOwner MakeImage(TexelFormat, size_t /*columns*/, size_t /*rows*/, Access) {
    throw NoImages();
  }
  // An image object on the memory of a buffer, for kernels to read; null if the driver does not
  // take it.
  virtual MemoryOwner ImageOn(Memory& /*buffer*/, TexelFormat, size_t /*columns*/,
                              size_t /*rows*/) {
    return nullptr;
  }

  // The next two are called where the facts of the device have a type of addresses.
  // Memory of somebody else from an address on, for kernels to read and for downloads. Waits for
  // what is enqueued on a stream, unless that is null. Declined, NoDevice, if not all of it is the
  // device's.
  virtual MemoryOwner Wrap(uintptr_t /*address*/, size_t /*bytes*/, void* /*stream*/) {
    return nullptr;
  }
  // Of a buffer or a part of one.
  virtual uintptr_t AddressOf(const Memory&) const { return 0; }

  // timed: events of its commands have times, if the device reports any; that may make it slower.
  virtual QueueOwner MakeQueue(bool timed) = 0;

  // Problem(BuildFailed) has the compiler's log.
  virtual ProgramOwner Compile(const char* source, const std::string& options) = 0;
  // From Binary() of the same options; null if the driver does not take it, for whatever reason.
  virtual ProgramOwner Load(const std::vector<unsigned char>& /*binary*/,
                            const std::string& /*options*/) {
    return nullptr;
  }
};
using ContextOwner = std::unique_ptr<Context>;

// What users call it: "opencl".
extern const char kBackend[];
// What one of its contexts pins is pinned for the others, too.
extern const bool kPinsForAll;

// Queries every device. Builds nothing, throws nothing but std::bad_alloc.
Discovery DiscoverDevices();

ContextOwner OpenContext(const DeviceFacts& facts);

}  // namespace lodestone::accel::gpu
