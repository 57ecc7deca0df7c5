// Memory, programs and kernels.
#include "accel/gpu/opencl/objects.hpp"

namespace lodestone::accel::gpu {
namespace opencl {
namespace {

cl_mem_flags FlagsOf(Access access) {
  switch (access) {
    case Access::kRead:
      return CL_MEM_READ_ONLY;
    case Access::kWrite:
      return CL_MEM_WRITE_ONLY;
    default:
      return CL_MEM_READ_WRITE;
  }
}

cl_image_format FormatOf(TexelFormat format) {
  switch (format) {
    case TexelFormat::kUint8:
      return {CL_RGBA, CL_UNSIGNED_INT8};
    case TexelFormat::kUint16:
      return {CL_RGBA, CL_UNSIGNED_INT16};
    default:
      return {CL_RGBA, CL_FLOAT};
  }
}

size_t TexelBytes(TexelFormat format) {
  switch (format) {
    case TexelFormat::kUint8:
      return 4;
    case TexelFormat::kUint16:
      return 8;
    default:
      return 16;
  }
}

cl_image_desc ShapeOf(size_t columns, size_t rows) {
  cl_image_desc shape{};
  shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = columns;
  shape.image_height = rows;
  return shape;
}

std::string BuildLog(cl_program program, cl_device_id id) {
  size_t size = 0;
  if (clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS ||
      size == 0) {
    return {};
  }
  std::string log(size, '\0');
  if (clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr) !=
      CL_SUCCESS) {
    return {};
  }
  return log.substr(0, log.find('\0'));
}

}  // namespace

template <typename T>
T ClKernel::Limit(cl_kernel_work_group_info name) const {
  T value{};
  Check(clGetKernelWorkGroupInfo(get(), place_.id, name, sizeof(value), &value, nullptr),
        "clGetKernelWorkGroupInfo", place_.name);
  return value;
}

size_t ClKernel::GroupItems() const {
  return Limit<size_t>(CL_KERNEL_WORK_GROUP_SIZE);
}

uint64_t ClKernel::LocalBytes() const {
  return Limit<cl_ulong>(CL_KERNEL_LOCAL_MEM_SIZE);
}

void ClKernel::Set(uint32_t index, const void* value, size_t bytes) {
  Check(clSetKernelArg(get(), index, bytes, value), "clSetKernelArg", place_.name);
}

void ClKernel::Set(uint32_t index, const Memory* memory) {
  const cl_mem object = memory ? Native(*memory) : nullptr;
  Set(index, &object, sizeof(object));
}

KernelOwner ClProgram::MakeKernel(const std::string& name) {
  cl_int status = CL_SUCCESS;
  KernelHandle kernel(clCreateKernel(handle_.get(), name.c_str(), &status));
  Check(status, "clCreateKernel", place_.name);
  return std::make_unique<ClKernel>(std::move(kernel), place_);
}

std::vector<unsigned char> ClProgram::Binary() const {
  size_t size = 0;
  if (clGetProgramInfo(handle_.get(), CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr) !=
      CL_SUCCESS) {
    return {};
  }
  std::vector<unsigned char> binary(size);
  unsigned char* data = binary.data();
  if (size == 0 || clGetProgramInfo(handle_.get(), CL_PROGRAM_BINARIES, sizeof(data), &data,
                                    nullptr) != CL_SUCCESS) {
    return {};
  }
  return binary;
}

MemoryOwner ClContext::Checked(cl_mem memory, cl_int status, const char* call) const {
  MemoryHandle handle(memory);
  CheckAllocation(status, call, place_.name);
  return std::make_unique<ClMemory>(std::move(handle));
}

MemoryOwner ClContext::Allocate(size_t bytes) {
  cl_int status = CL_SUCCESS;
  const cl_mem memory = clCreateBuffer(handle_.get(), CL_MEM_READ_WRITE, bytes, nullptr, &status);
  return Checked(memory, status, "clCreateBuffer");
}

MemoryOwner ClContext::Part(Memory& whole, size_t begin, size_t bytes) {
  const cl_buffer_region region = {begin, bytes};
  cl_int status = CL_SUCCESS;
  const cl_mem memory = clCreateSubBuffer(Native(whole), CL_MEM_READ_ONLY,
                                          CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
  return Checked(memory, status, "clCreateSubBuffer");
}

MemoryOwner ClContext::Share(void* host, size_t bytes, Access access) {
  MemoryHandle memory(
      clCreateBuffer(handle_.get(), FlagsOf(access) | CL_MEM_USE_HOST_PTR, bytes, host, nullptr));
  if (!memory) return nullptr;
  return std::make_unique<ClMemory>(std::move(memory));
}

MemoryOwner ClContext::Pin(void* host, size_t bytes) {
  cl_int status = CL_SUCCESS;
  const cl_mem memory =
      clCreateBuffer(handle_.get(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, host, &status);
  return Checked(memory, status, "clCreateBuffer");
}

MemoryOwner ClContext::MakeImage(TexelFormat format, size_t columns, size_t rows, Access access) {
  const cl_image_format texels = FormatOf(format);
  const cl_image_desc shape = ShapeOf(columns, rows);
  cl_int status = CL_SUCCESS;
  const cl_mem memory =
      clCreateImage(handle_.get(), FlagsOf(access), &texels, &shape, nullptr, &status);
  return Checked(memory, status, "clCreateImage");
}

// cl_khr_image2d_from_buffer.
MemoryOwner ClContext::ImageOn(Memory& buffer, TexelFormat format, size_t columns, size_t rows) {
  const cl_image_format texels = FormatOf(format);
  cl_image_desc shape = ShapeOf(columns, rows);
  shape.image_row_pitch = columns * TexelBytes(format);
  shape.buffer = Native(buffer);
  cl_int status = CL_SUCCESS;
  MemoryHandle memory(
      clCreateImage(handle_.get(), CL_MEM_READ_ONLY, &texels, &shape, nullptr, &status));
  if (status != CL_SUCCESS) return nullptr;
  return std::make_unique<ClMemory>(std::move(memory));
}

QueueHandle ClContext::NewQueue(bool timed) const {
  const cl_command_queue_properties properties = timed ? CL_QUEUE_PROFILING_ENABLE : 0;
  cl_int status = CL_SUCCESS;
  QueueHandle queue(clCreateCommandQueue(handle_.get(), place_.id, properties, &status));
  CheckAllocation(status, "clCreateCommandQueue", place_.name);
  return queue;
}

// One kernel fills a CPU, so all queues of one are the same. PoCL 3.1 confuses kernels of a name
// that run at the same time in different sizes, and aborts.
QueueOwner ClContext::MakeQueue(bool timed) {
  if (!is_cpu_) return std::make_unique<ClQueue>(NewQueue(timed), place_);
  const std::lock_guard lock(mutex_);
  if (!only_queue_) only_queue_ = NewQueue(true);
  Check(clRetainCommandQueue(only_queue_.get()), "clRetainCommandQueue", place_.name);
  return std::make_unique<ClQueue>(QueueHandle(only_queue_.get()), place_);
}

ProgramOwner ClContext::Compile(const char* source, const std::string& options) {
  cl_int status = CL_SUCCESS;
  ProgramHandle program(clCreateProgramWithSource(handle_.get(), 1, &source, nullptr, &status));
  Check(status, "clCreateProgramWithSource", place_.name);
  status = clBuildProgram(program.get(), 1, &place_.id, options.c_str(), nullptr, nullptr);
  if (status == CL_SUCCESS) return std::make_unique<ClProgram>(std::move(program), place_);
  throw Problem(MagickAccelerateFailed, MagickAccelerateBuildFailed,
                "clBuildProgram: " + StatusName(status) + " on " + place_.name + ": " +
                    BuildLog(program.get(), place_.id));
}

ProgramOwner ClContext::Load(const std::vector<unsigned char>& binary, const std::string& options) {
  const unsigned char* data = binary.data();
  const size_t size = binary.size();
  cl_int loaded = CL_SUCCESS, status = CL_SUCCESS;
  ProgramHandle program(
      clCreateProgramWithBinary(handle_.get(), 1, &place_.id, &size, &data, &loaded, &status));
  if (status != CL_SUCCESS || loaded != CL_SUCCESS) return nullptr;
  status = clBuildProgram(program.get(), 1, &place_.id, options.c_str(), nullptr, nullptr);
  if (status != CL_SUCCESS) return nullptr;
  return std::make_unique<ClProgram>(std::move(program), place_);
}

}  // namespace opencl

const char kBackend[] = "opencl";
const bool kPinsForAll = false;

ContextOwner OpenContext(const DeviceFacts& facts) {
  const cl_device_id id = opencl::IdOf(facts);
  cl_platform_id platform = nullptr;
  opencl::Check(clGetDeviceInfo(id, CL_DEVICE_PLATFORM, sizeof(platform), &platform, nullptr),
                "clGetDeviceInfo", facts.stable_name);
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(platform), 0};
  cl_int status = CL_SUCCESS;
  opencl::ContextHandle opened(clCreateContext(properties, 1, &id, nullptr, nullptr, &status));
  // A loader may refuse a platform that it does not know; the device is its driver's.
  if (status == CL_INVALID_PLATFORM)
    opened = opencl::ContextHandle(clCreateContext(nullptr, 1, &id, nullptr, nullptr, &status));
  opencl::Check(status, "clCreateContext", facts.stable_name);
  return std::make_unique<opencl::ClContext>(std::move(opened), facts);
}

}  // namespace lodestone::accel::gpu
