#include "tests/gpu/fake_cuda.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "tests/gpu/fake_cuda_streams.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

constexpr uint8_t kPoison = 0xA5;

CUctx_st& ContextOf(int device) {
  static auto& contexts = *new std::map<int, CUctx_st>;
  contexts[device].device = device;
  return contexts[device];
}

void CopyRows(uint8_t* to, size_t to_pitch, const uint8_t* from, size_t from_pitch, size_t bytes,
              size_t rows) {
  for (size_t y = 0; to && from && y < rows; ++y)
    std::memcpy(to + y * to_pitch, from + y * from_pitch, bytes);
}

// The kernel that the driver itself asks for where local memory begins.
std::function<void()> TellLocalBase(void** arguments) {
  const CUdeviceptr to = *static_cast<CUdeviceptr*>(arguments[0]);
  return [to] {
    const uint64_t base = FakeCuda::kLocalBase;
    if (uint8_t* const at = State().Host(to, sizeof base)) std::memcpy(at, &base, sizeof base);
  };
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing

using namespace lodestone::accel::gpu::testing;

// Objects of a broken context are released as any.
#define LS_RELEASED()                        \
  const std::lock_guard lock(State().mutex); \
  const CUresult asked = Asked(__func__);    \
  if (Contexts().empty() || asked != Contexts().back()->broken) return asked

#define LS_ASKED(...)                        \
  const std::lock_guard lock(State().mutex); \
  if (const CUresult asked = Asked(__func__ __VA_OPT__(, ) __VA_ARGS__); asked != 0) return asked

#define LS_DECLARE(name, symbol, parameters) \
  extern "C" __attribute__((visibility("default"))) CUresult symbol parameters;
LS_CUDA_FUNCTIONS(LS_DECLARE)

extern "C" __attribute__((visibility("default"))) FakeCuda* FakeCudaOfTests() {
  State().Contexts = [] { return Contexts().size(); };
  State().Enter = [](int device) { Contexts().push_back(&ContextOf(device)); };
  State().Leave = [](int device) {
    const bool still = !Contexts().empty() && Contexts().back() == &ContextOf(device);
    if (still) Contexts().pop_back();
    return still;
  };
  return &State();
}

CUresult cuInit(unsigned) {
  LS_ASKED(false);
  if (const char* const devices = std::getenv("LODESTONE_TEST_CUDA_DEVICES"))
    State().devices = std::atoi(devices);
  return State().devices == 0 ? CUDA_ERROR_NO_DEVICE : CUDA_SUCCESS;
}
CUresult cuDriverGetVersion(int* version) {
  LS_ASKED(false);
  *version = 12080;
  return CUDA_SUCCESS;
}
CUresult cuGetErrorName(CUresult status, const char** name) {
  switch (status) {
    case CUDA_ERROR_OUT_OF_MEMORY:
      *name = "CUDA_ERROR_OUT_OF_MEMORY";
      return CUDA_SUCCESS;
    case CUDA_ERROR_ILLEGAL_ADDRESS:
      *name = "CUDA_ERROR_ILLEGAL_ADDRESS";
      return CUDA_SUCCESS;
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult cuDeviceGetCount(int* count) {
  LS_ASKED(false);
  *count = State().devices;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  LS_ASKED(false);
  *device = ordinal;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char* name, int bytes, CUdevice) {
  LS_ASKED(false);
  std::snprintf(name, static_cast<size_t>(bytes), "Fake");
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int* value, int attribute, CUdevice device) {
  LS_ASKED(false);
  constexpr int kFirstBus = 0x3b;
  const std::map<int, int> values = {
      {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 256},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 48 << 10},
      {CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 1980000},
      {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 4},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, State().compute_mode},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, State().architecture / 10},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, State().architecture % 10},
      {CU_DEVICE_ATTRIBUTE_PCI_BUS_ID, kFirstBus + device},
  };
  const auto found = values.find(attribute);
  *value = found == values.end() ? 0 : found->second;
  return CUDA_SUCCESS;
}
CUresult cuDeviceTotalMem_v2(size_t* bytes, CUdevice) {
  LS_ASKED(false);
  *bytes = State().memory_bytes;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  LS_ASKED(false);
  *context = &ContextOf(device);
  if ((*context)->users++ == 0) ++State().live.contexts;
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  LS_ASKED(false);
  CUctx_st& context = ContextOf(device);
  if (context.users == 0) Misused("a context was released once too often");
  if (--context.users > 0) return CUDA_SUCCESS;
  --State().live.contexts;
  RunAll(context);
  context = {};
  return CUDA_SUCCESS;
}
CUresult cuCtxPushCurrent_v2(CUcontext context) {
  LS_ASKED(false);
  Contexts().push_back(context);
  return CUDA_SUCCESS;
}
CUresult cuCtxPopCurrent_v2(CUcontext* context) {
  LS_ASKED(false);
  if (Contexts().empty()) return CUDA_ERROR_INVALID_CONTEXT;
  *context = Contexts().back();
  Contexts().pop_back();
  return CUDA_SUCCESS;
}
CUresult cuCtxSynchronize() {
  LS_ASKED();
  RunAll(*Contexts().back());
  return Contexts().back()->broken;
}

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned count, int* options,
                            void** values) {
  const std::lock_guard lock(State().mutex);
  const CUresult status = Asked(__func__);
  for (unsigned i = 0; i < count && status != CUDA_SUCCESS; ++i)
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER) std::strcpy(static_cast<char*>(values[i]), "line 7");
  if (status != CUDA_SUCCESS) return status;
  *module = new CUmod_st{Contexts().back(), static_cast<const char*>(image), {}};
  ++State().live.modules;
  return CUDA_SUCCESS;
}
CUresult cuModuleUnload(CUmodule module) {
  LS_RELEASED();
  for (const auto& commands : module->context->streams)
    if (!commands->empty() && asked == CUDA_SUCCESS)
      Misused("a module was unloaded while its kernels may run");
  --State().live.modules;
  delete module;
  return asked;
}
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  LS_ASKED();
  if (std::strcmp(name, "Missing") == 0) return CUDA_ERROR_NOT_FOUND;
  module->functions.push_back(std::make_unique<CUfunc_st>(module, name));
  *function = module->functions.back().get();
  return CUDA_SUCCESS;
}
CUresult cuFuncGetAttribute(int* value, int attribute, CUfunction function) {
  LS_ASKED();
  const bool own = function->name == "LsLocalBase";
  if (attribute == CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)
    *value = own ? 0 : State().static_local_bytes;
  else
    *value = 256;
  return CUDA_SUCCESS;
}

CUresult cuMemAlloc_v2(CUdeviceptr* memory, size_t bytes) {
  LS_ASKED();
  if (bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  if (State().live.memory_bytes + bytes > State().memory_bytes) return CUDA_ERROR_OUT_OF_MEMORY;
  CUctx_st* const context = Contexts().back();
  FakeAllocation allocation(bytes, context, context->device);
  std::memset(allocation.data.get(), kPoison, bytes);
  *memory = reinterpret_cast<CUdeviceptr>(allocation.data.get()) | FakeCuda::kDevice;
  State().live.memory_bytes += bytes;
  State().memory.emplace(*memory, std::move(allocation));
  return CUDA_SUCCESS;
}
CUresult cuMemFree_v2(CUdeviceptr memory) {
  LS_RELEASED();
  RunAll(*Contexts().back());
  const auto found = State().memory.find(memory);
  if (found == State().memory.end()) return CUDA_ERROR_INVALID_VALUE;
  State().live.memory_bytes -= found->second.bytes;
  State().memory.erase(found);
  return asked;
}
CUresult cuPointerGetAttribute(void* value, int attribute, CUdeviceptr address) {
  LS_ASKED();
  const auto after = State().memory.upper_bound(address);
  if (State().BytesFrom(address) == 0) return CUDA_ERROR_INVALID_VALUE;
  const FakeAllocation& allocation = std::prev(after)->second;
  if (attribute == CU_POINTER_ATTRIBUTE_MEMORY_TYPE)
    *static_cast<int*>(value) = CU_MEMORYTYPE_DEVICE;
  else if (attribute == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL)
    *static_cast<int*>(value) = allocation.device;
  else
    *static_cast<void**>(value) = allocation.context;
  return CUDA_SUCCESS;
}
CUresult cuMemHostRegister_v2(void*, size_t, unsigned) {
  LS_ASKED();
  ++State().live.pins;
  return CUDA_SUCCESS;
}
CUresult cuMemHostUnregister(void*) {
  LS_RELEASED();
  --State().live.pins;
  return asked;
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, size_t bytes, CUstream stream) {
  LS_ASKED();
  Enqueue(stream, [=] {
    CopyRows(State().Host(to, bytes), 0, static_cast<const uint8_t*>(from), 0, bytes, 1);
  });
  return CUDA_SUCCESS;
}
CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, size_t bytes, CUstream stream) {
  LS_ASKED();
  Enqueue(stream,
          [=] { CopyRows(static_cast<uint8_t*>(to), 0, State().Host(from, bytes), 0, bytes, 1); });
  return CUDA_SUCCESS;
}
CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D* wanted, CUstream stream) {
  LS_ASKED();
  if (wanted->srcPitch < wanted->WidthInBytes || wanted->dstPitch < wanted->WidthInBytes)
    return CUDA_ERROR_INVALID_VALUE;
  Enqueue(stream, [copy = *wanted] {
    const auto host = [&](int type, const void* there, CUdeviceptr device, size_t pitch) {
      if (type == CU_MEMORYTYPE_HOST) return static_cast<uint8_t*>(const_cast<void*>(there));
      return State().Host(device, (copy.Height - 1) * pitch + copy.WidthInBytes);
    };
    CopyRows(host(copy.dstMemoryType, copy.dstHost, copy.dstDevice, copy.dstPitch), copy.dstPitch,
             host(copy.srcMemoryType, copy.srcHost, copy.srcDevice, copy.srcPitch), copy.srcPitch,
             copy.WidthInBytes, copy.Height);
  });
  return CUDA_SUCCESS;
}
CUresult cuMemsetD8Async(CUdeviceptr memory, unsigned char value, size_t bytes, CUstream stream) {
  LS_ASKED();
  Enqueue(stream, [=] {
    if (uint8_t* const data = State().Host(memory, bytes)) std::memset(data, value, bytes);
  });
  return CUDA_SUCCESS;
}

CUresult cuStreamCreate(CUstream* stream, unsigned flags) {
  LS_ASKED();
  if (flags != CU_STREAM_NON_BLOCKING) Misused("a stream waits for the program's own");
  *stream = new CUstream_st{Contexts().back(), std::make_shared<CommandList>()};
  Contexts().back()->streams.push_back((*stream)->commands);
  ++State().live.streams;
  return CUDA_SUCCESS;
}
CUresult cuStreamDestroy_v2(CUstream stream) {
  LS_RELEASED();
  if (!stream->commands->empty() && asked == CUDA_SUCCESS)
    Misused("a stream was destroyed before its commands ended");
  --State().live.streams;
  std::erase(stream->context->streams, stream->commands);
  delete stream;
  return asked;
}
CUresult cuStreamSynchronize(CUstream stream) {
  LS_ASKED();
  const StreamPlace place = PlaceOf(stream);
  RunAll(*place.commands);
  return place.context->broken;
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned) {
  LS_ASKED();
  if (event->command && !event->command->ended) Enqueue(stream, {})->after = event->command;
  return CUDA_SUCCESS;
}

CUresult cuEventCreate(CUevent* event, unsigned flags) {
  LS_ASKED();
  *event = new CUevent_st{flags != CU_EVENT_DISABLE_TIMING, false, nullptr};
  ++State().live.events;
  return CUDA_SUCCESS;
}
CUresult cuEventDestroy_v2(CUevent event) {
  LS_RELEASED();
  --State().live.events;
  delete event;
  return asked;
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
  LS_ASKED();
  event->command = Enqueue(stream, {});
  return CUDA_SUCCESS;
}
CUresult cuEventQuery(CUevent event) {
  LS_ASKED();
  if (!event->command || event->command->ended) return CUDA_SUCCESS;
  // At first as if it were still running.
  if (!std::exchange(event->polled, true)) return CUDA_ERROR_NOT_READY;
  RunUpTo(event->command);
  return Contexts().back()->broken;
}
CUresult cuEventSynchronize(CUevent event) {
  LS_ASKED();
  if (event->command) RunUpTo(event->command);
  return Contexts().back()->broken;
}
CUresult cuEventElapsedTime(float* ms, CUevent begin, CUevent end) {
  LS_ASKED();
  if (!begin->timed || !end->timed || !begin->command || !end->command)
    return CUDA_ERROR_INVALID_VALUE;
  if (!begin->command->ended || !end->command->ended) return CUDA_ERROR_NOT_READY;
  *ms = end->command->at_ms - begin->command->at_ms;
  return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned groups_x, unsigned groups_y,
                        unsigned groups_z, unsigned x, unsigned y, unsigned z, unsigned local_bytes,
                        CUstream stream, void** arguments, void** extra) {
  LS_ASKED();
  if (groups_x == 0 || groups_y == 0 || groups_z != 1 || x == 0 || y == 0 || z != 1 || extra)
    return CUDA_ERROR_INVALID_VALUE;
  std::function<void()> body;
  if (function->name == "LsLocalBase") {
    body = TellLocalBase(arguments);
  } else if (State().launch) {
    body = State().launch({function->name,
                           function->module->image,
                           {groups_x, groups_y},
                           {x, y},
                           local_bytes,
                           arguments});
  }
  Enqueue(stream, std::move(body))->kernel = true;
  return CUDA_SUCCESS;
}
