// Host memory that is no image's, as the acceleration layer has images.
#pragma once

#include <cstdint>

#include "accel/pixels/work_images.hpp"
#include "accel/work.hpp"

namespace lodestone {

// Rows without gaps; the memory must outlive it.
class PlainPixels final : public accel::HostPixels {
 public:
  enum class Use { kSource, kDestination };
  PlainPixels(void* memory, accel::PixelShape shape, Use use)
      : memory_(memory), shape_(shape), pixels_(*this, shape) {
    if (use == Use::kSource) pixels_.MarkHostWritten();
  }

  void* Memory(Contents) override { return memory_; }
  MagickAcceleratePixels View() const {
    return accel::HostView(nullptr, static_cast<std::uint32_t>(shape_.columns),
                           static_cast<std::uint32_t>(shape_.rows), shape_.row_bytes());
  }
  accel::Images images() { return {&pixels_, this}; }

 private:
  void* const memory_;
  const accel::PixelShape shape_;
  accel::DevicePixels pixels_;
};

}  // namespace lodestone
