// Which OpenCL devices there are, and what each can do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "accel/opencl/device/api.hpp"

namespace lodestone::accel::opencl {

struct DeviceFacts {
  cl_platform_id platform = nullptr;
  cl_device_id id = nullptr;
  std::string platform_name, platform_version;
  std::string device_name, device_version, driver_version;
  std::string stable_name;  // platform:type:name; "#2" and so on appended for identical devices
  cl_device_type type = CL_DEVICE_TYPE_CUSTOM;
  bool compiler = false;
  bool correct_division = false;  // -cl-fp32-correctly-rounded-divide-sqrt is accepted
  bool unified_memory = false;
  uint64_t memory_bytes = 0, allocation_bytes = 0, local_bytes = 0;
  uint64_t usable_bytes = 0;  // of the memory: the driver and other programs need some
  size_t base_alignment_bytes = 0;
  size_t group_items = 0, group_columns = 0, group_rows = 0;
  size_t image_columns = 0, image_rows = 0;  // of the largest image object; 0 without any
  size_t image_pitch_px = 0;  // rows of images on buffers are multiples of this; 0: there are none
  unsigned compute_units = 0, clock_mhz = 0;
  std::string problem, hint;  // why it cannot be used and what may help; "" if it can

  bool is_cpu() const { return (type & CL_DEVICE_TYPE_CPU) != 0; }
  bool is_gpu() const { return (type & CL_DEVICE_TYPE_GPU) != 0; }
  MagickAccelerateDeviceType public_type() const;
};

struct Discovery {
  std::vector<DeviceFacts> devices;
  std::string problem, hint;  // set if there are none
};

// Queries every platform for every device. Builds nothing, throws nothing but std::bad_alloc.
Discovery DiscoverDevices();

// Throws Problem.
Context OpenContext(const DeviceFacts& facts);

// The version in "OpenCL 1.2 text" as 102; 0 if there is none.
unsigned ParseVersion(const std::string& text);

// Makes all stable names unique.
void NumberDuplicates(std::vector<DeviceFacts>& devices);

}  // namespace lodestone::accel::opencl
