// What the markers of a baseline JPEG file say (ITU-T T.81), and where its samples are once
// decoded.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lodestone::kernels {

inline constexpr std::size_t kJpegBlock = 64;  // coefficients
inline constexpr std::size_t kJpegMostComponents = 3;
inline constexpr std::size_t kJpegMostBlocksOfMcu = 10;

// A Huffman code as the file has it.
struct JpegCode {
  std::array<std::uint8_t, 17> counts{};  // of codes of 1 to 16 bits
  std::vector<std::uint8_t> symbols;
  bool operator==(const JpegCode&) const = default;
};

struct JpegComponent {
  unsigned horizontal = 1, vertical = 1;  // blocks of an MCU; 1 if there is but one component
  std::array<std::uint16_t, kJpegBlock> quanta{};  // in zigzag order
};

// One block of an MCU, in the order of the scan.
struct JpegMcuBlock {
  std::uint8_t component = 0, column = 0, row = 0;
  std::uint8_t dc = 0, ac = 0;  // which of the codes
};

struct JpegFrame {
  std::uint32_t columns = 0, rows = 0;
  bool is_ycc = true;  // of three components; else RGB
  std::size_t components = 0;
  std::array<JpegComponent, kJpegMostComponents> component;
  std::array<JpegCode, 2> dc, ac;  // those that differ
  std::uint32_t mcu_columns = 0, mcu_rows = 0;
  std::size_t mcu_blocks = 0;
  std::array<JpegMcuBlock, kJpegMostBlocksOfMcu> mcu;
  // The codes of the blocks of an MCU repeat after so many.
  std::size_t period = 1;
  std::uint32_t interval = 0;  // MCUs between restart markers; at most those of the image
  std::size_t scan = 0;        // where the entropy-coded data begins in the file

  std::size_t mcus() const { return std::size_t{mcu_columns} * mcu_rows; }
  std::size_t blocks() const { return mcus() * mcu_blocks; }
};

// Reads the markers up to the first scan. Null if the file is baseline with a single scan and
// nothing unusual, so that `frame` is complete; else what is unusual, which libjpeg may still know.
const char* ReadJpegFrame(std::span<const std::uint8_t> file, JpegFrame& frame);

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

// Of the image at 1/denominator: 1, 2, 4 or 8. Of its rows of MCUs, `mcu_rows` are in memory at
// once.
JpegLayout LayOutJpeg(const JpegFrame& frame, std::uint32_t denominator, std::uint32_t mcu_rows);

}  // namespace lodestone::kernels
