// The OpenCL host interface, with RAII owners of its objects, and its error codes as exceptions.
#pragma once

#include <CL/cl.h>

#include <string>

#include "accel/gpu/device_facts.hpp"
#include "accel/gpu/handle.hpp"
#include "accel/gpu/problem.hpp"

namespace lodestone::accel::gpu::opencl {

template <typename T, cl_int(CL_API_CALL* kRelease)(T)>
struct Release {
  void operator()(T object) const { static_cast<void>(kRelease(object)); }
};

// Owns one reference to an OpenCL object.
template <typename T, cl_int(CL_API_CALL* kRelease)(T)>
using Reference = Handle<T, Release<T, kRelease>>;

using ContextHandle = Reference<cl_context, clReleaseContext>;
using QueueHandle = Reference<cl_command_queue, clReleaseCommandQueue>;
using ProgramHandle = Reference<cl_program, clReleaseProgram>;
using KernelHandle = Reference<cl_kernel, clReleaseKernel>;
using MemoryHandle = Reference<cl_mem, clReleaseMemObject>;
using EventHandle = Reference<cl_event, clReleaseEvent>;

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
