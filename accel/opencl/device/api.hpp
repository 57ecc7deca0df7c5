// The OpenCL host interface, with RAII owners of its objects, and its error codes as exceptions.
// Exceptions end in module.cpp.
#pragma once

#include <CL/cl.h>

#include <exception>
#include <string>
#include <utility>

#include "accel/plugin.h"

namespace lodestone::accel::opencl {

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

using Context = Handle<cl_context, clReleaseContext>;
using Queue = Handle<cl_command_queue, clReleaseCommandQueue>;
using Program = Handle<cl_program, clReleaseProgram>;
using Kernel = Handle<cl_kernel, clReleaseKernel>;
using Buffer = Handle<cl_mem, clReleaseMemObject>;
using Event = Handle<cl_event, clReleaseEvent>;

// "CL_OUT_OF_RESOURCES", or "OpenCL status N" for codes that 1.2 does not know.
std::string StatusName(cl_int status);

// Why a call ends here, in the host's terms.
class Problem : public std::exception {
 public:
  Problem(MagickAccelerateOutcome outcome, MagickAccelerateReason reason, std::string detail)
      : outcome_(outcome), reason_(reason), detail_(std::move(detail)) {}

  MagickAccelerateOutcome outcome() const { return outcome_; }
  MagickAccelerateReason reason() const { return reason_; }
  const std::string& detail() const { return detail_; }
  const char* what() const noexcept override { return detail_.c_str(); }

 private:
  MagickAccelerateOutcome outcome_;
  MagickAccelerateReason reason_;
  std::string detail_;
};

// Throws Failed, with a detail that names call, status and device, unless status is CL_SUCCESS.
void Check(cl_int status, const char* call, const std::string& device);

// The same for the status that a command ended with: there, lack of resources has nothing to do
// with size, but is how some drivers report that a kernel failed.
void CheckExecution(cl_int status, const std::string& device);

// The same for allocations before any command: running out of memory is Declined, since smaller
// work still fits.
void CheckAllocation(cl_int status, const char* call, const std::string& device);

// Copies text into a field of the plugin interface; a truncated one ends in "...".
void CopyText(char* field, size_t size, const std::string& text);

}  // namespace lodestone::accel::opencl
