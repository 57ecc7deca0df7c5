#include "accel/gpu/cuda/api.hpp"

#include <dlfcn.h>

namespace lodestone::accel::gpu::cuda {
namespace {

constexpr const char* kLibrary = "libcuda.so.1";

Api Open() {
  Api api;
  void* const library = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const std::string reason = ::dlerror();
    const bool missing = reason.ends_with("No such file or directory");
    api.problem = missing ? "no NVIDIA driver" : reason;
    api.hint = "install it, or give the container its GPUs";
    return api;
  }
#define LS_LOAD(name, symbol, parameters)                                     \
  api.name = reinterpret_cast<decltype(api.name)>(::dlsym(library, #symbol)); \
  if (!api.name && api.problem.empty())                                       \
    api.problem = std::string(kLibrary) + " has no function " #symbol;
  LS_CUDA_FUNCTIONS(LS_LOAD)
#undef LS_LOAD
  if (!api.problem.empty()) api.hint = "update NVIDIA's driver";
  return api;
}

MagickAccelerateReason ReasonOf(CUresult status) {
  switch (status) {
    case CUDA_ERROR_OUT_OF_MEMORY:
      return MagickAccelerateDeviceMemory;
    case CUDA_ERROR_INVALID_IMAGE:
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
    case CUDA_ERROR_INVALID_PTX:
    case CUDA_ERROR_JIT_COMPILER_NOT_FOUND:
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
    case CUDA_ERROR_JIT_COMPILATION_DISABLED:
      return MagickAccelerateBuildFailed;
    default:
      return MagickAccelerateDeviceError;
  }
}

}  // namespace

const Api& Cuda() {
  static const Api& api = *new Api(Open());
  return api;
}

std::string StatusName(CUresult status) {
  const char* name = nullptr;
  if (Cuda().cuGetErrorName(status, &name) == CUDA_SUCCESS && name) return name;
  return "CUDA status " + std::to_string(status);
}

void Check(CUresult status, const char* call, const std::string& device) {
  if (status != CUDA_SUCCESS) throw CallFailed(ReasonOf(status), call, StatusName(status), device);
}

void CheckExecution(CUresult status, const char* call, const std::string& device) {
  if (status != CUDA_SUCCESS)
    throw CallFailed(MagickAccelerateDeviceError, call, StatusName(status), device);
}

void CheckAllocation(CUresult status, const char* call, const std::string& device) {
  if (status != CUDA_SUCCESS)
    throw AllocationFailed(ReasonOf(status), call, StatusName(status), device);
}

}  // namespace lodestone::accel::gpu::cuda
