// The OpenCL objects behind the driver's interface.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "accel/gpu/driver.hpp"
#include "accel/gpu/opencl/api.hpp"

namespace lodestone::accel::gpu::opencl {

// The device that an object belongs to, for its messages and queries.
struct Place {
  cl_device_id id;
  std::string name;
};

class ClMemory : public Memory {
 public:
  explicit ClMemory(MemoryHandle handle) : handle_(std::move(handle)) {}
  cl_mem get() const { return handle_.get(); }

 private:
  MemoryHandle handle_;
};

class ClKernel : public Kernel {
 public:
  ClKernel(KernelHandle handle, const Place& place) : handle_(std::move(handle)), place_(place) {}
  cl_kernel get() const { return handle_.get(); }

  size_t GroupItems() const override;
  uint64_t LocalBytes() const override;
  void Set(uint32_t index, const void* value, size_t bytes) override;
  void Set(uint32_t index, const Memory* memory) override;
  void SetLocal(uint32_t index, size_t bytes) override { Set(index, nullptr, bytes); }

 private:
  template <typename T>
  T Limit(cl_kernel_work_group_info name) const;

  KernelHandle handle_;
  const Place& place_;
};

class ClProgram : public Program {
 public:
  ClProgram(ProgramHandle handle, const Place& place) : handle_(std::move(handle)), place_(place) {}

  KernelOwner MakeKernel(const std::string& name) override;
  std::vector<unsigned char> Binary() const override;

 private:
  ProgramHandle handle_;
  const Place& place_;
};

class ClEvent : public Event {
 public:
  ClEvent(EventHandle handle, const Place& place) : handle_(std::move(handle)), place_(place) {}
  cl_event get() const { return handle_.get(); }

  bool HasEnded() const override;
  void Wait() const override;
  std::optional<CommandTimes> Times() const override;

 private:
  EventHandle handle_;
  const Place& place_;
};

class ClQueue : public Queue {
 public:
  ClQueue(QueueHandle handle, const Place& place) : handle_(std::move(handle)), place_(place) {}

  EventOwner Upload(const HostBlock& from, Memory& to, size_t offset, const Event* after) override;
  EventOwner Download(const Memory& from, size_t offset, const HostBlock& to,
                      const Event* after) override;
  EventOwner Fill(Memory& memory, uint8_t value, size_t bytes) override;
  EventOwner CopyToImage(const Memory& from, size_t offset, Memory& image, size_t columns,
                         size_t row, size_t rows) override;
  EventOwner Run(Kernel& kernel, const Grid& grid) override;
  std::vector<EventOwner> Synchronize(Memory& shared, size_t bytes) override;
  void WaitFor(std::span<const Event* const> events) override;
  void Flush() override;
  bool Finish() noexcept override;

 private:
  // Enqueues a command by `enqueue(event)`, which gives a status.
  template <typename Enqueue>
  EventOwner Enqueued(const char* call, Enqueue enqueue);

  QueueHandle handle_;
  const Place& place_;
};

class ClContext : public Context {
 public:
  ClContext(ContextHandle handle, const DeviceFacts& facts)
      : handle_(std::move(handle)),
        place_{IdOf(facts), facts.stable_name},
        is_cpu_(facts.is_cpu()) {}

  MemoryOwner Allocate(size_t bytes) override;
  MemoryOwner Part(Memory& whole, size_t begin, size_t bytes) override;
  MemoryOwner Share(void* host, size_t bytes, Access access) override;
  MemoryOwner Pin(void* host, size_t bytes) override;
  MemoryOwner MakeImage(TexelFormat format, size_t columns, size_t rows, Access access) override;
  MemoryOwner ImageOn(Memory& buffer, TexelFormat format, size_t columns, size_t rows) override;
  QueueOwner MakeQueue(bool timed) override;
  ProgramOwner Compile(const char* source, const std::string& options) override;
  ProgramOwner Load(const std::vector<unsigned char>& binary, const std::string& options) override;

 private:
  MemoryOwner Checked(cl_mem memory, cl_int status, const char* call) const;
  QueueHandle NewQueue(bool timed) const;

  ContextHandle handle_;
  const Place place_;
  const bool is_cpu_;
  std::mutex mutex_;        // guards the queue
  QueueHandle only_queue_;  // of a CPU
};

inline cl_mem Native(const Memory& memory) {
  return static_cast<const ClMemory&>(memory).get();
}

}  // namespace lodestone::accel::gpu::opencl
