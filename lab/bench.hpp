// The laboratory's work-bench: kernels of one device, its memory, and times by its clock.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "lab/host.hpp"
#include "accel/opencl/device/memory.hpp"
#include "accel/opencl/programs/program_builder.hpp"

namespace lodestone::accel::opencl {

// Where the laboratory stands.
struct LabPlace {
  cl_context context;
  const DeviceFacts& facts;
  const std::string& library_version;
  ProgramCache& cache;
  DeviceMemory& memory;
};

// Work-items across and down; zeros leave it to the runtime.
using LabGroup = std::array<size_t, 2>;

struct LabLaunch {
  cl_kernel kernel;
  std::array<size_t, 2> items;  // across, down
  LabGroup group;
};

// Memory for a result or for what kernels read: bytes in a row, or an image object whose texels
// hold four pixels each.
struct LabMemory {
  cl_mem get() const { return image ? image.get() : block.get(); }

  DeviceMemory::Block block;
  Buffer image;
  size_t columns = 0, rows = 0;  // bytes across; a buffer has one row
  size_t texels = 0;             // across an image
};

// What became of a result.
struct LabVerdict {
  bool wrong = false;
  unsigned error = 0;  // largest difference of two bytes
  std::string detail;  // what is wrong
};

// Thread-safety: one thread's own. Everything throws Problem.
class LabBench {
 public:
  explicit LabBench(const LabPlace& place);
  ~LabBench() { Drain(); }
  LabBench(const LabBench&) = delete;
  LabBench& operator=(const LabBench&) = delete;

  const DeviceFacts& facts() const { return place_.facts; }
  bool HasExtension(const std::string& name) const;
  // Throws Problem(Declined) unless images of that size can be read and written.
  void NeedImages(size_t columns, size_t rows) const;

  // source: one of lab_sources.hpp.
  Kernel MakeKernel(const char* source, const std::string& options, const char* name);
  template <typename... Arguments>
  void SetArguments(const Kernel& kernel, const Arguments&... arguments) const {
    cl_uint index = 0;
    (SetOne(kernel.get(), index++, arguments), ...);
  }
  // That much local memory as an argument. Throws Problem(Declined) where there is less.
  void SetTile(const Kernel& kernel, cl_uint index, size_t bytes) const;
  // Work-items of a group, at most.
  size_t MostItems(const Kernel& kernel) const;
  // The runtime's choice, then sizes from 16 work-items up to `most`.
  std::vector<LabGroup> AllGroups(size_t most) const;
  // `wanted`, smaller where the device or the kernel does not take that.
  LabGroup Fit(LabGroup wanted, const Kernel& kernel) const;

  LabMemory Upload(const void* data, size_t bytes);
  template <typename T>
  LabMemory Upload(const std::vector<T>& values) {
    return Upload(values.data(), values.size() * sizeof(T));
  }
  LabMemory UploadImage(const LabPicture& picture);
  LabMemory MakeBuffer(size_t bytes);
  LabMemory MakeImage(size_t columns, size_t rows);

  // Fills it with what no kernel has written.
  void Spoil(const LabMemory& memory);
  // tolerance: bytes may differ by so much.
  LabVerdict Compare(const LabMemory& memory, const void* expected, unsigned tolerance = 0);

  // One run does all launches after each other. Nanoseconds, median of several runs.
  uint64_t Time(std::span<const LabLaunch> launches);
  // After an error: waits until the device is done with all memory.
  void Drain() { static_cast<void>(clFinish(queue_.get())); }

 private:
  template <typename T>
  void SetOne(cl_kernel kernel, cl_uint index, const T& value) const {
    Set(kernel, index, sizeof(value), &value);
  }
  void SetOne(cl_kernel kernel, cl_uint index, const LabMemory& memory) const {
    const cl_mem object = memory.get();
    Set(kernel, index, sizeof(object), &object);
  }
  void Set(cl_kernel kernel, cl_uint index, size_t size, const void* value) const;
  void Check(cl_int status, const char* call) const;
  Event Enqueue(const LabLaunch& launch);

  const LabPlace place_;
  Queue queue_;
  std::map<std::pair<const char*, std::string>, Program> programs_;
};

}  // namespace lodestone::accel::opencl
