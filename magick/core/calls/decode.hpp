// Decoding by the acceleration layer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "base/coder_api.hpp"
#include "kernels/jpeg/jpeg.h"
#include "magick/image.h"

namespace lodestone {

// A baseline JPEG scan, and the image whose pixels it has.
struct DecodeRequest {
  Image* image = nullptr;               // of the size of the result; PseudoClass: of grey levels
  unsigned long columns = 0, rows = 0;  // in the file
  const MagickAccelerateJpeg* jpeg = nullptr;  // null: only the library can decode it, for `reason`
  const char* reason = nullptr;
  std::span<const std::uint8_t> scan;  // what follows the markers, up to the end of the file
  std::uint64_t scratch_bytes = 0;     // that the CPU needs beside the pixels, at most
  MagickAccelerateDecoded* decoded = nullptr;  // filled in by an accelerator that decodes it
  // Called with the number of rows that are done, by any thread, one at a time. False cancels.
  std::function<bool(std::size_t rows)> progress;
  const char* library = nullptr;  // that else decodes it, in events
};

// Gives the image new pixels, by an accelerator if one can decode them, and else by `otherwise`, to
// which they are left entirely, and whose exceptions are passed on. An event says who decoded them.
// False: neither, since they were cancelled.
LS_CODER_API bool DecodePixels(const DecodeRequest& request,
                               const std::function<void()>& otherwise);

}  // namespace lodestone
