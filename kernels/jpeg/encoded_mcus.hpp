// Where the blocks of an image that is to be encoded are.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/jpeg/jpeg.h"

namespace lodestone::kernels {

// MCUs of a row that are transformed at once: few enough for the nearest cache.
inline constexpr std::size_t kJpegChunk = 16;

// One component of kJpegChunk MCUs.
struct JpegChunkPart {
  std::uint32_t across = 1, down = 1;              // blocks of an MCU
  std::uint32_t times_across = 1, times_down = 1;  // pixels of a sample
  std::uint32_t columns = 0, rows = 0;             // blocks of the image
  std::size_t stride = 0;                          // samples of a row
  std::size_t first_sample = 0, first_block = 0;   // of all components

  std::size_t row_blocks() const { return kJpegChunk * across; }
  bool is_whole() const { return times_across == 1 && times_down == 1; }
};

// One block of an MCU, in the order of the scan.
struct JpegMcuPlace {
  std::uint8_t component = 0;
  std::uint16_t first = 0;  // its block in the first MCU of a chunk
  std::uint8_t step = 0;    // to that of the next
};

struct JpegMcus {
  explicit JpegMcus(const MagickAccelerateEncoding& encoding);

  std::uint32_t columns = 0, rows = 0;  // of MCUs
  std::uint32_t across = 1, down = 1;   // blocks of an MCU, of the largest component
  std::size_t components = 0;
  std::array<JpegChunkPart, MAGICK_ACCELERATE_JPEG_COMPONENTS> part;
  std::size_t blocks = 0;  // of an MCU
  std::array<JpegMcuPlace, MAGICK_ACCELERATE_JPEG_MCU_BLOCKS> place;
  std::size_t chunk_blocks = 0, chunk_samples = 0;

  std::size_t count() const { return std::size_t{columns} * rows; }
};

// Whether the numbers agree, so that nothing lies outside of such a layout; codes too.
bool IsConsistent(const MagickAccelerateEncoding& encoding);

// Bytes that are enough for the scan of anything but noise at the highest qualities, and that a row
// may have.
std::size_t JpegRoom(const MagickAccelerateEncoding& encoding);

}  // namespace lodestone::kernels
