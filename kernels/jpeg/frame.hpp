// Reading the markers of a baseline JPEG file, and where its samples are once decoded.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/jpeg/jpeg.h"

namespace lodestone::kernels {

inline constexpr std::size_t kJpegBlock = MAGICK_ACCELERATE_JPEG_BLOCK;
inline constexpr std::size_t kJpegMostComponents = MAGICK_ACCELERATE_JPEG_COMPONENTS;
inline constexpr std::size_t kJpegMostBlocksOfMcu = MAGICK_ACCELERATE_JPEG_MCU_BLOCKS;
inline constexpr std::uint32_t kJpegMostFactor = 4;    // of a component, across or down
inline constexpr std::uint32_t kJpegMostSide = 65500;  // pixels: libjpeg's limit
// Of a scan, so that 32 bits count its bits.
inline constexpr std::size_t kJpegMostBytes = std::size_t{1} << 28;

struct JpegFrame : MagickAccelerateJpeg {
  JpegFrame() : MagickAccelerateJpeg{} {
    denominator = period = 1;
    for (MagickAccelerateJpegComponent& each : component) each.horizontal = each.vertical = 1;
  }
  explicit JpegFrame(const MagickAccelerateJpeg& jpeg) : MagickAccelerateJpeg(jpeg) {}

  std::size_t mcus() const { return std::size_t{mcu_columns} * mcu_rows; }
  std::size_t blocks() const { return mcus() * mcu_blocks; }
};

// Reads the markers up to the first scan. Null if the file is baseline with a single scan and
// nothing unusual, so that `frame` is complete but for the denominator, and `scan` what follows the
// markers; else what is unusual, which libjpeg may still know.
const char* ReadJpegFrame(std::span<const std::uint8_t> file, JpegFrame& frame,
                          std::span<const std::uint8_t>& scan);

// Whether the numbers agree as those that ReadJpegFrame gives, so that nothing lies outside of the
// layout below; codes excepted.
bool IsConsistent(const JpegFrame& frame);

// How samples of a component become those of all pixels.
enum class JpegUpsampling {
  kNone,
  kFancyAcross,  // twice as many columns, from the two nearest samples
  kFancyDown,    // twice as many rows
  kFancy,        // both
  kRepeated
};

// The samples of a component, decoded at some scale.
struct JpegPlane {
  std::uint32_t side = 8;               // samples of a side of a block
  std::uint32_t columns = 0, rows = 0;  // without those that only fill up blocks
  std::size_t stride = 0;               // with them
  std::size_t height = 0;               // rows in memory: row y is the one at y % height
  std::size_t offset = 0;               // in the memory of all planes
  JpegUpsampling upsampling = JpegUpsampling::kNone;
  std::uint32_t across = 1, down = 1;  // pixels of a sample
};

struct JpegLayout {
  std::uint32_t columns = 0, rows = 0;  // of the result
  std::uint32_t mcu_rows = 0;           // in memory
  std::uint32_t mcu_height = 0;         // rows of the result
  std::array<JpegPlane, kJpegMostComponents> plane;
  std::size_t bytes = 0;  // of all planes
};

// Of the image at 1/denominator. Of its rows of MCUs, `mcu_rows` are in memory at once.
JpegLayout LayOutJpeg(const JpegFrame& frame, std::uint32_t mcu_rows);

}  // namespace lodestone::kernels
