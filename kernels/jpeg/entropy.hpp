// Entropy decoding in parts that several threads take. A part that does not begin with a restart
// interval is decoded from a guess: soon its blocks begin where they do in truth, and those count
// from where the part before it arrives.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/common/aligned_array.hpp"
#include "kernels/jpeg/frame.hpp"
#include "kernels/jpeg/huffman.hpp"
#include "kernels/jpeg/scan.hpp"

namespace lodestone::kernels {

// What all parts of a scan share.
struct JpegEntropy {
  // Null, or what is wrong. frame and scan must outlive it.
  const char* Prepare(const JpegFrame& its_frame, const JpegScan& its_scan);

  const JpegFrame* frame = nullptr;
  const JpegScan* scan = nullptr;
  JpegDecodingTable dc[2], ac[2];
  // By the place in a period.
  std::array<const JpegDecodingTable*, kJpegMostBlocksOfMcu> dc_of{}, ac_of{};
};

// A coefficient that is not 0.
struct JpegCoefficient {
  std::int16_t value;
  std::uint8_t place;  // in zigzag order
};

struct JpegBlockRecord {
  std::uint32_t begin;  // bit of the scan
  std::uint32_t end;    // behind its coefficients in the part, the first one excepted
  std::int32_t dc;      // the difference from the block before
};

struct JpegPartBlocks {
  AlignedArray<JpegBlockRecord> records;  // and one more, which begins behind them
  AlignedArray<JpegCoefficient> coefficients;
  std::size_t count = 0;
  std::size_t place = 0;    // of the first one, in a period
  std::uint32_t limit = 0;  // where the data of the interval end, in bits
};

// Blocks that follow one another in the scan.
struct JpegBlocks {
  const JpegBlockRecord* records = nullptr;
  const JpegCoefficient* coefficients = nullptr;  // where the records count from
  std::size_t first_coefficient = 0;              // the first one's
  std::size_t count = 0;
  std::size_t first = 0;  // the first one's number in the image
  std::array<std::int32_t, kJpegMostComponents> dc_before{};
};

// Blocks in the order of the scan. All functions throw std::bad_alloc.
class JpegPart {
 public:
  // Memory for each byte of the scan, at most: blocks have at least two bits.
  static constexpr std::size_t kMemoryOfByte = 8 / 2 * sizeof(JpegBlockRecord);

  // The blocks that begin in bytes [begin, end), of an interval that ends at byte `limit`. At
  // `begin` a block begins, and a period, or that is a guess.
  void Decode(const JpegEntropy& entropy, std::size_t begin, std::size_t end, std::size_t limit,
              bool is_guess);
  // Goes on behind its last block until it arrives where `next` has a block at the same place of a
  // period, from which on that one counts. False if there is none: it ends somewhere in `next`.
  bool ContinueInto(JpegPart& next);
  // Its piece once more, from where the part before it has ended.
  void Resume(const JpegPart& before);

  // Instead of Decode, for whole intervals in bytes [begin, end), one after the other.
  void Start(const JpegEntropy& entropy, std::size_t begin, std::size_t end);
  // False: the data have fewer blocks, or more.
  bool DecodeInterval(std::size_t interval, std::size_t blocks);

  // Blocks that repeat others have no records before that.
  bool has_runs() const { return !runs_.empty(); }
  void FillRuns() { FillRuns(runs_.size()); }

  std::size_t blocks() const { return blocks_.count - first_; }
  // Of those that count, forgets all but `blocks`.
  void Keep(std::size_t blocks) { blocks_.count = first_ + blocks; }
  // The bit behind the last block that counts.
  std::uint32_t end_bit() const { return blocks_.records[blocks_.count].begin; }
  // Those that count, as yet at no place of the image.
  JpegBlocks Blocks() const;

 private:
  // Blocks that repeat those before them, bit by bit.
  struct Run {
    std::size_t first, blocks, times;
    bool is_rest;  // of the piece
  };

  // Without blocks, and with room for some.
  void Begin(std::uint32_t bit, std::size_t records, std::size_t coefficients);
  void Reserve(std::size_t records, std::size_t coefficients);
  std::size_t used_coefficients() const {
    return blocks_.count == 0 ? 0 : blocks_.records[blocks_.count - 1].end;
  }
  // Until they are `wanted` or reach bit `end`. False: the next one is no block.
  bool AddBlocks(std::uint32_t end, std::size_t wanted);
  // The same, without runs: `wanted` are but a few more.
  bool AddStretch(std::uint32_t end, std::size_t wanted);
  // A long one that begins behind the last block; without any, `times` is 0.
  Run FindRun(std::uint32_t end, std::size_t wanted) const;
  void AddRun(const Run& run);
  void FillRuns(std::size_t runs);

  const JpegEntropy* entropy_ = nullptr;
  JpegPartBlocks blocks_;
  std::size_t record_room_ = 0, coefficient_room_ = 0;
  std::size_t first_ = 0;    // that counts
  std::size_t decoded_ = 0;  // from there on, blocks follow one another and have records
  std::size_t met_ = 0;      // up to there, other parts may meet it
  std::vector<Run> runs_;
  std::uint32_t end_ = 0;  // of the piece, in bits
};

}  // namespace lodestone::kernels
