#include "accel/gpu/plans/scan_layout.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "accel/gpu/plans/places.hpp"
#include "kernels/jpeg/code.hpp"
#include "kernels/jpeg/frame.hpp"

namespace lodestone::accel::gpu {
namespace {

using kernels::JpegFrame;

static_assert(sizeof(LsDecode) % 16 == 0, "kernels load the tables behind it in parts of 16 bytes");
static_assert((LS_CODES << LS_SHORT_BITS) / 4 % LS_SUBSEQUENCES == 0 &&
                  (LS_CODES << LS_SHORT_BITS) / 8 % LS_TRANSFORMED == 0 &&
                  (LS_CODES << LS_SHORT_BITS) / 8 % LS_SUM_ITEMS == 0,
              "all work-items copy as many entries of the tables");

constexpr uint64_t kStatusBytes =
    DivideUp(sizeof(LsDecodeStatus), Places::kAlignment) * Places::kAlignment;

void AddComponents(const JpegFrame& frame, const kernels::JpegLayout& layout, LsDecode* scan) {
  uint32_t first = 0;
  for (uint32_t c = 0; c < frame.components; ++c) {
    const MagickAccelerateJpegComponent& component = frame.component[c];
    const kernels::JpegPlane& plane = layout.plane[c];
    scan->component[c] = {component.horizontal,
                          component.vertical,
                          first,
                          plane.side,
                          plane.columns,
                          plane.rows,
                          static_cast<uint32_t>(plane.stride),
                          static_cast<uint32_t>(plane.offset),
                          static_cast<uint32_t>(plane.upsampling),
                          plane.across,
                          plane.down};
    std::copy_n(component.quanta, kernels::kJpegBlock, scan->quanta[c]);
    first += component.horizontal * component.vertical;
  }
}

void AddPlaces(uint64_t plane_bytes, LsDecode* scan) {
  // Decoders stage up to 80 bytes from any bit on.
  constexpr uint64_t kBeyond = 128, kNumber = sizeof(uint32_t);
  uint64_t most_sums = 0;
  for (const LsDecodeComponent& component : scan->component)
    most_sums = std::max<uint64_t>(most_sums, component.horizontal * component.vertical);
  most_sums *= scan->blocks / scan->mcu_blocks;
  scan->sums = static_cast<uint32_t>(DivideUp(most_sums, LS_SUM_BLOCKS));
  Places places("decoding");
  scan->chunk_counts = places.Take(scan->chunks * kNumber);
  scan->chunk_places = places.Take(scan->chunks * 2 * kNumber);
  scan->data = places.Take(scan->bytes + kBeyond);
  scan->begins = places.Take((scan->intervals + uint64_t{1}) * kNumber);
  scan->states = places.Take(scan->subsequences * kNumber);
  scan->counts = places.Take(scan->subsequences * kNumber);
  scan->numbers = places.Take(scan->subsequences * kNumber);
  scan->entries = places.Take(scan->groups * kNumber);
  const uint64_t all_guesses = uint64_t{scan->subsequences} * scan->guesses;
  scan->guessed = places.Take(all_guesses * kNumber);
  scan->followed = places.Take(all_guesses * 2 * kNumber);
  scan->maps = places.Take(all_guesses);
  scan->positions = places.Take(scan->blocks * kNumber);
  scan->dc = places.Take(scan->blocks * kNumber);
  scan->carries = places.Take(uint64_t{scan->components} * scan->sums * 2 * kNumber);
  scan->planes = places.Take(plane_bytes);
  scan->all = places.Take(0);
}

constexpr uint16_t Entry(unsigned bits, unsigned size, unsigned advance) {
  return static_cast<uint16_t>(bits | size << 5 | advance << 9);
}
constexpr uint16_t kNone = Entry(16, 1, LS_NO_CODE);

// Entries of the tables that are looked up first, then of the longer ones.
class TablePacker {
 public:
  TablePacker() : entries_(kLonger, kNone) {}

  void Add(const MagickAccelerateJpegCode& code, bool is_dc) {
    using namespace kernels;
    if (!IsJpegCode(code, is_dc ? kMostDcSymbolToDecode : kMostAcSymbol))
      throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported, "wrong Huffman table");
    ForJpegCodes(code, [&](unsigned symbol, unsigned bits, unsigned length) {
      Fill(EntryOf(symbol, length, is_dc), bits, length);
    });
    ++table_;
  }

  // Of all codes.
  std::vector<uint16_t> Finish() {
    constexpr size_t kAc = (LS_CODES - LS_PAIRS) << LS_SHORT_BITS;
    for (size_t i = kAc; i < kPairs; ++i) entries_[kPairs + i - kAc] = PairAt(i);
    return std::move(entries_);
  }

 private:
  static constexpr size_t kPairs = LS_CODES << LS_SHORT_BITS;
  static constexpr size_t kLonger = (LS_CODES + LS_PAIRS) << LS_SHORT_BITS;

  static unsigned BitsOf(uint16_t entry) { return entry & 31; }
  static unsigned SizeOf(uint16_t entry) { return entry >> 5 & 15; }
  static unsigned AdvanceOf(uint16_t entry) { return entry >> 9; }

  // The entry and that of the code behind it, if it is all there.
  uint16_t PairAt(size_t i) const {
    constexpr size_t kIndices = size_t{1} << LS_SHORT_BITS;
    const uint16_t first = entries_[i];
    const unsigned bits = BitsOf(first);
    if (bits == 0 || bits >= LS_SHORT_BITS || AdvanceOf(first) >= LS_TO_END) return first;
    const uint16_t second = entries_[i / kIndices * kIndices + (i << bits) % kIndices];
    const unsigned size = SizeOf(second), length = BitsOf(second) - size;
    if (BitsOf(second) == 0 || AdvanceOf(second) == LS_NO_CODE || bits + length > LS_SHORT_BITS)
      return first;
    return Entry(bits + length + size, size, AdvanceOf(first) + AdvanceOf(second));
  }

  static uint16_t EntryOf(unsigned symbol, unsigned length, bool is_dc) {
    constexpr unsigned kZeros = 15;  // of 16 coefficients, if there is no value
    const unsigned size = symbol & 15, run = symbol >> 4;
    if (is_dc) return Entry(length + size, size, 1);
    const bool to_end = size == 0 && run != kZeros;
    return Entry(length + size, size, to_end ? LS_TO_END : run + 1);
  }

  void Fill(uint16_t entry, uint32_t code, unsigned length) {
    const size_t table = table_ << LS_SHORT_BITS;
    if (length <= LS_SHORT_BITS) {
      const unsigned free = LS_SHORT_BITS - length;
      std::fill_n(&entries_[table + (code << free)], size_t{1} << free, entry);
      return;
    }
    const size_t first = table + (code >> (length - LS_SHORT_BITS));
    if (BitsOf(entries_[first]) != 0) {
      entries_[first] = static_cast<uint16_t>(longer_++ << 5);
      entries_.resize(entries_.size() + (size_t{1} << LS_LONG_BITS), kNone);
    }
    const size_t place = size_t{entries_[first]} >> 5 << LS_LONG_BITS;
    const uint32_t rest = code << (16 - length) & ((1u << LS_LONG_BITS) - 1);
    std::fill_n(&entries_[kLonger + place + rest], size_t{1} << (16 - length), entry);
  }

  std::vector<uint16_t> entries_;
  size_t table_ = 0, longer_ = 0;
};

}  // namespace

LsDecode LayOutScan(const MagickAccelerateWork& work) {
  const JpegFrame frame(*work.jpeg);
  const auto count = [](uint64_t number) { return static_cast<uint32_t>(number); };
  LsDecode scan{};
  scan.base = kStatusBytes;
  scan.bytes = work.source.columns;
  scan.chunks = count(DivideUp(scan.bytes, LS_CHUNK_BYTES));
  scan.subsequences = count(DivideUp(uint64_t{scan.bytes} * 8, LS_SUBSEQUENCE_BITS));
  scan.groups = count(DivideUp(scan.subsequences, LS_OWN_SUBSEQUENCES));
  scan.intervals = count(DivideUp(frame.mcus(), frame.interval));
  scan.interval_blocks = frame.interval * frame.mcu_blocks;
  scan.blocks = count(frame.blocks());
  scan.mcu_blocks = frame.mcu_blocks;
  scan.mcu_columns = frame.mcu_columns;
  scan.period = frame.period;
  for (uint32_t i = 0; i < frame.period; ++i) {
    scan.dc_codes |= uint32_t{frame.mcu[i].dc} << i;
    scan.ac_codes |= uint32_t{frame.mcu[i].ac} << i;
  }
  scan.guesses = LS_MOST_GUESSES / scan.period * scan.period;
  scan.components = frame.components;
  scan.is_ycc = frame.is_ycc;
  scan.columns = work.destination.columns;
  scan.rows = work.destination.rows;
  const kernels::JpegLayout layout = kernels::LayOutJpeg(frame, frame.mcu_rows);
  AddComponents(frame, layout, &scan);
  AddPlaces(layout.bytes, &scan);
  return scan;
}

std::vector<uint16_t> PackCodes(const MagickAccelerateJpeg& jpeg) {
  TablePacker tables;
  for (const MagickAccelerateJpegCode& code : jpeg.dc) tables.Add(code, true);
  for (const MagickAccelerateJpegCode& code : jpeg.ac) tables.Add(code, false);
  return tables.Finish();
}

std::vector<unsigned char> PackScan(const LsDecode& scan, const std::vector<uint16_t>& codes) {
  const size_t bytes = codes.size() * sizeof(codes[0]);
  std::vector<unsigned char> packed(sizeof(scan) + bytes);
  std::memcpy(packed.data(), &scan, sizeof(scan));
  std::memcpy(packed.data() + sizeof(scan), codes.data(), bytes);
  return packed;
}

}  // namespace lodestone::accel::gpu
