#include "accel/pixels/shared_pixels.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "accel/events/call_record.hpp"
#include "accel/mode.hpp"
#include "accel/modules/owner.hpp"
#include "accel/modules/registry.hpp"
#include "accel/pixels/host_memory.hpp"
#include "accel/work.hpp"

namespace lodestone::accel {
namespace {

using Holder = std::shared_ptr<DeviceBuffer>;

// Asks device after device until one is done; else each has its reason in the result.
template <class Try>
Attempt OnAnyOf(const DeviceList& devices, const Try& attempt_on) {
  std::string reasons;
  for (const auto& device : devices) {
    const Attempt attempt = attempt_on(device);
    if (attempt.done()) return attempt;
    reasons += (reasons.empty() ? "" : "; ") + device->device() + ": " + attempt.parts.detail;
  }
  return Declined(MagickAccelerateNoDevice, reasons.empty() ? "no usable device" : reasons);
}

DeviceList UsableDevices(const char* name) {
  const DeviceSelector selected = CurrentSelector(), wanted(name ? name : "");
  DeviceList devices = Registry::Get().Devices();
  std::erase_if(devices, [&](const auto& device) {
    return !IsSelected(*device, selected) || !wanted.Matches(device->device(), device->type()) ||
           !device->IsUsable();
  });
  return devices;
}

Attempt Allowed() {
  if (Registry::Forked())
    return Declined(MagickAccelerateForked, "the devices are the parent process's");
  if (MagickAccelerateGetMode() == MagickAccelerateOff)
    return Declined(MagickAccelerateDisabled, "acceleration is off");
  return {};
}

Attempt WrapOn(const std::shared_ptr<PluginDevice>& device,
               const MagickAccelerateDevicePixels& from, DevicePixels& pixels) {
  MagickAccelerateDevicePixels here{};
  Attempt attempt = device->Locate(nullptr, here);
  if (!attempt.done()) return attempt;
  if (from.device_type != here.device_type ||
      (from.device_id >= 0 && from.device_id != here.device_id))
    return Declined(MagickAccelerateNoDevice, "the memory is another device's");
  MagickAccelerateBuffer* const handle = device->WrapPixels(from, attempt);
  if (!handle) return attempt;
  const auto buffer = std::make_shared<DeviceBuffer>(device, handle, false);
  pixels.MoveTo(buffer);
  buffer->SetRelease(from.release, from.context);
  return attempt;
}

// Writes the event once no lock is held.
Attempt Upload(const Images& image, const PixelShape& shape, const Holder& buffer) {
  if (const Attempt fetched = image.pixels->Fetch(); !fetched.done()) return fetched;
  CallRecord record("upload");
  const auto columns = static_cast<std::uint32_t>(shape.columns);
  const auto rows = static_cast<std::uint32_t>(shape.rows);
  MagickAcceleratePixels from = HostView(image.host->Memory(HostPixels::Contents::kUndefined),
                                         columns, rows, shape.row_bytes());
  from.buffer = buffer->handle();
  from.pinned = IsHostMemoryOf(buffer->device(), from.data);
  const Attempt attempt = buffer->device().WriteBuffer(from, shape.pixel_bytes);
  record.SetSizes(columns, rows, columns, rows);
  if (attempt.done()) record.SetDoneBy(buffer->device());
  record.Emit(attempt);
  return attempt;
}

void Release(void* context) {
  delete static_cast<Holder*>(context);
}

Attempt ShareOn(const std::shared_ptr<PluginDevice>& device, const Images& image,
                const PixelShape& shape, MagickAccelerateDevicePixels& to) {
  Attempt attempt = device->Locate(nullptr, to);
  if (!attempt.done()) return attempt;
  auto holder = std::make_unique<Holder>(image.pixels->CopyOn(*device));
  if (!*holder) {
    *holder = MakeDeviceBuffer(device, shape.bytes(), attempt);
    if (!*holder) return attempt;
    attempt = Upload(image, shape, *holder);
    if (!attempt.done()) return attempt;
    image.pixels->AddCopy(*holder);
  }
  attempt = device->Locate((*holder)->handle(), to);
  if (!attempt.done()) return attempt;
  if (to.stride_bytes == 0) to.stride_bytes = shape.row_bytes();
  to.release = Release;
  to.context = holder.release();
  return attempt;
}

}  // namespace

Attempt WrapPixels(const MagickAccelerateDevicePixels& from, DevicePixels& pixels) {
  if (const Attempt allowed = Allowed(); !allowed.done()) return allowed;
  const auto open = Registry::Get().OpenAndHold();
  return OnAnyOf(UsableDevices(nullptr),
                 [&](const auto& device) { return WrapOn(device, from, pixels); });
}

Attempt SharePixels(const Images& image, const PixelShape& shape, const char* name,
                    MagickAccelerateDevicePixels& to) {
  if (const Attempt allowed = Allowed(); !allowed.done()) return allowed;
  const auto open = Registry::Get().OpenAndHold();
  DeviceList devices = UsableDevices(name);
  std::stable_partition(devices.begin(), devices.end(),
                        [&](const auto& device) { return image.pixels->IsOn(*device); });
  return OnAnyOf(devices, [&](const auto& device) { return ShareOn(device, image, shape, to); });
}

}  // namespace lodestone::accel
