// The OpenCL host interface, with RAII owners of its objects, and its error codes as exceptions.
#pragma once

#include <CL/cl.h>

#include <string>
#include <utility>

#include "accel/gpu/device_facts.hpp"
#include "accel/gpu/problem.hpp"

namespace lodestone::accel::gpu::opencl {

// Owns one reference to an OpenCL object.
template <typename T, cl_int(CL_API_CALL* kRelease)(T)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(T object) : object_(object) {}
  Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  // Nothing can be done about a failed release.
  ~Handle() {
    if (object_) static_cast<void>(kRelease(object_));
  }

  T get() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  T object_ = nullptr;
};

using ContextHandle = Handle<cl_context, clReleaseContext>;
using QueueHandle = Handle<cl_command_queue, clReleaseCommandQueue>;
using ProgramHandle = Handle<cl_program, clReleaseProgram>;
using KernelHandle = Handle<cl_kernel, clReleaseKernel>;
using MemoryHandle = Handle<cl_mem, clReleaseMemObject>;
using EventHandle = Handle<cl_event, clReleaseEvent>;

// "CL_OUT_OF_RESOURCES", or "OpenCL status N" for codes that 1.2 does not know.
std::string StatusName(cl_int status);

// Throws Failed, with a detail that names call, status and device, unless status is CL_SUCCESS.
void Check(cl_int status, const char* call, const std::string& device);

// The same for the status that a command ended with: there, lack of resources has nothing to do
// with size, but is how some drivers report that a kernel failed.
void CheckExecution(cl_int status, const std::string& device);

// The same for allocations before any command: running out of memory is Declined, since smaller
// work still fits.
void CheckAllocation(cl_int status, const char* call, const std::string& device);

// The version in "OpenCL 1.2 text" as 102; 0 if there is none.
unsigned ParseVersion(const std::string& text);

inline cl_device_id IdOf(const DeviceFacts& facts) {
  return static_cast<cl_device_id>(facts.handle);
}

}  // namespace lodestone::accel::gpu::opencl
