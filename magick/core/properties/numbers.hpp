// Numbers that the acceleration layer makes of an image: MagickAccelerateHistogram and
// MagickAccelerateBounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "accel/plugin.h"
#include "magick/image.h"
#include "magick/core/calls/operation.hpp"
#include "magick/core/pixels/grey_samples.hpp"

namespace lodestone {

// The result of `work`, which is complete except for its pixels: an image whose bytes are the
// numbers of kernels/statistics/statistics_layout.h. `text`: for the monitor, a printf format that
// takes the file name. NULL with *exception set: no pixels, memory, cancelled.
Image* MakeNumbers(const Image* source, const MagickAccelerateWork& work, const char* text,
                   ExceptionInfo* exception);

// What is in such a result.
class Numbers {
 public:
  // Takes ownership of `result`. Without rows, and with *exception set, if that is NULL or its
  // pixels cannot be fetched.
  Numbers(Image* result, ExceptionInfo* exception);

  std::size_t rows() const { return rows_; }
  std::size_t samples() const { return grey_ ? 1 : 4; }  // of a pixel of the source
  std::span<const std::uint32_t> Row(std::size_t y) const;

 private:
  ImageHolder image_;
  GreySamples grey_;
  const void* data_ = nullptr;
  std::size_t rows_ = 0, row_bytes_ = 0;
};

}  // namespace lodestone
