// What is used of the CUDA driver API, whose binary interface is stable: declared here, so that no
// toolkit is needed to build. Names, numbers and structures are NVIDIA's.
#pragma once

#include <cstddef>

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st*;
using CUmodule = struct CUmod_st*;
using CUfunction = struct CUfunc_st*;
using CUstream = struct CUstream_st*;
using CUevent = struct CUevent_st*;

constexpr CUresult CUDA_SUCCESS = 0, CUDA_ERROR_OUT_OF_MEMORY = 2, CUDA_ERROR_NO_DEVICE = 100,
                   CUDA_ERROR_INVALID_IMAGE = 200, CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
                   CUDA_ERROR_INVALID_PTX = 218, CUDA_ERROR_JIT_COMPILER_NOT_FOUND = 221,
                   CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
                   CUDA_ERROR_JIT_COMPILATION_DISABLED = 223, CUDA_ERROR_NOT_READY = 600,
                   CUDA_ERROR_SYSTEM_DRIVER_MISMATCH = 803;

// Attributes of devices.
constexpr int CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
              CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3,
              CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
              CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
              CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33,
              CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50,
              CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
              CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76, CU_COMPUTEMODE_PROHIBITED = 2;

// Attributes of kernels, options of the driver's compiler, kinds and attributes of memory, flags.
constexpr int CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
              CU_JIT_ERROR_LOG_BUFFER = 5, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
              CU_MEMORYTYPE_HOST = 1, CU_MEMORYTYPE_DEVICE = 2, CU_POINTER_ATTRIBUTE_CONTEXT = 1,
              CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9;
constexpr unsigned CU_STREAM_NON_BLOCKING = 1, CU_EVENT_DEFAULT = 0, CU_EVENT_DISABLE_TIMING = 2,
                   CU_MEMHOSTREGISTER_PORTABLE = 1;

struct CUDA_MEMCPY2D {
  size_t srcXInBytes, srcY;
  int srcMemoryType;
  const void* srcHost;
  CUdeviceptr srcDevice;
  void* srcArray;
  size_t srcPitch;
  size_t dstXInBytes, dstY;
  int dstMemoryType;
  void* dstHost;
  CUdeviceptr dstDevice;
  void* dstArray;
  size_t dstPitch;
  size_t WidthInBytes, Height;
};

// Every function that is used: its name, its symbol, its parameters.
#define LS_CUDA_FUNCTIONS(X)                                                                      \
  X(cuInit, cuInit, (unsigned))                                                                   \
  X(cuDriverGetVersion, cuDriverGetVersion, (int* version))                                       \
  X(cuGetErrorName, cuGetErrorName, (CUresult, const char** name))                                \
  X(cuDeviceGetCount, cuDeviceGetCount, (int* count))                                             \
  X(cuDeviceGet, cuDeviceGet, (CUdevice*, int ordinal))                                           \
  X(cuDeviceGetName, cuDeviceGetName, (char* name, int bytes, CUdevice))                          \
  X(cuDeviceGetAttribute, cuDeviceGetAttribute, (int* value, int attribute, CUdevice))            \
  X(cuDeviceTotalMem, cuDeviceTotalMem_v2, (size_t * bytes, CUdevice))                            \
  X(cuDevicePrimaryCtxRetain, cuDevicePrimaryCtxRetain, (CUcontext*, CUdevice))                   \
  X(cuDevicePrimaryCtxRelease, cuDevicePrimaryCtxRelease_v2, (CUdevice))                          \
  X(cuCtxPushCurrent, cuCtxPushCurrent_v2, (CUcontext))                                           \
  X(cuCtxPopCurrent, cuCtxPopCurrent_v2, (CUcontext*))                                            \
  X(cuCtxSynchronize, cuCtxSynchronize, ())                                                       \
  X(cuModuleLoadDataEx, cuModuleLoadDataEx,                                                       \
    (CUmodule*, const void* image, unsigned count, int* options, void** values))                  \
  X(cuModuleUnload, cuModuleUnload, (CUmodule))                                                   \
  X(cuModuleGetFunction, cuModuleGetFunction, (CUfunction*, CUmodule, const char* name))          \
  X(cuFuncGetAttribute, cuFuncGetAttribute, (int* value, int attribute, CUfunction))              \
  X(cuMemAlloc, cuMemAlloc_v2, (CUdeviceptr*, size_t bytes))                                      \
  X(cuMemFree, cuMemFree_v2, (CUdeviceptr))                                                       \
  X(cuPointerGetAttribute, cuPointerGetAttribute, (void* value, int attribute, CUdeviceptr))      \
  X(cuMemHostRegister, cuMemHostRegister_v2, (void* host, size_t bytes, unsigned flags))          \
  X(cuMemHostUnregister, cuMemHostUnregister, (void* host))                                       \
  X(cuMemcpyHtoDAsync, cuMemcpyHtoDAsync_v2, (CUdeviceptr, const void*, size_t bytes, CUstream))  \
  X(cuMemcpyDtoHAsync, cuMemcpyDtoHAsync_v2, (void*, CUdeviceptr, size_t bytes, CUstream))        \
  X(cuMemcpy2DAsync, cuMemcpy2DAsync_v2, (const CUDA_MEMCPY2D*, CUstream))                        \
  X(cuMemsetD8Async, cuMemsetD8Async, (CUdeviceptr, unsigned char, size_t bytes, CUstream))       \
  X(cuStreamCreate, cuStreamCreate, (CUstream*, unsigned flags))                                  \
  X(cuStreamDestroy, cuStreamDestroy_v2, (CUstream))                                              \
  X(cuStreamSynchronize, cuStreamSynchronize, (CUstream))                                         \
  X(cuStreamWaitEvent, cuStreamWaitEvent, (CUstream, CUevent, unsigned flags))                    \
  X(cuEventCreate, cuEventCreate, (CUevent*, unsigned flags))                                     \
  X(cuEventDestroy, cuEventDestroy_v2, (CUevent))                                                 \
  X(cuEventRecord, cuEventRecord, (CUevent, CUstream))                                            \
  X(cuEventQuery, cuEventQuery, (CUevent))                                                        \
  X(cuEventSynchronize, cuEventSynchronize, (CUevent))                                            \
  X(cuEventElapsedTime, cuEventElapsedTime, (float* ms, CUevent begin, CUevent end))              \
  X(cuLaunchKernel, cuLaunchKernel,                                                               \
    (CUfunction, unsigned groups_x, unsigned groups_y, unsigned groups_z, unsigned x, unsigned y, \
     unsigned z, unsigned local_bytes, CUstream, void** arguments, void** extra))
