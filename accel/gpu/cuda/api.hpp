// The CUDA driver API, opened at run time, and its error codes as exceptions.
#pragma once

#include <string>

#include "accel/gpu/cuda/cuda.hpp"
#include "accel/gpu/problem.hpp"

namespace lodestone::accel::gpu::cuda {

struct Api {
#define LS_MEMBER(name, symbol, parameters) CUresult(*name) parameters = nullptr;
  LS_CUDA_FUNCTIONS(LS_MEMBER)
#undef LS_MEMBER
  // Why there are none of these functions, and what may help; "" if there are.
  std::string problem, hint;
};

// Opened by the first call; stays, since drivers have threads. Thread-safety: any.
const Api& Cuda();

// "CUDA_ERROR_OUT_OF_MEMORY", or "CUDA status N" for codes that the driver does not know.
std::string StatusName(CUresult status);

// Throws Failed, with a detail that names call, status and device, unless status is CUDA_SUCCESS.
void Check(CUresult status, const char* call, const std::string& device);

// The same for the status of commands that were enqueued before: there, lack of memory has nothing
// to do with the size of the call.
void CheckExecution(CUresult status, const char* call, const std::string& device);

// The same for allocations: running out of memory is Declined, since smaller work still fits.
void CheckAllocation(CUresult status, const char* call, const std::string& device);

}  // namespace lodestone::accel::gpu::cuda
