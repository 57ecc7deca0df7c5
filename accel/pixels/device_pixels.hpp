// Where the pixels of one image are: in host memory, on devices, or both. The only place that makes
// the host's copy valid and knows which copies are valid.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "accel/modules/plugin_device.hpp"

namespace lodestone::accel {

// Memory on a device that holds one image. Owned by the calls that use it at the moment and by the
// image whose pixels it holds.
class DeviceBuffer {
 public:
  DeviceBuffer(std::shared_ptr<PluginDevice> device, MagickAccelerateBuffer* handle,
               bool is_ours = true)
      : device_(std::move(device)), handle_(handle), is_ours_(is_ours) {}
  ~DeviceBuffer();
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;

  PluginDevice& device() const { return *device_; }
  MagickAccelerateBuffer* handle() const { return handle_; }

  // Not memory of somebody else.
  bool is_ours() const { return is_ours_; }
  // Has its owner told once it is no longer used; null: need not be.
  void SetRelease(void (*release)(void*), void* context);

  // Uses are numbered, to find the least recent one.
  void Touch();
  std::uint64_t last_use() const { return last_use_; }

 private:
  const std::shared_ptr<PluginDevice> device_;
  MagickAccelerateBuffer* const handle_;
  const bool is_ours_;
  std::atomic<std::uint64_t> last_use_{0};
  void (*release_)(void*) = nullptr;
  void* context_ = nullptr;
};

// The host memory of an image: rows without gaps.
class HostPixels {
 public:
  enum class Contents { kZero, kUndefined };
  // The same memory each time, with the requested contents if it is new. Null if out of memory.
  virtual void* Memory(Contents contents) = 0;

 protected:
  ~HostPixels() = default;
};

struct PixelShape {
  std::size_t columns, rows, pixel_bytes;
  std::uint64_t row_bytes() const { return std::uint64_t{columns} * pixel_bytes; }
  std::uint64_t bytes() const { return row_bytes() * rows; }
};

// Threads: safe. The owner of an image must prevent writes while others use it.
class DevicePixels {
 public:
  // Pixels that do not exist yet: fetched before they are written, they are zeros.
  DevicePixels(HostPixels& host, PixelShape shape);
  // Pixels that are only on devices are lost with the image.
  ~DevicePixels();
  DevicePixels(const DevicePixels&) = delete;
  DevicePixels& operator=(const DevicePixels&) = delete;

  bool in_host() const;
  bool nowhere() const;

  // Makes the host's copy valid, with a download if needed, which an event records.
  Attempt Fetch();

  // Predicted duration of that.
  std::uint64_t FetchNs() const;

  // Only the host's memory is valid from now on: its owner writes, or has written, to it.
  void MarkHostWritten();

  std::uint64_t bytes() const;
  // Identifies these pixels; expired once they are gone.
  std::weak_ptr<const void> identity() const;
  // True if this device has a copy.
  bool IsOn(const PluginDevice& device) const;

  // A valid copy on this device; null if there is none.
  std::shared_ptr<DeviceBuffer> CopyOn(const PluginDevice& device);
  // The buffer is another valid copy.
  void AddCopy(std::shared_ptr<DeviceBuffer> buffer);
  // The buffer is now the only valid copy.
  void MoveTo(std::shared_ptr<DeviceBuffer> buffer);

  struct State;

 private:
  const std::shared_ptr<State> state_;
};

// Evicts the least recently used buffer on the device that no call is using; somebody else's would
// give no room. False if there is none, or if its pixels could not be fetched.
bool EvictOne(const PluginDevice& device);

// A buffer on the device. If its memory is short, the least recently used images there are evicted,
// after a download if their pixels are nowhere else. Null with the reason in `attempt` if that does
// not help.
std::shared_ptr<DeviceBuffer> MakeDeviceBuffer(const std::shared_ptr<PluginDevice>& device,
                                               std::uint64_t bytes, Attempt& attempt);

// Fetches every image and releases all buffers that no call is using.
void EvictAll();

}  // namespace lodestone::accel
