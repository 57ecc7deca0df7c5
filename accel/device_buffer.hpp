// Memory on a device that holds one image, and making room for more of it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "accel/modules/plugin_device.hpp"

namespace lodestone::accel {

// Owned by those who use it at the moment and by the image whose pixels it holds.
class DeviceBuffer {
 public:
  DeviceBuffer(std::shared_ptr<PluginDevice> device, MagickAccelerateBuffer* handle)
      : device_(std::move(device)), handle_(handle) {}
  ~DeviceBuffer();
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;

  PluginDevice& device() const { return *device_; }
  MagickAccelerateBuffer* handle() const { return handle_; }

  // Uses are numbered, so that the least recent one can be told.
  void Touch();
  std::uint64_t last_use() const { return last_use_; }

 private:
  const std::shared_ptr<PluginDevice> device_;
  MagickAccelerateBuffer* const handle_;
  std::atomic<std::uint64_t> last_use_{0};
};

// A buffer on the device. When its memory is short, images that have not been used there for the
// longest time give theirs up, after their pixels have been brought to the host if they are nowhere
// else. Null with the reason in `attempt` when that does not help.
std::shared_ptr<DeviceBuffer> MakeDeviceBuffer(const std::shared_ptr<PluginDevice>& device,
                                               std::uint64_t bytes, Attempt& attempt);

}  // namespace lodestone::accel
