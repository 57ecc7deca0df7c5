// Memory and programs.
#include "accel/gpu/cuda/images.hpp"
#include "accel/gpu/cuda/objects.hpp"

namespace lodestone::accel::gpu {
namespace cuda {
namespace {

// Tells where local memory that is sized at the launch begins in the address space of kernels: on
// some architectures behind what the driver keeps for itself.
constexpr const char* kLocalBaseKernel = "LsLocalBase";
constexpr const char* kLocalBaseProgram = R"(.version 6.0
.target sm_70
.address_size 64
.extern .shared .align 16 .b8 tile[];
.visible .entry LsLocalBase(.param .u64 to)
{
  .reg .u64 %to, %base;
  ld.param.u64 %to, [to];
  cvta.to.global.u64 %to, %to;
  mov.u64 %base, tile;
  st.global.u64 [%to], %base;
  ret;
}
)";

}  // namespace

Place::Place(const DeviceFacts& facts) : device(DeviceOf(facts)), name(facts.stable_name) {
  CheckAllocation(Cuda().cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain",
                  name);
}

CudaContext::CudaContext(const DeviceFacts& facts) : shared_(facts) {
  shared_.local_base = LocalBase();
}

uint64_t CudaContext::LocalBase() const {
  constexpr size_t kSomeBytes = 16;
  const Place& place = shared_.place;
  const Current current(place);
  const KernelOwner kernel = LoadImage(kLocalBaseProgram)->MakeKernel(kLocalBaseKernel);
  CUdeviceptr memory = 0;
  CheckAllocation(Cuda().cuMemAlloc(&memory, sizeof(uint64_t)), "cuMemAlloc", place.name);
  const MemoryHandle result(memory, place);
  const StreamHandle stream = MakeStream(place);
  kernel->Set(0, &memory, sizeof(memory));
  kernel->SetLocal(1, kSomeBytes);
  Check(static_cast<CudaKernel&>(*kernel).Launch({{1, 1}, {1, 1}}, 0, stream.get()),
        "cuLaunchKernel", place.name);
  uint64_t base = 0;
  Check(Cuda().cuMemcpyDtoHAsync(&base, memory, sizeof(base), stream.get()), "cuMemcpyDtoHAsync",
        place.name);
  CheckExecution(Cuda().cuStreamSynchronize(stream.get()), "cuStreamSynchronize", place.name);
  return base;
}

MemoryOwner CudaContext::Allocate(size_t bytes) {
  const Place& place = shared_.place;
  const Current current(place);
  CUdeviceptr memory = 0;
  CheckAllocation(Cuda().cuMemAlloc(&memory, bytes), "cuMemAlloc", place.name);
  return std::make_unique<CudaMemory>(std::make_shared<const MemoryHandle>(memory, place), memory);
}

MemoryOwner CudaContext::Part(Memory& whole, size_t begin, size_t) {
  return std::make_unique<CudaMemory>(Native(whole).whole, Native(whole).begin + begin);
}

MemoryOwner CudaContext::Pin(void* host, size_t bytes) {
  const Place& place = shared_.place;
  const Current current(place);
  CheckAllocation(Cuda().cuMemHostRegister(host, bytes, CU_MEMHOSTREGISTER_PORTABLE),
                  "cuMemHostRegister", place.name);
  return std::make_unique<PinnedHostMemory>(PinHandle(host, place));
}

// Memory of pools has no context.
bool CudaContext::IsHere(CUdeviceptr address) const {
  const auto ask = [address](int attribute, auto* value) {
    return Cuda().cuPointerGetAttribute(value, attribute, address) == CUDA_SUCCESS;
  };
  int type = 0;
  CUdevice device = -1;
  CUcontext context = nullptr;
  return ask(CU_POINTER_ATTRIBUTE_MEMORY_TYPE, &type) && type == CU_MEMORYTYPE_DEVICE &&
         ask(CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, &device) && device == shared_.place.device &&
         (!ask(CU_POINTER_ATTRIBUTE_CONTEXT, &context) || !context ||
          context == shared_.place.context);
}

MemoryOwner CudaContext::Wrap(uintptr_t address, size_t bytes, void* stream) {
  const Place& place = shared_.place;
  const Current current(place);
  if (!IsHere(address) || !IsHere(address + bytes - 1)) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateNoDevice,
                  "the address is not of memory in the primary context of " + place.name);
  }
  if (stream) {
    CheckExecution(Cuda().cuStreamSynchronize(static_cast<CUstream>(stream)), "cuStreamSynchronize",
                   place.name);
  }
  return std::make_unique<CudaMemory>(nullptr, address);
}

uintptr_t CudaContext::AddressOf(const Memory& memory) const {
  return Native(memory).At(0);
}

QueueOwner CudaContext::MakeQueue(bool timed) {
  const Current current(shared_.place);
  return std::make_unique<CudaQueue>(shared_, timed);
}

ProgramOwner CudaContext::LoadImage(const void* image) const {
  constexpr size_t kMaxLog = 8192;
  std::string log(kMaxLog, '\0');
  int options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log.data(), reinterpret_cast<void*>(log.size() - 1)};
  CUmodule module = nullptr;
  const CUresult status = Cuda().cuModuleLoadDataEx(&module, image, 2, options, values);
  log.resize(log.find('\0'));
  const Place& place = shared_.place;
  Check(status, "cuModuleLoadDataEx", log.empty() ? place.name : place.name + ": " + log);
  return std::make_unique<CudaProgram>(std::make_shared<const LoadedModule>(module, place));
}

ProgramOwner CudaContext::Compile(const char* source, const std::string& options) {
  const auto image = ImageOf(source, options, ArchitectureOf(shared_.place.device));
  if (image.empty()) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported,
                  "the module was built without this program:" + options);
  }
  const Current current(shared_.place);
  return LoadImage(image.data());
}

LoadedModule::~LoadedModule() {
  const Current current(place, std::nothrow);
  if (current.valid()) static_cast<void>(Cuda().cuCtxSynchronize());
}

KernelOwner CudaProgram::MakeKernel(const std::string& name) {
  const Current current(module->place);
  CUfunction function = nullptr;
  Check(Cuda().cuModuleGetFunction(&function, module->handle.get(), name.c_str()),
        "cuModuleGetFunction", module->place.name);
  return std::make_unique<CudaKernel>(module, function);
}

}  // namespace cuda

const char kBackend[] = "cuda";
const bool kPinsForAll = true;

ContextOwner OpenContext(const DeviceFacts& facts) {
  return std::make_unique<cuda::CudaContext>(facts);
}

}  // namespace lodestone::accel::gpu
