#include "kernels/jpeg/entropy.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/jpeg/entropy.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// Not vectors, but shifts that newer instruction sets do better.
HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// The next bits, from the highest one of the window on.
class BitReader {
 public:
  HWY_INLINE BitReader(const std::uint8_t* bytes, std::uint32_t bit)
      : bytes_(bytes), next_(bytes + bit / 8) {
    Refill();
    Skip(bit % 8);
  }

  // At least 56 are there.
  HWY_INLINE void Refill() {
    std::uint64_t more;
    std::memcpy(&more, next_, sizeof more);
    if constexpr (std::endian::native == std::endian::little) more = __builtin_bswap64(more);
    window_ |= more >> count_;
    next_ += (63 - count_) / 8;
    count_ |= 56;
  }
  HWY_INLINE void Skip(unsigned bits) {
    window_ <<= bits & 63;
    count_ -= bits;
  }
  // Two symbols may be found after each Refill: of the first, a short code and its value, 25 bits
  // are used at most, and before longer ones there is another.
  HWY_INLINE JpegSymbol Find(const JpegDecodingTable& table) {
    const JpegSymbol symbol = table.FindShort(window_);
    if (HWY_LIKELY(symbol.bits() != 0)) return symbol;
    Refill();
    return table.FindLong(symbol, window_);
  }
  HWY_INLINE std::uint64_t window() const { return window_; }
  HWY_INLINE std::uint32_t bit() const {
    return static_cast<std::uint32_t>((next_ - bytes_) * 8 - count_);
  }

 private:
  const std::uint8_t* const bytes_;
  const std::uint8_t* next_;
  std::uint64_t window_ = 0;
  unsigned count_ = 0;
};

// The next coefficient, if there is one, and the symbol that gave it.
HWY_INLINE JpegSymbol Take(BitReader& reader, const JpegDecodingTable& table, unsigned& next,
                           JpegCoefficient*& to) {
  const JpegSymbol symbol = reader.Find(table);
  next += symbol.advance();
  to->value = static_cast<std::int16_t>(symbol.ValueIn(reader.window()));
  to->place = static_cast<std::uint8_t>(next - 1);
  to += symbol.has_value();
  reader.Skip(symbol.bits());
  return symbol;
}

// False: that is no block.
HWY_INLINE bool DecodeBlock(BitReader& reader, const JpegDecodingTable& dc,
                            const JpegDecodingTable& ac, std::int32_t& difference,
                            JpegCoefficient*& out) {
  constexpr unsigned kInvalid = JpegSymbol::kInvalid + 1;  // more than other symbols reach
  reader.Refill();
  JpegSymbol symbol = reader.Find(dc);
  const bool has_dc = symbol.advance() != JpegSymbol::kInvalid;
  difference = symbol.has_value() ? symbol.ValueIn(reader.window()) : 0;
  reader.Skip(symbol.bits());
  unsigned next = 1;
  for (;;) {
    symbol = Take(reader, ac, next, out);
    if (next >= kJpegBlock) break;
    reader.Refill();
    symbol = Take(reader, ac, next, out);
    if (next >= kJpegBlock) break;
  }
  const bool is_beyond = next > kJpegBlock && symbol.has_value();
  return has_dc && next < kInvalid && !is_beyond;
}

// Adds blocks until they are `wanted`, or one begins at `end` or behind it. False: the next is
// none.
bool AddBlocks(const JpegEntropy& entropy, JpegPartBlocks& blocks, std::uint32_t end,
               std::size_t wanted) {
  const std::size_t period = entropy.frame->period;
  std::size_t count = blocks.count, place = (blocks.place + count) % period;
  JpegBlockRecord* const records = blocks.records.get();
  JpegCoefficient* const first = blocks.coefficients.get();
  JpegCoefficient* out = first + (count == 0 ? 0 : records[count - 1].end);
  BitReader reader(entropy.scan->bytes.get(), records[count].begin);
  bool is_block = true;
  while (count < wanted && records[count].begin < end) {
    is_block =
        DecodeBlock(reader, *entropy.dc_of[place], *entropy.ac_of[place], records[count].dc, out);
    records[count].end = static_cast<std::uint32_t>(out - first);
    records[count + 1].begin = reader.bit();
    is_block = is_block && reader.bit() <= blocks.limit;
    if (!is_block) break;
    ++count;
    if (++place == period) place = 0;
  }
  blocks.count = count;
  return is_block;
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {
namespace {

constexpr std::size_t kAnyCount = ~std::size_t{0};
constexpr std::size_t kStretch = 256;  // blocks decoded at once

template <class T>
void Grow(AlignedArray<T>& array, std::size_t& room, std::size_t used, std::size_t wanted) {
  constexpr std::size_t kTimesAsMuch = 2;
  if (wanted <= room) return;
  wanted = std::max(wanted, kTimesAsMuch * used);
  AlignedArray<T> larger = NewAligned<T>(wanted);
  if (room != 0) std::copy_n(array.get(), used, larger.get());
  array = std::move(larger);
  room = wanted;
}

// How many of `count` bytes are the same from the first one on.
std::size_t EqualBytes(const std::uint8_t* a, const std::uint8_t* b, std::size_t count) {
  constexpr std::size_t kAtOnce = 64;
  std::size_t equal = 0;
  while (equal + kAtOnce <= count && std::memcmp(a + equal, b + equal, kAtOnce) == 0)
    equal += kAtOnce;
  while (equal < count && a[equal] == b[equal]) ++equal;
  return equal;
}

}  // namespace

HWY_EXPORT(AddBlocks);

const char* JpegEntropy::Prepare(const JpegFrame& its_frame, const JpegScan& its_scan) {
  frame = &its_frame;
  scan = &its_scan;
  for (std::size_t i = 0; i < std::size(dc); ++i)
    if (!dc[i].Make(frame->dc[i], true) || !ac[i].Make(frame->ac[i], false))
      return "wrong Huffman table";
  for (std::size_t i = 0; i < frame->period; ++i) {
    dc_of[i] = &dc[frame->mcu[i].dc];
    ac_of[i] = &ac[frame->mcu[i].ac];
  }
  return nullptr;
}

void JpegPart::Start(const JpegEntropy& entropy, std::size_t begin, std::size_t end) {
  constexpr std::size_t kBitsOfBlock = 24, kBitsOfCoefficient = 4;  // usually more
  entropy_ = &entropy;
  end_ = static_cast<std::uint32_t>(end * 8);
  blocks_.place = 0;
  const std::size_t bits = (end - begin) * 8;
  Begin(static_cast<std::uint32_t>(begin * 8), bits / kBitsOfBlock, bits / kBitsOfCoefficient);
}

void JpegPart::Begin(std::uint32_t bit, std::size_t records, std::size_t coefficients) {
  first_ = decoded_ = met_ = blocks_.count = 0;
  runs_.clear();
  Reserve(records, coefficients);
  blocks_.records[0].begin = bit;
}

void JpegPart::Decode(const JpegEntropy& entropy, std::size_t begin, std::size_t end,
                      std::size_t limit, bool is_guess) {
  Start(entropy, begin, end);
  blocks_.limit = static_cast<std::uint32_t>(limit * 8);
  while (!AddBlocks(end_, kAnyCount)) {
    const std::uint32_t bit = blocks_.records[blocks_.count + 1].begin;
    if (!is_guess || bit > blocks_.limit) break;
    // A wrong guess, or wrong data, where the part before will not get through either.
    Begin(bit, 0, 0);
  }
  met_ = blocks_.count;
  if (runs_.empty()) return;
  // What has not met it before the rest repeats itself will not do so at all.
  const bool has_rest = runs_.back().is_rest;
  if (has_rest) met_ = runs_.back().first;
  FillRuns(runs_.size() - (has_rest ? 1 : 0));
}

bool JpegPart::DecodeInterval(std::size_t interval, std::size_t blocks) {
  const auto& begins = entropy_->scan->begins;
  decoded_ = blocks_.count;
  blocks_.records[blocks_.count].begin = begins[interval] * 8;
  blocks_.limit = begins[interval + 1] * 8;
  return AddBlocks(blocks_.limit, blocks_.count + blocks) && blocks_.limit - end_bit() < 8;
}

bool JpegPart::ContinueInto(JpegPart& next) {
  constexpr std::size_t kFirstStretch = 8;
  blocks_.limit = next.blocks_.limit;
  const std::size_t period = entropy_->frame->period;
  const JpegBlockRecord* const records = next.blocks_.records.get();
  std::size_t at = blocks_.count, meets = 0, stretch = kFirstStretch;
  for (bool goes_on = true;; stretch = std::min(2 * stretch, kStretch)) {
    for (; at <= blocks_.count; ++at) {
      const std::uint32_t bit = blocks_.records[at].begin;
      while (meets <= next.met_ && records[meets].begin < bit) ++meets;
      if (meets > next.met_) break;
      const std::size_t place = blocks_.place + at, other = next.blocks_.place + meets;
      if (records[meets].begin != bit || place % period != other % period) continue;
      blocks_.count = at;
      next.first_ = meets;
      return true;
    }
    if (!goes_on || end_bit() >= next.end_) return false;
    const Run run = FindRun(next.end_, kAnyCount);
    if (run.is_rest) return false;  // soon done by that part itself
    if (run.times != 0) {
      AddRun(run);
      at = blocks_.count;
    }
    goes_on = AddStretch(next.end_, blocks_.count + stretch);
  }
}

void JpegPart::Resume(const JpegPart& before) {
  entropy_ = before.entropy_;
  blocks_.place = (before.blocks_.place + before.blocks_.count) % entropy_->frame->period;
  blocks_.limit = before.blocks_.limit;
  Begin(before.end_bit(), 0, 0);
  AddBlocks(end_, kAnyCount);
}

JpegBlocks JpegPart::Blocks() const {
  JpegBlocks blocks;
  blocks.records = blocks_.records.get() + first_;
  blocks.coefficients = blocks_.coefficients.get();
  blocks.first_coefficient = first_ == 0 ? 0 : blocks_.records[first_ - 1].end;
  blocks.count = blocks_.count - first_;
  return blocks;
}

void JpegPart::Reserve(std::size_t records, std::size_t coefficients) {
  const std::size_t used = used_coefficients();
  Grow(blocks_.records, record_room_, blocks_.count + 1, blocks_.count + records + 1);
  Grow(blocks_.coefficients, coefficient_room_, used, used + coefficients);
}

bool JpegPart::AddBlocks(std::uint32_t end, std::size_t wanted) {
  for (std::size_t next;;) {
    next = std::min(wanted, blocks_.count + kStretch);
    if (!AddStretch(end, next)) return false;
    if (blocks_.count < next || next == wanted) return true;
    if (const Run run = FindRun(end, wanted); run.times != 0) AddRun(run);
  }
}

bool JpegPart::AddStretch(std::uint32_t end, std::size_t wanted) {
  const std::size_t most = wanted - blocks_.count;
  Reserve(most, most * kJpegBlock);
  return HWY_DYNAMIC_DISPATCH(AddBlocks)(*entropy_, blocks_, end, wanted);
}

JpegPart::Run JpegPart::FindRun(std::uint32_t end, std::size_t wanted) const {
  constexpr std::size_t kMostPeriods = 8;  // those of a plain area begin a byte again by then
  const std::size_t period = entropy_->frame->period, count = blocks_.count;
  const std::size_t most = std::min(count - decoded_, kMostPeriods * period);
  const std::uint32_t bit = end_bit();
  if (bit >= end) return {};
  for (std::size_t blocks = period; blocks <= most; blocks += period) {
    const std::uint32_t from = blocks_.records[count - blocks].begin;
    if ((bit - from) % 8 != 0) continue;
    const std::uint8_t* const data = entropy_->scan->bytes.get() + from / 8;
    const std::size_t bytes = (bit - from) / 8, left = end / 8 - bit / 8;
    const std::size_t equal = EqualBytes(data, data + bytes, left);
    if (equal == 0) continue;
    // The last byte may be but begun.
    const std::size_t times = std::min((equal - 1) / bytes, (wanted - count) / blocks);
    if (times * blocks >= kStretch) return {count, blocks, times, equal + bytes >= left};
  }
  return {};
}

void JpegPart::AddRun(const Run& run) {
  constexpr std::size_t kBehind = 2 * kStretch;  // usually enough to end the part
  const std::size_t count = blocks_.count, more = run.blocks * run.times;
  const std::uint32_t bits = end_bit() - blocks_.records[count - run.blocks].begin;
  const std::size_t before = count == run.blocks ? 0 : blocks_.records[count - run.blocks - 1].end;
  const std::size_t used = used_coefficients(), added = (used - before) * run.times;
  Reserve(more + kBehind, added);
  const auto times = static_cast<std::uint32_t>(run.times);
  const std::uint32_t bit = end_bit() + bits * times;
  blocks_.count = decoded_ = count + more;
  blocks_.records[blocks_.count - 1].end = static_cast<std::uint32_t>(used + added);
  blocks_.records[blocks_.count].begin = bit;
  runs_.push_back(run);
}

void JpegPart::FillRuns(std::size_t runs) {
  JpegBlockRecord* const records = blocks_.records.get();
  JpegCoefficient* const coefficients = blocks_.coefficients.get();
  for (std::size_t i = 0; i < runs; ++i) {
    const auto [first, blocks, times, is_rest] = runs_[i];
    const std::uint32_t from = first == blocks ? 0 : records[first - blocks - 1].end;
    const std::uint32_t used = records[first - 1].end - from;
    const std::uint32_t bits = records[first].begin - records[first - blocks].begin;
    const std::size_t end = first + blocks * times;
    for (std::size_t k = first; k < end; ++k) {
      const JpegBlockRecord& same = records[k - blocks];
      records[k] = {same.begin + bits, same.end + used, same.dc};
    }
    for (std::size_t k = from + used; k < records[end - 1].end; ++k)
      coefficients[k] = coefficients[k - used];
  }
  runs_.erase(runs_.begin(), runs_.begin() + static_cast<std::ptrdiff_t>(runs));
}

}  // namespace lodestone::kernels
#endif
