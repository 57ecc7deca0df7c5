// Encoding of baseline JPEG files on the threads of the CPU, byte for byte as libjpeg-turbo:
// JDCT_ISLOW.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "kernels/common/aligned_array.hpp"
#include "kernels/common/quantum.hpp"
#include "kernels/jpeg/encoded_bits.hpp"
#include "kernels/jpeg/encoded_bytes.hpp"
#include "kernels/jpeg/encoded_mcus.hpp"
#include "kernels/jpeg/encoded_samples.hpp"
#include "kernels/jpeg/jpeg.h"
#include "kernels/jpeg/forward.hpp"

namespace lodestone::kernels {

// Takes the next bytes of the scan, and how many rows of the image are complete with them.
using JpegPut = std::function<void(std::span<const std::uint8_t> bytes, std::size_t rows)>;

class JpegEncoder {
 public:
  // Of memory, that which Optimize keeps excepted.
  static std::size_t BytesFor(const MagickAccelerateEncoding& encoding);

  // Throws std::bad_alloc.
  JpegEncoder(const MagickAccelerateEncoding& encoding, const SourceView& pixels);

  // Finds the codes that make the scan shortest, as libjpeg does. Up to `most_kept` bytes of
  // coefficients are kept for Encode, which computes the others again. False: libjpeg would fail,
  // or find others.
  bool Optimize(std::size_t most_kept);

  const MagickAccelerateEncoding& encoding() const { return encoding_; }

  // The scan, from behind its header on. What `put` throws is passed on.
  void Encode(const JpegPut& put);

 private:
  // MCUs of a row.
  struct Piece {
    std::size_t row, first, count;
    std::size_t mcu;  // the first one's number
  };
  // What coding a piece takes.
  struct Slot {
    Slot(const JpegMcus& mcus, std::size_t piece_mcus);
    AlignedArray<std::uint8_t> samples;
    AlignedArray<std::int16_t> coefficients;
    AlignedArray<std::uint64_t> others;
    AlignedArray<std::int16_t> kept;
    JpegSymbolCounts counts;
    JpegBits bits;
    JpegTail tail;  // of the piece before
    AlignedArray<std::uint8_t> bytes;
    std::size_t byte_count = 0;
    JpegChunkBlocks blocks() const { return {coefficients.get(), others.get()}; }
  };

  std::size_t pieces() const { return std::size_t{mcus_.rows} * pieces_of_row_; }
  Piece PieceAt(std::size_t i) const;
  template <class Task>
  void ForWave(std::size_t begin, const Task& task);
  std::size_t EndOfWave(std::size_t begin) const;
  void Transform(const JpegChunk& chunk, const Slot& slot) const;
  template <class Function>
  void ForChunks(const Piece& piece, const Slot& slot, const Function& function) const;
  JpegPlaceInScan PlaceOf(const Piece& piece, const Slot& slot) const;
  void Count(std::size_t i, Slot& slot, JpegPlaceInScan& place);
  void Keep(std::size_t i, const std::int16_t* kept, std::size_t count);
  void Code(std::size_t i, const JpegCodeTables& tables, Slot& slot, JpegPlaceInScan& place) const;
  void Stuff(std::size_t i, Slot& slot) const;

  MagickAccelerateEncoding encoding_;
  const SourceView pixels_;
  const JpegMcus mcus_;
  const std::size_t pieces_of_row_;
  const std::size_t grain_;  // pieces
  std::vector<JpegDivisors> divisors_;
  std::vector<Slot> slots_;
  std::vector<AlignedArray<std::int16_t>> kept_;  // of each piece
  std::atomic<std::size_t> may_keep_ = 0;         // bytes
};

}  // namespace lodestone::kernels
