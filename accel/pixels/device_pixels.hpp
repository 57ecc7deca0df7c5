// Where the pixels of one image are: in host memory, on devices, or both. The one place that makes
// the host's copy valid, and that knows which copies are.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "accel/device_buffer.hpp"

namespace lodestone::accel {

// The host memory of an image: rows without gaps.
class HostPixels {
 public:
  enum class Contents { kZero, kUndefined };
  // The same memory each time, of the asked contents when it is new. Null when memory is short.
  virtual void* Memory(Contents contents) = 0;

 protected:
  ~HostPixels() = default;
};

struct PixelShape {
  std::size_t columns, rows, pixel_bytes;
  std::uint64_t row_bytes() const { return std::uint64_t{columns} * pixel_bytes; }
  std::uint64_t bytes() const { return row_bytes() * rows; }
};

// Threads: safe. Writing to an image while others use it is for its owner to prevent.
class DevicePixels {
 public:
  // Pixels that are nowhere yet: whoever fetches them before they are written gets zeros.
  DevicePixels(HostPixels& host, PixelShape shape);
  // Pixels that are only on devices are lost with the image.
  ~DevicePixels();
  DevicePixels(const DevicePixels&) = delete;
  DevicePixels& operator=(const DevicePixels&) = delete;

  bool in_host() const;
  bool nowhere() const;

  // Makes the host's copy valid, reading it back from a device if need be; an event tells of that.
  Attempt Fetch();

  // Expected duration of that.
  std::uint64_t FetchNs() const;

  // The host's memory is valid from now on, and the only place: its owner writes, or has written.
  void HostWrites();

  // Explains what follows as if the pixels, which are nowhere, were on that device.
  void PretendOn(const std::shared_ptr<PluginDevice>& device);
  // There is a copy on this device, or would be.
  bool IsOn(const PluginDevice& device) const;

  // A valid copy on this device; null when there is none.
  std::shared_ptr<DeviceBuffer> CopyOn(const PluginDevice& device);
  // The buffer holds the pixels too.
  void AddCopy(std::shared_ptr<DeviceBuffer> buffer);
  // The buffer holds the pixels, and nothing else does.
  void MoveTo(std::shared_ptr<DeviceBuffer> buffer);

  struct State;

 private:
  const std::shared_ptr<State> state_;
};

// Gives up the least recently used buffer on the device that no call is using at this moment. False
// when there is none, or its pixels could not be brought to the host.
bool EvictOne(const PluginDevice& device);

// Brings every image to the host and gives all buffers back that no call is using.
void EvictAll();

}  // namespace lodestone::accel
