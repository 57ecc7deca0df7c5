#include "kernels/jpeg/encoded_bits.hpp"

#include <bit>
#include <cstring>

// Compiled for every instruction set, since newer ones have faster shifts.
#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/jpeg/encoded_bits.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

constexpr unsigned kLongRun = 0xF0, kEndOfBlock = 0;  // symbols

// A value's size and behind it, from the fourth bit on, its bits: a negative one is one less,
// without its upper bits. For all values that coefficients of 8-bit samples, and differences of
// them, have.
constexpr int kValues = 2048;
struct Values {
  std::uint16_t of[2 * kValues] = {};
};
constexpr Values MakeValues() {
  Values values;
  for (int value = 1 - kValues; value < kValues; ++value) {
    const auto size = std::bit_width(static_cast<unsigned>(value < 0 ? -value : value));
    const auto bits = static_cast<unsigned>(value < 0 ? value - 1 : value) & ((1u << size) - 1);
    values.of[value + kValues] =
        static_cast<std::uint16_t>(bits << 4 | static_cast<unsigned>(size));
  }
  return values;
}
constexpr Values kValuesTable = MakeValues();

HWY_INLINE unsigned ValueOf(int value) {
  return kValuesTable.of[static_cast<unsigned>(value + kValues) % (2 * kValues)];
}

struct Places {
  std::uint8_t of[kJpegBlock] = {};
};
constexpr Places MakePlaces() {
  Places places;
  for (std::size_t k = 0; k < kJpegBlock; ++k)
    places.of[k] = static_cast<std::uint8_t>(JpegChunkBlocks::PlaceOf(k));
  return places;
}
constexpr Places kPlaces = MakePlaces();

// A block of a chunk.
class WholeBlock {
 public:
  HWY_INLINE WholeBlock(const JpegChunkBlocks& blocks, std::size_t i, int& dc_before)
      : coefficients_(blocks.Block(i)), others_(blocks.others[i]) {
    difference_ = coefficients_[0] - dc_before;
    dc_before = coefficients_[0];
  }
  HWY_INLINE int difference() const { return difference_; }
  HWY_INLINE std::uint64_t others() const { return others_; }
  HWY_INLINE int Next(unsigned place) { return coefficients_[kPlaces.of[place]]; }

 private:
  const std::int16_t* const coefficients_;
  const std::uint64_t others_;
  int difference_;
};

class KeptBlock {
 public:
  HWY_INLINE explicit KeptBlock(const std::int16_t*& kept) : kept_(kept) {
    std::memcpy(&others_, kept_, sizeof others_);
    difference_ = kept_[4];
    kept_ += 5;
  }
  HWY_INLINE int difference() const { return difference_; }
  HWY_INLINE std::uint64_t others() const { return others_; }
  HWY_INLINE int Next(unsigned) { return *kept_++; }

 private:
  const std::int16_t*& kept_;
  std::uint64_t others_;
  int difference_;
};

// Calls the sink for the symbols of a block, with their values.
template <class Block, class Sink>
HWY_INLINE void ForSymbols(Block& block, Sink& sink) {
  sink.First(block.difference());
  unsigned before = 0;
  for (std::uint64_t others = block.others(); others != 0; others &= others - 1) {
    const auto k = static_cast<unsigned>(std::countr_zero(others));
    unsigned run = k - before - 1;
    before = k;
    for (; run > 15; run -= 16) sink.Plain(kLongRun);
    sink.Other(run, block.Next(k));
  }
  if (before != kJpegBlock - 1) sink.Plain(kEndOfBlock);
}

// Blocks in the order of the scan: each(number, component) for those of an MCU, restart() behind an
// interval.
template <class Each, class Restart>
HWY_INLINE void ForBlocks(const JpegBlocksToCode& what, JpegPlaceInScan& place, const Each& each,
                          const Restart& restart) {
  for (std::size_t m = 0; m < what.count; ++m) {
    for (std::size_t i = 0; i < what.mcus.blocks; ++i) {
      const JpegMcuPlace& block = what.mcus.place[i];
      each(block.first + m * block.step, block.component);
    }
    if (--place.left != 0) continue;
    place.left = place.interval;
    place.dc = {};
    restart();
  }
}

class Counter {
 public:
  HWY_INLINE Counter(JpegCounts& dc, JpegCounts& ac, std::int16_t*& kept)
      : dc_(dc), ac_(ac), kept_(kept) {}
  HWY_INLINE void First(int difference) {
    ++dc_[ValueOf(difference) & 15];
    *kept_++ = static_cast<std::int16_t>(difference);
  }
  HWY_INLINE void Plain(unsigned symbol) { ++ac_[symbol]; }
  HWY_INLINE void Other(unsigned run, int value) {
    ++ac_[run << 4 | (ValueOf(value) & 15)];
    *kept_++ = static_cast<std::int16_t>(value);
  }

 private:
  JpegCounts &dc_, &ac_;
  std::int16_t*& kept_;
};

void Count(const JpegBlocksToCode& what, const JpegChunkBlocks& blocks, JpegPlaceInScan& place,
           JpegSymbolCounts& counts, std::int16_t*& kept) {
  std::int16_t* to = kept;
  ForBlocks(
      what, place,
      [&](std::size_t i, std::size_t component) HWY_ATTR {
        WholeBlock block(blocks, i, place.dc[component]);
        const std::uint64_t others = block.others();
        std::memcpy(to, &others, sizeof others);
        to += 4;
        const std::size_t code = what.encoding.component[component].code;
        Counter counter(counts.dc[code], counts.ac[code], to);
        ForSymbols(block, counter);
      },
      [] {});
  kept = to;
}

class Coder {
 public:
  HWY_INLINE Coder(const JpegCodeTable& dc, const JpegCodeTable& ac, JpegBitWriter& writer)
      : dc_(dc), ac_(ac), writer_(writer) {}
  HWY_INLINE void First(int difference) {
    const unsigned value = ValueOf(difference);
    PutValue(dc_[value & 15], value);
  }
  HWY_INLINE void Plain(unsigned symbol) { Put(ac_[symbol] >> 5, ac_[symbol] & 31); }
  HWY_INLINE void Other(unsigned run, int number) {
    const unsigned value = ValueOf(number);
    PutValue(ac_[run << 4 | (value & 15)], value);
  }

 private:
  HWY_INLINE void PutValue(std::uint32_t entry, unsigned value) {
    Put(entry >> 5 | value >> 4, entry & 31);
  }
  HWY_INLINE void Put(std::uint32_t bits, unsigned count) {
    const unsigned used = writer_.used + count;
    if (used < 64) [[likely]] {
      writer_.bits = writer_.bits << count | bits;
      writer_.used = used;
      return;
    }
    const unsigned rest = used - 64;
    *writer_.next++ = writer_.bits << (count - rest) | bits >> rest;
    writer_.bits = bits;
    writer_.used = rest;
  }

  const JpegCodeTable &dc_, &ac_;
  JpegBitWriter& writer_;
};

template <class MakeBlock>
HWY_INLINE void Code(const JpegCodeTables& tables, const JpegBlocksToCode& what,
                     JpegPlaceInScan& place, JpegBits& bits, JpegBitWriter& its_writer,
                     const MakeBlock& make_block) {
  JpegBitWriter writer = its_writer;
  ForBlocks(
      what, place,
      [&](std::size_t i, std::size_t component) HWY_ATTR {
        auto block = make_block(i, component);
        const std::size_t code = what.encoding.component[component].code;
        Coder coder(tables.dc[code], tables.ac[code], writer);
        ForSymbols(block, coder);
      },
      [&] {
        JpegBitWriter at = writer;  // so that the other one needs no place in memory
        bits.EndSegment(at, true);
        bits.segments.push_back({static_cast<std::size_t>(at.next - bits.words.get()), 0, false});
        writer = at;
      });
  its_writer = writer;
}

void CodeWhole(const JpegCodeTables& tables, const JpegBlocksToCode& what,
               const JpegChunkBlocks& blocks, JpegPlaceInScan& place, JpegBits& bits,
               JpegBitWriter& writer) {
  Code(tables, what, place, bits, writer, [&](std::size_t i, std::size_t component) HWY_ATTR {
    return WholeBlock(blocks, i, place.dc[component]);
  });
}

void CodeKept(const JpegCodeTables& tables, const JpegBlocksToCode& what, const std::int16_t* kept,
              JpegPlaceInScan& place, JpegBits& bits, JpegBitWriter& writer) {
  Code(tables, what, place, bits, writer,
       [&](std::size_t, std::size_t) HWY_ATTR { return KeptBlock(kept); });
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(Count);
HWY_EXPORT(CodeWhole);
HWY_EXPORT(CodeKept);

JpegBits::JpegBits(std::size_t mcus, std::size_t blocks) {
  constexpr std::size_t kWordsOfBlock = (27 + 63 * 26) / 64 + 1;
  // Each interval begins with a word.
  words = NewAligned<std::uint64_t>(blocks * kWordsOfBlock + mcus + 1);
  segments.reserve(mcus + 1);
}

void JpegBits::EndSegment(JpegBitWriter& writer, bool ends) {
  JpegSegment& segment = segments.back();
  const auto end = static_cast<std::size_t>(writer.next - words.get());
  segment.bits = (end - segment.first_word) * std::uint64_t{64} + writer.used;
  segment.ends = ends;
  if (writer.used != 0) *writer.next++ = writer.bits << (64 - writer.used);
  writer.used = 0;
}

JpegPlaceInScan::JpegPlaceInScan(const MagickAccelerateEncoding& encoding, std::size_t mcu)
    : interval(encoding.interval), left(0) {
  if (interval != 0) left = interval - mcu % interval;
}

void CountJpegBlocks(const JpegBlocksToCode& what, const JpegChunkBlocks& blocks,
                     JpegPlaceInScan& place, JpegSymbolCounts& counts, std::int16_t*& kept) {
  HWY_DYNAMIC_DISPATCH(Count)(what, blocks, place, counts, kept);
}

JpegBlockCoder::JpegBlockCoder(const JpegCodeTables& tables, JpegBits& bits)
    : tables_(tables), bits_(bits), writer_{bits.words.get()} {
  bits_.segments.assign(1, {0, 0, false});
}

void JpegBlockCoder::Add(const JpegBlocksToCode& what, const JpegChunkBlocks& blocks,
                         JpegPlaceInScan& place) {
  HWY_DYNAMIC_DISPATCH(CodeWhole)(tables_, what, blocks, place, bits_, writer_);
}

void JpegBlockCoder::AddKept(const JpegBlocksToCode& what, const std::int16_t* kept,
                             JpegPlaceInScan& place) {
  HWY_DYNAMIC_DISPATCH(CodeKept)(tables_, what, kept, place, bits_, writer_);
}

}  // namespace lodestone::kernels
#endif
