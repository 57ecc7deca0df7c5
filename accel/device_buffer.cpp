#include "accel/device_buffer.hpp"

#include "accel/pixels/device_pixels.hpp"
#include "accel/modules/registry.hpp"

namespace lodestone::accel {

// A forked child must not touch the device: what is there belongs to its parent.
DeviceBuffer::~DeviceBuffer() {
  if (!Registry::Get().Forked()) device_->ReleaseBuffer(handle_);
}

void DeviceBuffer::Touch() {
  static std::atomic<std::uint64_t> uses{0};
  last_use_ = ++uses;
}

std::shared_ptr<DeviceBuffer> MakeDeviceBuffer(const std::shared_ptr<PluginDevice>& device,
                                               std::uint64_t bytes, Attempt& attempt) {
  for (;;) {
    if (MagickAccelerateBuffer* handle = device->CreateBuffer(bytes, attempt)) {
      auto buffer = std::make_shared<DeviceBuffer>(device, handle);
      buffer->Touch();
      return buffer;
    }
    if (attempt.parts.reason != MagickAccelerateDeviceMemory || !EvictOne(*device)) return nullptr;
  }
}

}  // namespace lodestone::accel
