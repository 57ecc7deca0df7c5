// An OpenCL layer (OPENCL_LAYERS of the ICD loader): it lies between the program and the driver and
// makes calls fail. LODESTONE_OPENCL_FAULT, or LodestoneSetFault, says which: "CALL NTH KIND
// NUMBER". The NTH call of that name from then on, or "any" call, has the fault
//
// - status: it does not happen and returns the status NUMBER.
// - lasting: the same, and so do all later calls of that name.
// - lost: the same with CL_DEVICE_NOT_AVAILABLE, and so do all later calls whatever their name;
//   commands in flight have ended when a call that waits for them fails.
// - unbuilt: it says that it succeeded, without having happened (clBuildProgram).
// - wrong: it happens, but the pixels that it brings to the host are changed.
// - block: it happens after NUMBER milliseconds.
// - crash: it raises SIGSEGV, as a fault in the driver does.
//
// Calls that release objects are left alone: they do not fail in ways that a program could see.
#include <CL/cl_layer.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>

namespace {

struct Fault {
  std::string call, kind;
  long nth = 0;
  int number = 0;
};

std::mutex mutex;  // guards the fault and the count
Fault fault;
long count = 0;
std::atomic<bool> struck{false};
const cl_icd_dispatch* driver = nullptr;

// What the fault does to this call.
Fault Strike(std::string_view call) {
  const std::lock_guard lock(mutex);
  if (fault.nth == 0) return {};
  if (struck && fault.kind == "lost") return fault;
  if (fault.call != call && fault.call != "any") return {};
  ++count;
  if (count != fault.nth && !(fault.kind == "lasting" && count > fault.nth)) return {};
  struck = true;
  return fault;
}

void ChangeBytes(void* data, size_t size) {
  for (size_t i = 0; i < size; ++i) static_cast<unsigned char*>(data)[i] ^= 0x55;
}

// Which pixels a call has brought to the host.
template <typename... Arguments>
void ChangePixels(std::string_view, void*, Arguments...) {}
void ChangePixels(std::string_view call, void*, cl_command_queue queue, cl_mem, cl_bool, size_t,
                  size_t size, void* data, cl_uint, const cl_event*, cl_event*) {
  if (call != "clEnqueueReadBuffer") return;
  driver->clFinish(queue);
  ChangeBytes(data, size);
}
void ChangePixels(std::string_view call, void*, cl_command_queue queue, cl_mem, cl_bool,
                  const size_t*, const size_t* here, const size_t* region, size_t, size_t,
                  size_t row, size_t, void* data, cl_uint, const cl_event*, cl_event*) {
  if (call != "clEnqueueReadBufferRect") return;
  driver->clFinish(queue);
  ChangeBytes(static_cast<unsigned char*>(data) + here[1] * row + here[0], region[0]);
}
void ChangePixels(std::string_view, void* view, cl_command_queue queue, cl_mem, cl_bool,
                  cl_map_flags flags, size_t, size_t size, cl_uint, const cl_event*, cl_event*,
                  cl_int*) {
  if (view == nullptr || !(flags & CL_MAP_READ)) return;
  driver->clFinish(queue);
  ChangeBytes(view, size);
}

// The driver may have a handler that lets the program go on.
void Crash() {
  std::signal(SIGSEGV, SIG_DFL);
  std::raise(SIGSEGV);
}

// One entry point. The status of those that return an object is their last argument.
template <auto Entry, const char* kName, typename Function>
struct Wrapped;
template <auto Entry, const char* kName, typename Result, typename... Parameters>
struct Wrapped<Entry, kName, Result(CL_API_CALL*)(Parameters...)> {
  static Result CL_API_CALL Call(Parameters... parameters) {
    const Fault now = Strike(kName);
    if (now.kind == "status" || now.kind == "lasting") return Fail(now.number, parameters...);
    if (now.kind == "lost") return Lose(parameters...);
    if (now.kind == "unbuilt") return Fail(CL_SUCCESS, parameters...);
    if (now.kind == "crash") Crash();
    if (now.kind == "block") std::this_thread::sleep_for(std::chrono::milliseconds(now.number));
    const Result result = (driver->*Entry)(parameters...);
    if (now.kind == "wrong") {
      if constexpr (std::is_pointer_v<Result>)
        ChangePixels(kName, result, parameters...);
      else
        ChangePixels(kName, nullptr, parameters...);
    }
    return result;
  }

  static Result Lose(Parameters... parameters) {
    constexpr std::string_view name = kName;
    if constexpr (name == "clFinish" || name == "clWaitForEvents") (driver->*Entry)(parameters...);
    return Fail(CL_DEVICE_NOT_AVAILABLE, parameters...);
  }

  static Result Fail(cl_int status, Parameters... parameters) {
    if constexpr (std::is_same_v<Result, cl_int>) {
      return status;
    } else {
      cl_int* const place = std::get<sizeof...(Parameters) - 1>(std::tie(parameters...));
      if (place != nullptr) *place = status;
      return nullptr;
    }
  }
};

#define LS_ENTRIES(X)             \
  X(clGetPlatformIDs)             \
  X(clGetPlatformInfo)            \
  X(clGetDeviceIDs)               \
  X(clGetDeviceInfo)              \
  X(clCreateContext)              \
  X(clCreateCommandQueue)         \
  X(clCreateBuffer)               \
  X(clCreateSubBuffer)            \
  X(clCreateImage)                \
  X(clCreateProgramWithSource)    \
  X(clCreateProgramWithBinary)    \
  X(clBuildProgram)               \
  X(clGetProgramInfo)             \
  X(clGetProgramBuildInfo)        \
  X(clCreateKernel)               \
  X(clGetKernelWorkGroupInfo)     \
  X(clSetKernelArg)               \
  X(clEnqueueNDRangeKernel)       \
  X(clEnqueueWriteBuffer)         \
  X(clEnqueueWriteBufferRect)     \
  X(clEnqueueReadBuffer)          \
  X(clEnqueueReadBufferRect)      \
  X(clEnqueueCopyBufferToImage)   \
  X(clEnqueueFillBuffer)          \
  X(clEnqueueMapBuffer)           \
  X(clEnqueueBarrierWithWaitList) \
  X(clEnqueueUnmapMemObject)      \
  X(clGetEventInfo)               \
  X(clGetEventProfilingInfo)      \
  X(clWaitForEvents)              \
  X(clFlush)                      \
  X(clFinish)

#define LS_NAME(entry) constexpr char name_of_##entry[] = #entry;
LS_ENTRIES(LS_NAME)
#undef LS_NAME

cl_icd_dispatch wrapped;

void Set(const char* text) {
  const std::lock_guard lock(mutex);
  fault = {};
  count = 0;
  struck = false;
  std::istringstream words(text != nullptr ? text : "");
  words >> fault.call >> fault.nth >> fault.kind >> fault.number;
}

}  // namespace

extern "C" {

// NULL: no fault.
__attribute__((visibility("default"))) void LodestoneSetFault(const char* text) {
  Set(text);
}

// Whether the fault of the last setting has happened.
__attribute__((visibility("default"))) int LodestoneFaultStruck(void) {
  return struck ? 1 : 0;
}

// The entry points that can have a fault, with NULL at the end.
__attribute__((visibility("default"))) const char* const* LodestoneFaultNames(void) {
#define LS_NAME(entry) name_of_##entry,
  static const char* const names[] = {LS_ENTRIES(LS_NAME) nullptr};
#undef LS_NAME
  return names;
}

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t size, void* value,
                                               size_t* size_needed) {
  static const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  static const char text[] = "Lodestone faults";
  if (name != CL_LAYER_API_VERSION && name != CL_LAYER_NAME) return CL_INVALID_VALUE;
  const bool is_name = name == CL_LAYER_NAME;
  const size_t needed = is_name ? sizeof text : sizeof version;
  if (value != nullptr) {
    if (size < needed) return CL_INVALID_VALUE;
    std::memcpy(value, is_name ? static_cast<const void*>(text) : &version, needed);
  }
  if (size_needed != nullptr) *size_needed = needed;
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch* target,
                                            cl_uint* entries_given,
                                            const cl_icd_dispatch** dispatch) {
  if (target == nullptr || entries_given == nullptr || dispatch == nullptr ||
      entries < sizeof wrapped / sizeof(void*))
    return CL_INVALID_VALUE;
  driver = target;
  wrapped = *target;
#define LS_WRAP(entry) \
  wrapped.entry =      \
      Wrapped<&cl_icd_dispatch::entry, name_of_##entry, decltype(cl_icd_dispatch::entry)>::Call;
  LS_ENTRIES(LS_WRAP)
#undef LS_WRAP
  Set(std::getenv("LODESTONE_OPENCL_FAULT"));
  *entries_given = sizeof wrapped / sizeof(void*);
  *dispatch = &wrapped;
  return CL_SUCCESS;
}

}  // extern "C"
