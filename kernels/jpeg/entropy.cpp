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

constexpr std::size_t kFewestBits = 2;  // of a block, and of a coefficient

constexpr std::size_t kAnyCount = ~std::size_t{0};

template <class T>
void Grow(AlignedArray<T>& array, std::size_t& room, std::size_t used, std::size_t wanted) {
  if (wanted <= room) return;
  AlignedArray<T> larger = NewAligned<T>(wanted);
  if (room != 0) std::copy_n(array.get(), used, larger.get());
  array = std::move(larger);
  room = wanted;
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
  entropy_ = &entropy;
  first_ = blocks_.count = blocks_.place = 0;
  end_ = static_cast<std::uint32_t>(end * 8);
  Reserve((end - begin) * 8);
  blocks_.records[0].begin = static_cast<std::uint32_t>(begin * 8);
}

void JpegPart::Decode(const JpegEntropy& entropy, std::size_t begin, std::size_t end,
                      std::size_t limit, bool is_guess) {
  Start(entropy, begin, end);
  blocks_.limit = static_cast<std::uint32_t>(limit * 8);
  while (!AddBlocks(end_, kAnyCount)) {
    const std::uint32_t bit = blocks_.records[blocks_.count + 1].begin;
    if (!is_guess || bit > blocks_.limit) break;
    // A wrong guess, or wrong data, where the part before will not get through either.
    blocks_.count = 0;
    blocks_.records[0].begin = bit;
  }
}

bool JpegPart::DecodeInterval(std::size_t interval, std::size_t blocks) {
  const auto& begins = entropy_->scan->begins;
  blocks_.records[blocks_.count].begin = begins[interval] * 8;
  blocks_.limit = begins[interval + 1] * 8;
  return AddBlocks(blocks_.limit, blocks_.count + blocks) && blocks_.limit - end_bit() < 8;
}

bool JpegPart::ContinueInto(JpegPart& next) {
  blocks_.limit = next.blocks_.limit;
  // It may have gone on itself.
  const std::uint32_t end = std::max(next.end_, next.end_bit());
  if (end_bit() < end) Reserve(end - end_bit());
  const std::size_t period = entropy_->frame->period, others = next.blocks_.count;
  const JpegBlockRecord* const records = next.blocks_.records.get();
  std::size_t meets = 0;
  for (bool goes_on = true; goes_on;) {
    while (meets < others && records[meets].begin < end_bit()) ++meets;
    if (meets == others) break;
    const std::size_t place = blocks_.place + blocks_.count, other = next.blocks_.place + meets;
    if (records[meets].begin == end_bit() && place % period == other % period) {
      next.first_ = meets;
      return true;
    }
    goes_on = AddBlocks(records[meets].begin + 1, kAnyCount);
  }
  if (meets == others) AddBlocks(end, kAnyCount);
  return false;
}

void JpegPart::Resume(const JpegPart& before) {
  entropy_ = before.entropy_;
  blocks_.place = (before.blocks_.place + before.blocks_.count) % entropy_->frame->period;
  blocks_.limit = before.blocks_.limit;
  const std::uint32_t bit = before.end_bit();
  first_ = blocks_.count = 0;
  Reserve(0);
  blocks_.records[0].begin = end_ = bit;
}

JpegBlocks JpegPart::Blocks() const {
  JpegBlocks blocks;
  blocks.records = blocks_.records.get() + first_;
  blocks.coefficients = blocks_.coefficients.get();
  blocks.first_coefficient = first_ == 0 ? 0 : blocks_.records[first_ - 1].end;
  blocks.count = blocks_.count - first_;
  return blocks;
}

void JpegPart::Reserve(std::size_t bits) {
  const std::size_t count = blocks_.count;
  const std::size_t used = count == 0 ? 0 : blocks_.records[count - 1].end;
  const std::size_t more = bits / kFewestBits + 2 * kJpegBlock;
  Grow(blocks_.records, record_room_, count + 1, count + more);
  Grow(blocks_.coefficients, coefficient_room_, used, used + more);
}

bool JpegPart::AddBlocks(std::uint32_t end, std::size_t wanted) {
  return HWY_DYNAMIC_DISPATCH(AddBlocks)(*entropy_, blocks_, end, wanted);
}

}  // namespace lodestone::kernels
#endif
