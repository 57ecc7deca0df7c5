#include <algorithm>
#include <array>
#include <fstream>

#include "accel/gpu/cuda/objects.hpp"

namespace lodestone::accel::gpu {
namespace cuda {
namespace {

// Of the instruction set that programs are compiled for.
constexpr unsigned kLeastArchitecture = 70;

constexpr int kDlpackCuda = 2;

// An attribute of a device; 0 if the query fails.
int Attribute(CUdevice device, int attribute) {
  int value = 0;
  if (Cuda().cuDeviceGetAttribute(&value, attribute, device) != CUDA_SUCCESS) return 0;
  return std::max(value, 0);
}

size_t Size(CUdevice device, int attribute) {
  return static_cast<size_t>(Attribute(device, attribute));
}

std::string NameOf(CUdevice device) {
  std::array<char, 256> name{};
  if (Cuda().cuDeviceGetName(name.data(), name.size() - 1, device) != CUDA_SUCCESS) return {};
  return name.data();
}

// The interface has no function for it: 12020 is of all drivers that know CUDA 12.2.
std::string DriverVersion() {
  std::string version;
  std::getline(std::ifstream("/sys/module/nvidia/version"), version);
  return version.empty() ? "unknown driver" : version;
}

std::string CudaVersion() {
  int version = 0;
  if (Cuda().cuDriverGetVersion(&version) != CUDA_SUCCESS) return "CUDA";
  return "CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string PlaceOf(CUdevice device) {
  const auto number = [&](int attribute) {
    return static_cast<unsigned>(Attribute(device, attribute));
  };
  return PciPlace(number(CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID), number(CU_DEVICE_ATTRIBUTE_PCI_BUS_ID),
                  number(CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID), 0);
}

void QueryLimits(CUdevice device, DeviceFacts& facts) {
  size_t memory = 0;
  if (Cuda().cuDeviceTotalMem(&memory, device) != CUDA_SUCCESS) memory = 0;
  facts.memory_bytes = memory;
  facts.usable_bytes = facts.allocation_bytes = facts.memory_bytes / 8 * 7;
  // More can be had, at the cost of groups that run at once.
  facts.local_bytes = Size(device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
  facts.base_alignment_bytes = 256;
  facts.group_items = Size(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  facts.group_columns = Size(device, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X);
  facts.group_rows = Size(device, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y);
  facts.compute_units =
      static_cast<unsigned>(Attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
  facts.clock_mhz = static_cast<unsigned>(Attribute(device, CU_DEVICE_ATTRIBUTE_CLOCK_RATE)) / 1000;
}

void Judge(CUdevice device, DeviceFacts& facts) {
  if (ArchitectureOf(device) < kLeastArchitecture) {
    facts.problem = "compute capability 7.0 is required, the device has " + facts.device_version;
    facts.hint = "use it through OpenCL: package lodestone-opencl";
  } else if (Attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE) == CU_COMPUTEMODE_PROHIBITED) {
    facts.problem = "its compute mode prohibits programs";
    facts.hint = "nvidia-smi --compute-mode=DEFAULT allows them";
  }
}

DeviceFacts QueryDevice(CUdevice device) {
  const unsigned architecture = ArchitectureOf(device);
  DeviceFacts facts;
  facts.handle = HandleOf(device);
  facts.platform_name = "CUDA";
  facts.platform_version = CudaVersion();
  facts.device_name = NameOf(device);
  facts.device_version =
      std::to_string(architecture / 10) + "." + std::to_string(architecture % 10);
  facts.driver_version = DriverVersion();
  facts.type = MagickAccelerateTypeGPU;
  facts.hardware = PlaceOf(device);
  facts.address_type = kDlpackCuda;
  facts.address_id = device;
  QueryLimits(device, facts);
  Judge(device, facts);
  return facts;
}

}  // namespace

unsigned ArchitectureOf(CUdevice device) {
  return static_cast<unsigned>(Attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) *
                                   10 +
                               Attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
}

}  // namespace cuda

using namespace cuda;

Discovery DiscoverDevices() {
  constexpr const char* kCheck =
      "check that this user may open /dev/nvidia*, and that nvidia-smi lists the GPUs";
  const Api& api = Cuda();
  if (!api.problem.empty()) return {{}, api.problem, api.hint};
  int count = 0;
  CUresult status = api.cuInit(0);
  if (status == CUDA_SUCCESS) status = api.cuDeviceGetCount(&count);
  if (status == CUDA_ERROR_NO_DEVICE || (status == CUDA_SUCCESS && count == 0))
    return {{}, "NVIDIA's driver reports no device", kCheck};
  if (status == CUDA_ERROR_SYSTEM_DRIVER_MISMATCH)
    return {{},
            "libcuda.so.1 is of another version than the kernel's driver",
            "restart the machine, or update NVIDIA's driver"};
  if (status != CUDA_SUCCESS) return {{}, "cuInit: " + StatusName(status), kCheck};
  Discovery found;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    CUdevice device = 0;
    if (api.cuDeviceGet(&device, ordinal) == CUDA_SUCCESS)
      found.devices.push_back(QueryDevice(device));
  }
  NameDevices(found.devices);
  if (found.devices.empty()) return {{}, "NVIDIA's driver gives no device", kCheck};
  return found;
}

}  // namespace lodestone::accel::gpu
