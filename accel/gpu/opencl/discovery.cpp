#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "accel/gpu/driver.hpp"
#include "accel/gpu/opencl/api.hpp"

namespace lodestone::accel::gpu {
namespace opencl {
namespace {

// Returned by ocl-icd and the Khronos loader if no vendor is registered.
constexpr cl_int kPlatformNotFound = -1001;

std::string Trim(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

template <typename Object, typename Query, typename Name>
std::string Text(Object object, Query query, Name name) {
  size_t size = 0;
  if (query(object, name, 0, nullptr, &size) != CL_SUCCESS || size == 0) return {};
  std::string text(size, '\0');
  if (query(object, name, size, text.data(), nullptr) != CL_SUCCESS) return {};
  return Trim(text.substr(0, text.find('\0')));
}

// The value of a device property; zero if the query fails.
template <typename T>
T Number(cl_device_id device, cl_device_info name) {
  T value{};
  if (clGetDeviceInfo(device, name, sizeof(value), &value, nullptr) != CL_SUCCESS) return T{};
  return value;
}

// CL_DEVICE_IMAGE_PITCH_ALIGNMENT, which came after OpenCL 1.2.
constexpr cl_device_info kImagePitchAlignment = 0x104A;

MagickAccelerateDeviceType TypeOf(cl_device_id id) {
  const auto type = Number<cl_device_type>(id, CL_DEVICE_TYPE);
  if (type & CL_DEVICE_TYPE_GPU) return MagickAccelerateTypeGPU;
  return type & CL_DEVICE_TYPE_CPU ? MagickAccelerateTypeCPU : MagickAccelerateTypeOther;
}

// Without -w PoCL prints the number of warnings of each program to standard error.
std::string CompilerOptions(cl_device_id id) {
  const auto floats = Number<cl_device_fp_config>(id, CL_DEVICE_SINGLE_FP_CONFIG);
  const bool divides = (floats & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
  return std::string("-cl-std=CL1.2 -w") +
         (divides ? " -cl-fp32-correctly-rounded-divide-sqrt" : "");
}

void Judge(DeviceFacts& facts) {
  const cl_device_id id = IdOf(facts);
  if (!Number<cl_bool>(id, CL_DEVICE_AVAILABLE)) {
    facts.problem = "the driver says that the device is not available";
    facts.hint = "check whether another process is using it, or restart the driver";
  } else if (!Number<cl_bool>(id, CL_DEVICE_COMPILER_AVAILABLE)) {
    facts.problem = "the driver has no kernel compiler";
    facts.hint = "install the full OpenCL package of the device's vendor";
  } else if (ParseVersion(facts.device_version) < 102) {
    facts.problem = "OpenCL 1.2 is required, the device has " + facts.device_version;
    facts.hint = "update the driver";
  } else if (!Number<cl_bool>(id, CL_DEVICE_ENDIAN_LITTLE)) {
    facts.problem = "the device has a different byte order than the host";
    facts.hint = "use another device";
  }
}

void QueryLimits(DeviceFacts& facts) {
  const cl_device_id id = IdOf(facts);
  facts.memory_bytes = Number<cl_ulong>(id, CL_DEVICE_GLOBAL_MEM_SIZE);
  facts.usable_bytes = facts.memory_bytes / 8 * 7;
  facts.allocation_bytes = Number<cl_ulong>(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  facts.local_bytes = Number<cl_ulong>(id, CL_DEVICE_LOCAL_MEM_SIZE);
  facts.base_alignment_bytes = Number<cl_uint>(id, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  facts.group_items = Number<size_t>(id, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  facts.compute_units = Number<cl_uint>(id, CL_DEVICE_MAX_COMPUTE_UNITS);
  facts.clock_mhz = Number<cl_uint>(id, CL_DEVICE_MAX_CLOCK_FREQUENCY);
  const cl_uint dimensions = Number<cl_uint>(id, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS);
  std::vector<size_t> items(dimensions < 3 ? 3 : dimensions, 1);
  if (clGetDeviceInfo(id, CL_DEVICE_MAX_WORK_ITEM_SIZES, items.size() * sizeof(items[0]),
                      items.data(), nullptr) == CL_SUCCESS) {
    facts.group_columns = items[0];
    facts.group_rows = items[1];
  }
}

void QueryImages(DeviceFacts& facts) {
  const cl_device_id id = IdOf(facts);
  if (!Number<cl_bool>(id, CL_DEVICE_IMAGE_SUPPORT)) return;
  facts.image_columns = Number<size_t>(id, CL_DEVICE_IMAGE2D_MAX_WIDTH);
  facts.image_rows = Number<size_t>(id, CL_DEVICE_IMAGE2D_MAX_HEIGHT);
  if (facts.extensions.find("cl_khr_image2d_from_buffer") != std::string::npos)
    facts.image_pitch_px = Number<cl_uint>(id, kImagePitchAlignment);
}

// By cl_khr_pci_bus_info or cl_nv_device_attribute_query; older headers lack both.
std::string PlaceOf(cl_device_id id, const std::string& extensions) {
  struct PciBusInfo {
    cl_uint domain, bus, device, function;
  };
  constexpr cl_device_info kPciBusInfo = 0x410F;
  constexpr cl_device_info kNvidiaBus = 0x4008, kNvidiaSlot = 0x4009, kNvidiaDomain = 0x400A;
  if (extensions.find("cl_khr_pci_bus_info") != std::string::npos) {
    const auto at = Number<PciBusInfo>(id, kPciBusInfo);
    return PciPlace(at.domain, at.bus, at.device, at.function);
  }
  if (extensions.find("cl_nv_device_attribute_query") == std::string::npos) return {};
  return PciPlace(Number<cl_uint>(id, kNvidiaDomain), Number<cl_uint>(id, kNvidiaBus),
                  Number<cl_uint>(id, kNvidiaSlot), 0);
}

DeviceFacts QueryDevice(cl_platform_id platform, cl_device_id id) {
  DeviceFacts facts;
  facts.handle = id;
  facts.platform_name = Text(platform, clGetPlatformInfo, CL_PLATFORM_NAME);
  facts.platform_version = Text(platform, clGetPlatformInfo, CL_PLATFORM_VERSION);
  facts.device_name = Text(id, clGetDeviceInfo, CL_DEVICE_NAME);
  facts.device_version = Text(id, clGetDeviceInfo, CL_DEVICE_VERSION);
  facts.driver_version = Text(id, clGetDeviceInfo, CL_DRIVER_VERSION);
  facts.type = TypeOf(id);
  facts.compiler_options = CompilerOptions(id);
  facts.extensions = Text(id, clGetDeviceInfo, CL_DEVICE_EXTENSIONS);
  facts.hardware = PlaceOf(id, facts.extensions);
  facts.unified_memory = Number<cl_bool>(id, CL_DEVICE_HOST_UNIFIED_MEMORY) != 0;
  // Mesa's llvmpipe, which also compiles at every launch.
  facts.slow_compiler = facts.platform_name == "rusticl" && facts.is_cpu();
  QueryLimits(facts);
  QueryImages(facts);
  Judge(facts);
  return facts;
}

// Empty if the platform cannot be queried, which is treated as having no devices.
std::vector<cl_device_id> DevicesOf(cl_platform_id platform) {
  cl_uint count = 0;
  if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) return {};
  std::vector<cl_device_id> ids(count);
  if (count == 0 ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr) != CL_SUCCESS) {
    return {};
  }
  return ids;
}

std::vector<cl_platform_id> Platforms(cl_int* status) {
  cl_uint count = 0;
  *status = clGetPlatformIDs(0, nullptr, &count);
  std::vector<cl_platform_id> platforms(*status == CL_SUCCESS ? count : 0);
  if (!platforms.empty()) *status = clGetPlatformIDs(count, platforms.data(), nullptr);
  if (*status != CL_SUCCESS) platforms.clear();
  if (*status == kPlatformNotFound) *status = CL_SUCCESS;
  return platforms;
}

// Of a driver that the loader does not know; its functions call that of whatever object they get.
std::vector<cl_platform_id> PlatformsOf(const char* driver) {
  using Address = void*(CL_API_CALL*)(const char*);
  using PlatformIds = cl_int(CL_API_CALL*)(cl_uint, cl_platform_id*, cl_uint*);
  // It stays, since drivers have threads.
  void* const library = ::dlopen(driver, RTLD_NOW);
  if (!library) return {};
  const auto address = reinterpret_cast<Address>(::dlsym(library, "clGetExtensionFunctionAddress"));
  if (!address) return {};
  const auto ids = reinterpret_cast<PlatformIds>(address("clIcdGetPlatformIDsKHR"));
  cl_uint count = 0;
  if (!ids || ids(0, nullptr, &count) != CL_SUCCESS) return {};
  std::vector<cl_platform_id> platforms(count);
  if (count == 0 || ids(count, platforms.data(), nullptr) != CL_SUCCESS) return {};
  return platforms;
}

constexpr const char* kNvidia = "libnvidia-opencl.so.1";

// Containers made for CUDA have NVIDIA's driver, but often no file that names it to the loader, or
// only a variable that Debian's loader does not read. A user who names others has said which.
void AddNvidia(std::vector<cl_platform_id>* platforms) {
  const char* const files = std::getenv("OCL_ICD_FILENAMES");
  if (std::getenv("OCL_ICD_VENDORS") || (files && !std::strstr(files, kNvidia))) return;
  for (const cl_platform_id platform : *platforms) {
    if (Text(platform, clGetPlatformInfo, CL_PLATFORM_VENDOR).find("NVIDIA") != std::string::npos)
      return;
  }
  const auto found = PlatformsOf(kNvidia);
  platforms->insert(platforms->end(), found.begin(), found.end());
}

}  // namespace

unsigned ParseVersion(const std::string& text) {
  unsigned major = 0, minor = 0;
  if (std::sscanf(text.c_str(), "OpenCL %u.%u", &major, &minor) != 2) return 0;
  return major * 100 + minor;
}

}  // namespace opencl

using namespace opencl;

Discovery DiscoverDevices() {
  Discovery found;
  cl_int status = CL_SUCCESS;
  std::vector<cl_platform_id> platforms = Platforms(&status);
  AddNvidia(&platforms);
  if (status == CL_SUCCESS && platforms.empty()) {
    found.problem = "no OpenCL platform is installed";
    found.hint =
        "install the OpenCL package of your GPU's vendor, or pocl-opencl-icd to use the CPU";
    return found;
  }
  if (platforms.empty()) {
    found.problem = "clGetPlatformIDs: " + StatusName(status);
    found.hint = "reinstall the OpenCL drivers listed in /etc/OpenCL/vendors";
    return found;
  }
  for (cl_platform_id platform : platforms) {
    for (cl_device_id id : DevicesOf(platform)) found.devices.push_back(QueryDevice(platform, id));
  }
  NameDevices(found.devices);
  if (found.devices.empty()) {
    found.problem = "OpenCL is installed but reports no device";
    found.hint =
        "check that this user may open /dev/dri or /dev/nvidia*, or install pocl-opencl-icd";
  }
  return found;
}

}  // namespace lodestone::accel::gpu
