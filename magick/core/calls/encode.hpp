// Encoding by the acceleration layer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "base/coder_api.hpp"
#include "kernels/common/aligned_array.hpp"
#include "kernels/jpeg/jpeg.h"
#include "magick/image.h"

namespace lodestone {

// An image, and how a baseline JPEG scan of it is encoded.
struct EncodeRequest {
  const Image* image = nullptr;
  // Null: only the library can encode it, for `reason`.
  const MagickAccelerateEncoding* encoding = nullptr;
  const char* reason = nullptr;
  // Of the one component of an image that has packets: a sample a pixel.
  const Quantum* samples = nullptr;
  // Called with the number of rows that are done, by any thread, one at a time. False cancels.
  std::function<bool(std::size_t rows)> progress;
  const char* library = nullptr;  // that else encodes it, in events
};

// Without markers around it.
struct EncodedScan {
  kernels::AlignedArray<std::uint8_t> memory;
  MagickAccelerateEncoded encoded{};

  bool empty() const { return encoded.bytes == 0; }
  std::span<const std::uint8_t> bytes() const { return {memory.get(), encoded.bytes}; }
};

// Encodes the image, by an accelerator if one can, and else by `otherwise`, to which everything is
// left, whose exceptions are passed on, and after which the scan is empty. An event says who
// encoded it. False: neither, since it was cancelled.
LS_CODER_API bool EncodePixels(const EncodeRequest& request, EncodedScan& scan,
                               const std::function<void()>& otherwise);

}  // namespace lodestone
