// Huffman coding of quantized blocks: what symbols there are, and their bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/common/aligned_array.hpp"
#include "kernels/jpeg/encoded_codes.hpp"
#include "kernels/jpeg/encoded_mcus.hpp"
#include "kernels/jpeg/jpeg.h"
#include "kernels/jpeg/forward.hpp"

namespace lodestone::kernels {

// Bits that follow one another in the scan.
struct JpegSegment {
  std::size_t first_word;
  std::uint64_t bits;
  bool ends;  // a restart interval
};

// Behind the last whole word.
struct JpegBitWriter {
  std::uint64_t* next = nullptr;
  std::uint64_t bits = 0;
  unsigned used = 0;
};

// The bits of some MCUs; those of a segment begin with the highest one of its first word.
struct JpegBits {
  JpegBits() = default;
  JpegBits(std::size_t mcus, std::size_t blocks);
  void EndSegment(JpegBitWriter& writer, bool ends);
  AlignedArray<std::uint64_t> words;
  std::vector<JpegSegment> segments;
};

// Where the coder is in the scan.
struct JpegPlaceInScan {
  JpegPlaceInScan(const MagickAccelerateEncoding& encoding, std::size_t mcu);
  std::uint32_t interval;
  std::size_t left;                                         // MCUs of the interval
  std::array<int, MAGICK_ACCELERATE_JPEG_COMPONENTS> dc{};  // of the blocks before
};

struct JpegBlocksToCode {
  const MagickAccelerateEncoding& encoding;
  const JpegMcus& mcus;
  std::size_t count;  // MCUs
};

// Counts symbols, and adds the blocks to `kept` so that they can be coded later, which takes less
// memory: which coefficients are not 0, the difference of the first one, and the others.
inline constexpr std::size_t kMostKept = 5 + 63;  // numbers of a block
void CountJpegBlocks(const JpegBlocksToCode& what, const JpegChunkBlocks& blocks,
                     JpegPlaceInScan& place, JpegSymbolCounts& counts, std::int16_t*& kept);

// Makes bits of chunks, one after the other.
class JpegBlockCoder {
 public:
  JpegBlockCoder(const JpegCodeTables& tables, JpegBits& bits);
  void Add(const JpegBlocksToCode& what, const JpegChunkBlocks& blocks, JpegPlaceInScan& place);
  void AddKept(const JpegBlocksToCode& what, const std::int16_t* kept, JpegPlaceInScan& place);
  void Finish() { bits_.EndSegment(writer_, false); }

 private:
  const JpegCodeTables& tables_;
  JpegBits& bits_;
  JpegBitWriter writer_;
};

}  // namespace lodestone::kernels
