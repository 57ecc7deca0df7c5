#include "accel/gpu/opencl/api.hpp"

#include <algorithm>
#include <iterator>

namespace lodestone::accel::gpu::opencl {
namespace {

struct StatusEntry {
  cl_int status;
  const char* name;
};

#define LS_STATUS(name) \
  { name, #name }
constexpr StatusEntry kStatusNames[] = {
    LS_STATUS(CL_DEVICE_NOT_FOUND),
    LS_STATUS(CL_DEVICE_NOT_AVAILABLE),
    LS_STATUS(CL_COMPILER_NOT_AVAILABLE),
    LS_STATUS(CL_MEM_OBJECT_ALLOCATION_FAILURE),
    LS_STATUS(CL_OUT_OF_RESOURCES),
    LS_STATUS(CL_OUT_OF_HOST_MEMORY),
    LS_STATUS(CL_PROFILING_INFO_NOT_AVAILABLE),
    LS_STATUS(CL_MEM_COPY_OVERLAP),
    LS_STATUS(CL_BUILD_PROGRAM_FAILURE),
    LS_STATUS(CL_MAP_FAILURE),
    LS_STATUS(CL_MISALIGNED_SUB_BUFFER_OFFSET),
    LS_STATUS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
    LS_STATUS(CL_COMPILE_PROGRAM_FAILURE),
    LS_STATUS(CL_LINKER_NOT_AVAILABLE),
    LS_STATUS(CL_LINK_PROGRAM_FAILURE),
    LS_STATUS(CL_DEVICE_PARTITION_FAILED),
    LS_STATUS(CL_KERNEL_ARG_INFO_NOT_AVAILABLE),
    LS_STATUS(CL_INVALID_VALUE),
    LS_STATUS(CL_INVALID_DEVICE_TYPE),
    LS_STATUS(CL_INVALID_PLATFORM),
    LS_STATUS(CL_INVALID_DEVICE),
    LS_STATUS(CL_INVALID_CONTEXT),
    LS_STATUS(CL_INVALID_QUEUE_PROPERTIES),
    LS_STATUS(CL_INVALID_COMMAND_QUEUE),
    LS_STATUS(CL_INVALID_HOST_PTR),
    LS_STATUS(CL_INVALID_MEM_OBJECT),
    LS_STATUS(CL_INVALID_BINARY),
    LS_STATUS(CL_INVALID_BUILD_OPTIONS),
    LS_STATUS(CL_INVALID_PROGRAM),
    LS_STATUS(CL_INVALID_PROGRAM_EXECUTABLE),
    LS_STATUS(CL_INVALID_KERNEL_NAME),
    LS_STATUS(CL_INVALID_KERNEL_DEFINITION),
    LS_STATUS(CL_INVALID_KERNEL),
    LS_STATUS(CL_INVALID_ARG_INDEX),
    LS_STATUS(CL_INVALID_ARG_VALUE),
    LS_STATUS(CL_INVALID_ARG_SIZE),
    LS_STATUS(CL_INVALID_KERNEL_ARGS),
    LS_STATUS(CL_INVALID_WORK_DIMENSION),
    LS_STATUS(CL_INVALID_WORK_GROUP_SIZE),
    LS_STATUS(CL_INVALID_WORK_ITEM_SIZE),
    LS_STATUS(CL_INVALID_GLOBAL_OFFSET),
    LS_STATUS(CL_INVALID_EVENT_WAIT_LIST),
    LS_STATUS(CL_INVALID_EVENT),
    LS_STATUS(CL_INVALID_OPERATION),
    LS_STATUS(CL_INVALID_BUFFER_SIZE),
    LS_STATUS(CL_INVALID_GLOBAL_WORK_SIZE),
    LS_STATUS(CL_INVALID_PROPERTY),
};
#undef LS_STATUS

MagickAccelerateReason ReasonOf(cl_int status) {
  switch (status) {
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_OUT_OF_RESOURCES:
      return MagickAccelerateDeviceMemory;
    case CL_OUT_OF_HOST_MEMORY:
      return MagickAccelerateHostMemory;
    case CL_INVALID_BUFFER_SIZE:
      return MagickAccelerateTooLarge;
    case CL_BUILD_PROGRAM_FAILURE:
    case CL_COMPILER_NOT_AVAILABLE:
    case CL_INVALID_BUILD_OPTIONS:
      return MagickAccelerateBuildFailed;
    default:
      return MagickAccelerateDeviceError;
  }
}

}  // namespace

std::string StatusName(cl_int status) {
  const auto* entry = std::find_if(std::begin(kStatusNames), std::end(kStatusNames),
                                   [&](const StatusEntry& e) { return e.status == status; });
  if (entry != std::end(kStatusNames)) return entry->name;
  return "OpenCL status " + std::to_string(status);
}

void Check(cl_int status, const char* call, const std::string& device) {
  if (status != CL_SUCCESS) throw CallFailed(ReasonOf(status), call, StatusName(status), device);
}

void CheckExecution(cl_int status, const std::string& device) {
  if (status >= 0) return;
  const MagickAccelerateReason reason =
      status == CL_OUT_OF_RESOURCES ? MagickAccelerateDeviceError : ReasonOf(status);
  throw CallFailed(reason, "execution of a command", StatusName(status), device);
}

void CheckAllocation(cl_int status, const char* call, const std::string& device) {
  if (status != CL_SUCCESS)
    throw AllocationFailed(ReasonOf(status), call, StatusName(status), device);
}

}  // namespace lodestone::accel::gpu::opencl
