// Memory of a device.
#include "accel/modules/plugin_device.hpp"

namespace lodestone::accel {

MagickAccelerateBuffer* PluginDevice::CreateBuffer(std::uint64_t bytes, Attempt& attempt) {
  void* const memory = Allocate(MagickAccelerateImageMemory, bytes, attempt);
  if (attempt.parts.reason == MagickAccelerateUnsupported) keeps_images_ = false;
  return static_cast<MagickAccelerateBuffer*>(memory);
}

void PluginDevice::ReleaseBuffer(MagickAccelerateBuffer* buffer) {
  Free(MagickAccelerateImageMemory, buffer);
}

Attempt PluginDevice::ReadBuffer(const MagickAcceleratePixels& pixels, std::size_t pixel_bytes) {
  return Enter(DriverPhase::kMemory, 0, module_->table().read, &pixels, pixel_bytes);
}

Attempt PluginDevice::WriteBuffer(const MagickAcceleratePixels& pixels, std::size_t pixel_bytes) {
  return Enter(DriverPhase::kMemory, 0, module_->table().write, &pixels, pixel_bytes);
}

Attempt PluginDevice::Locate(MagickAccelerateBuffer* buffer, MagickAccelerateDevicePixels& pixels) {
  if (!module_->table().address)
    return Declined(MagickAccelerateUnsupported, "its module gives no addresses of device memory");
  return Enter(DriverPhase::kMemory, 0, module_->table().address, buffer, &pixels);
}

MagickAccelerateBuffer* PluginDevice::WrapPixels(const MagickAccelerateDevicePixels& pixels,
                                                 Attempt& attempt) {
  MagickAccelerateBuffer* buffer = nullptr;
  attempt = Enter(DriverPhase::kMemory, 0, module_->table().wrap, &pixels, &buffer);
  return attempt.done() ? buffer : nullptr;
}

void* PluginDevice::AcquireHostMemory(std::uint64_t bytes) {
  if (!pins_memory_) return nullptr;
  Attempt attempt;
  void* const memory = Allocate(MagickAcceleratePinnedMemory, bytes, attempt);
  if (attempt.parts.reason == MagickAccelerateUnsupported) pins_memory_ = false;
  return memory;
}

void PluginDevice::ReleaseHostMemory(void* data) {
  Free(MagickAcceleratePinnedMemory, data);
}

void* PluginDevice::Allocate(MagickAccelerateMemory kind, std::uint64_t bytes, Attempt& attempt) {
  if (!module_->table().allocate) {
    attempt = Declined(MagickAccelerateUnsupported, "the accelerator does not keep images");
    return nullptr;
  }
  void* memory = nullptr;
  attempt = Enter(DriverPhase::kMemory, 0, module_->table().allocate, kind, bytes, &memory);
  return attempt.done() ? memory : nullptr;
}

void PluginDevice::Free(MagickAccelerateMemory kind, void* memory) {
  const DriverScope scope(marker_, DriverPhase::kMemory);
  module_->table().free(module_->state(), index_, kind, memory);
}

}  // namespace lodestone::accel
