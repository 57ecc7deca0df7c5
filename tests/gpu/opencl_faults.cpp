#include "tests/gpu/opencl_faults.hpp"

#include <dlfcn.h>

#include <cstring>
#include <map>
#include <mutex>

namespace lodestone::accel::gpu::testing {
namespace {

// The single active fault, which is set while one thread runs.
std::mutex fault_mutex;  // guards calls_left
const char* failing_call = nullptr;
unsigned calls_left = 0;
cl_int failing_status = CL_SUCCESS;
bool lasting = false;

// Views of memory whose maps nobody has seen complete.
std::mutex views_mutex;
std::map<cl_event, void*> unfinished_views;

}  // namespace

Fault::Fault(const char* call, unsigned nth, cl_int status, bool lasts) {
  lasting = lasts;
  failing_call = call;
  calls_left = nth;
  failing_status = status;
}

Fault::~Fault() {
  failing_call = nullptr;
}

bool Fault::struck() const {
  return calls_left == 0;
}

static bool DriverCrashes(const char* call) {
  if (!failing_call || std::strcmp(failing_call, call) != 0) return false;
  const std::lock_guard lock(fault_mutex);
  if (calls_left == 0) return lasting;
  return --calls_left == 0;
}

// Sets the status that a failing constructor returns.
static void Answer(cl_int* status) {
  if (status) *status = failing_status;
}

static void AddUnfinished(cl_event map, void* view) {
  const std::lock_guard lock(views_mutex);
  unfinished_views[map] = view;
}

static void RemoveUnfinished(cl_event map) {
  const std::lock_guard lock(views_mutex);
  unfinished_views.erase(map);
}

// Whether it was unfinished. It is not any more.
static bool TakeUnfinished(const void* view) {
  const std::lock_guard lock(views_mutex);
  return std::erase_if(unfinished_views, [&](const auto& each) { return each.second == view; }) > 0;
}

}  // namespace lodestone::accel::gpu::testing

using lodestone::accel::gpu::testing::AddUnfinished;
using lodestone::accel::gpu::testing::Answer;
using lodestone::accel::gpu::testing::DriverCrashes;
using lodestone::accel::gpu::testing::failing_status;
using lodestone::accel::gpu::testing::RemoveUnfinished;
using lodestone::accel::gpu::testing::TakeUnfinished;

#define LS_REAL(name) reinterpret_cast<decltype(&name)>(::dlsym(RTLD_NEXT, #name))
#define LS_STATUS_CALL(name, parameters, arguments)  \
  extern "C" cl_int CL_API_CALL name parameters {    \
    if (DriverCrashes(#name)) return failing_status; \
    return LS_REAL(name) arguments;                  \
  }
#define LS_OBJECT_CALL(type, name, parameters, arguments) \
  extern "C" type CL_API_CALL name parameters {           \
    if (DriverCrashes(#name)) {                           \
      Answer(status);                                     \
      return nullptr;                                     \
    }                                                     \
    return LS_REAL(name) arguments;                       \
  }

LS_OBJECT_CALL(cl_context, clCreateContext,
               (const cl_context_properties* properties, cl_uint count, const cl_device_id* ids,
                void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*), void* data,
                cl_int* status),
               (properties, count, ids, notify, data, status))
LS_OBJECT_CALL(cl_command_queue, clCreateCommandQueue,
               (cl_context context, cl_device_id id, cl_command_queue_properties properties,
                cl_int* status),
               (context, id, properties, status))
LS_OBJECT_CALL(cl_program, clCreateProgramWithSource,
               (cl_context context, cl_uint count, const char** strings, const size_t* lengths,
                cl_int* status),
               (context, count, strings, lengths, status))
LS_OBJECT_CALL(cl_kernel, clCreateKernel, (cl_program program, const char* name, cl_int* status),
               (program, name, status))
LS_OBJECT_CALL(cl_mem, clCreateBuffer,
               (cl_context context, cl_mem_flags flags, size_t size, void* host, cl_int* status),
               (context, flags, size, host, status))
LS_OBJECT_CALL(cl_mem, clCreateSubBuffer,
               (cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void* info,
                cl_int* status),
               (buffer, flags, type, info, status))

LS_STATUS_CALL(clBuildProgram,
               (cl_program program, cl_uint count, const cl_device_id* ids, const char* options,
                void(CL_CALLBACK* notify)(cl_program, void*), void* data),
               (program, count, ids, options, notify, data))
LS_STATUS_CALL(clGetKernelWorkGroupInfo,
               (cl_kernel kernel, cl_device_id id, cl_kernel_work_group_info name, size_t size,
                void* value, size_t* size_needed),
               (kernel, id, name, size, value, size_needed))
LS_STATUS_CALL(clSetKernelArg, (cl_kernel kernel, cl_uint index, size_t size, const void* value),
               (kernel, index, size, value))
LS_STATUS_CALL(clEnqueueNDRangeKernel,
               (cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                const size_t* global, const size_t* local, cl_uint count, const cl_event* waits,
                cl_event* event),
               (queue, kernel, dimensions, offset, global, local, count, waits, event))
LS_STATUS_CALL(clEnqueueWriteBuffer,
               (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                const void* data, cl_uint count, const cl_event* waits, cl_event* event),
               (queue, buffer, blocking, offset, size, data, count, waits, event))
LS_STATUS_CALL(clEnqueueReadBuffer,
               (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                void* data, cl_uint count, const cl_event* waits, cl_event* event),
               (queue, buffer, blocking, offset, size, data, count, waits, event))
LS_STATUS_CALL(clEnqueueWriteBufferRect,
               (cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t* there,
                const size_t* here, const size_t* region, size_t row, size_t slice, size_t host_row,
                size_t host_slice, const void* data, cl_uint count, const cl_event* waits,
                cl_event* event),
               (queue, buffer, blocking, there, here, region, row, slice, host_row, host_slice,
                data, count, waits, event))
LS_STATUS_CALL(clEnqueueReadBufferRect,
               (cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t* there,
                const size_t* here, const size_t* region, size_t row, size_t slice, size_t host_row,
                size_t host_slice, void* data, cl_uint count, const cl_event* waits,
                cl_event* event),
               (queue, buffer, blocking, there, here, region, row, slice, host_row, host_slice,
                data, count, waits, event))
LS_STATUS_CALL(clEnqueueFillBuffer,
               (cl_command_queue queue, cl_mem buffer, const void* pattern, size_t pattern_size,
                size_t offset, size_t size, cl_uint count, const cl_event* waits, cl_event* event),
               (queue, buffer, pattern, pattern_size, offset, size, count, waits, event))
LS_STATUS_CALL(clEnqueueBarrierWithWaitList,
               (cl_command_queue queue, cl_uint count, const cl_event* waits, cl_event* event),
               (queue, count, waits, event))
LS_STATUS_CALL(clFlush, (cl_command_queue queue), (queue))
LS_STATUS_CALL(clWaitForEvents, (cl_uint count, const cl_event* events), (count, events))

extern "C" void* CL_API_CALL clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer,
                                                cl_bool blocking, cl_map_flags flags, size_t offset,
                                                size_t size, cl_uint count, const cl_event* waits,
                                                cl_event* event, cl_int* status) {
  if (DriverCrashes("clEnqueueMapBuffer")) {
    Answer(status);
    return nullptr;
  }
  void* const view = LS_REAL(clEnqueueMapBuffer)(queue, buffer, blocking, flags, offset, size,
                                                 count, waits, event, status);
  if (view && !blocking && event) AddUnfinished(*event, view);
  return view;
}

// Refuses views that are not there yet, as some drivers do. Unmaps even when it reports failure,
// since the driver would otherwise keep the mapping.
extern "C" cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem buffer,
                                                      void* view, cl_uint count,
                                                      const cl_event* waits, cl_event* event) {
  const auto unmap = LS_REAL(clEnqueueUnmapMemObject);
  const bool refused = TakeUnfinished(view);
  if (!refused && !DriverCrashes("clEnqueueUnmapMemObject"))
    return unmap(queue, buffer, view, count, waits, event);
  unmap(queue, buffer, view, count, waits, nullptr);
  return refused ? CL_INVALID_VALUE : failing_status;
}

extern "C" cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info name, size_t size,
                                             void* value, size_t* size_needed) {
  if (DriverCrashes("clGetEventInfo")) return failing_status;
  const cl_int answer = LS_REAL(clGetEventInfo)(event, name, size, value, size_needed);
  if (name == CL_EVENT_COMMAND_EXECUTION_STATUS && DriverCrashes("execution")) {
    std::memcpy(value, &failing_status, sizeof(failing_status));
  } else if (name == CL_EVENT_COMMAND_EXECUTION_STATUS && answer == CL_SUCCESS) {
    cl_int state = CL_QUEUED;
    std::memcpy(&state, value, sizeof(state));
    if (state == CL_COMPLETE) RemoveUnfinished(event);
  }
  return answer;
}
