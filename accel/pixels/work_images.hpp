// Work items together with images whose pixels may not be in host memory.
#pragma once

#include <span>

#include "accel/pixels/device_pixels.hpp"

namespace lodestone::accel {

struct Images {
  DevicePixels* pixels;
  HostPixels* host;
};
struct WorkImages {
  Images source, destination;
  Images second{};  // without pixels if the operation has no second source
  // The CPU may write the result over the source, where the destination then has no pixels.
  bool in_place = false;
};

// Works on one source, of one size, that are chosen for and run together.
struct WorkSet {
  std::span<const MagickAccelerateWork> works;  // at least one
  const WorkImages* images;  // one for each work; null if the pixels are where the works say
  // The caller computes what no accelerator does, and writes that event.
  bool falls_back = false;

  const WorkImages* ImagesOf(std::size_t i) const { return images ? images + i : nullptr; }
};

}  // namespace lodestone::accel
