// Decoding of baseline JPEG files on the threads of the CPU, sample for sample as libjpeg-turbo:
// JDCT_ISLOW and fancy upsampling.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/jpeg/frame.hpp"

namespace lodestone::kernels {

// Bytes that vectors may read behind the planes.
inline constexpr std::size_t kJpegPlanesBeyond = 64;

// The samples of all components, as the layout has them, from the scan that the frame names. Null,
// or why libjpeg has to decode the file instead. Throws std::bad_alloc.
const char* DecodeJpegPlanes(std::span<const std::uint8_t> file, const JpegFrame& frame,
                             const JpegLayout& layout, std::uint8_t* planes);

}  // namespace lodestone::kernels
