// The images used for measuring, and where their pixels are.
#pragma once

#include "accel/accelerate.h"
#include "utilities/shell/handles.hpp"

namespace lodestone::measure {

// Chooses the path of this thread's calls during its lifetime.
class ThreadMode {
 public:
  explicit ThreadMode(MagickAccelerateMode mode) : before_(MagickAccelerateSetThreadMode(mode)) {}
  ~ThreadMode() { MagickAccelerateSetThreadMode(before_); }
  ThreadMode(const ThreadMode&) = delete;
  ThreadMode& operator=(const ThreadMode&) = delete;

 private:
  const MagickAccelerateMode before_;
};

// The functions throw cli::CommandError with the library's reason.

// Opaque random pixels, the same every time, so that no path has an advantage.
cli::ImageList MakeNoise(unsigned long columns, unsigned long rows);

// Reads a file, or only its size.
cli::ImageList ReadFile(const std::string& name, bool size_alone = false);

// Writes to the image, which leaves the only valid copy of its pixels in host memory.
void MoveToHost(Image* image);

// All pixels in host memory, fetched from a device if they are there: a caller would read them, so
// this is part of the time of a call. The image owns them.
const PixelPacket* FetchPixels(const Image& image);

}  // namespace lodestone::measure
