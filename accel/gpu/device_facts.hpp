// Which devices there are, and what each can do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "accel/plugin.h"

namespace lodestone::accel::gpu {

struct DeviceFacts {
  void* handle = nullptr;  // the backend's
  std::string platform_name, platform_version;
  std::string device_name, device_version, driver_version;
  std::string hardware;     // where it is, as in MagickAccelerateDeviceInfo; "" if not known
  std::string stable_name;  // platform:type:name; "#2" and so on appended for identical devices
  MagickAccelerateDeviceType type = MagickAccelerateTypeOther;
  std::string compiler_options;  // of every program
  std::string extensions;        // as the driver lists them
  // Of addresses of its memory, as DLPack numbers types and devices; 0: there are none.
  int address_type = 0, address_id = 0;
  bool unified_memory = false;
  bool slow_compiler = false;  // takes minutes for kernels that others compile in a second
  uint64_t memory_bytes = 0, allocation_bytes = 0, local_bytes = 0;
  uint64_t usable_bytes = 0;  // of the memory: the driver and other programs need some
  size_t base_alignment_bytes = 0;
  size_t group_items = 0, group_columns = 0, group_rows = 0;
  size_t image_columns = 0, image_rows = 0;  // of the largest image object; 0 without any
  size_t image_pitch_px = 0;  // rows of images on buffers are multiples of this; 0: there are none
  unsigned compute_units = 0, clock_mhz = 0;
  std::string problem, hint;  // why it cannot be used and what may help; "" if it can

  bool is_cpu() const { return type == MagickAccelerateTypeCPU; }
  bool is_gpu() const { return type == MagickAccelerateTypeGPU; }
};

struct Discovery {
  std::vector<DeviceFacts> devices;
  std::string problem, hint;  // set if there are none
};

// DeviceFacts::hardware of a device on that bus.
std::string PciPlace(unsigned domain, unsigned bus, unsigned device, unsigned function);

// Sets all stable names.
void NameDevices(std::vector<DeviceFacts>& devices);

}  // namespace lodestone::accel::gpu
