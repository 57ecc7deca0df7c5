// What of a JPEG file the acceleration layer can decode.
#pragma once

#include <cstdint>
#include <span>

#include "coders/jpeg/jpeg.hpp"
#include "kernels/jpeg/frame.hpp"

namespace lodestone::coders {

struct BaselineScan {
  // Null, or why libjpeg has to decode it.
  const char* reason = nullptr;
  kernels::JpegFrame frame;
  std::span<const std::uint8_t> bytes;  // of `file`
};

// The file as `info`, which libjpeg has read its header to, asks for it. Empty: from a pipe.
void FindBaselineScan(const jpeg_decompress_struct& info, std::span<const std::uint8_t> file,
                      BaselineScan& scan);

}  // namespace lodestone::coders
