#include "kernels/jpeg/encoded_bytes.hpp"

#include <bit>
#include <cstring>

namespace lodestone::kernels {
namespace {

constexpr std::uint8_t kMarker = 0xFF, kStuffing = 0, kFirstRestart = 0xD0;
constexpr unsigned kWord = 64;  // bits

constexpr std::uint64_t Lowest(std::uint64_t bits, unsigned count) {
  return bits & ((std::uint64_t{1} << count) - 1);
}

constexpr bool HasMarker(std::uint64_t word) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  return ((~word - kOnes) & word & kOnes << 7) != 0;
}

class ByteWriter {
 public:
  explicit ByteWriter(std::uint8_t* to) : to_(to) {}

  void Put(const std::uint64_t* words, std::uint64_t bits, const JpegTail& before, bool fills_up) {
    const unsigned shift = before.count;
    std::uint64_t pending = before.bits << 1 << (kWord - 1 - shift);
    const std::uint64_t* const end = words + bits / kWord;
    for (; words != end; ++words) {
      PutWord(pending | *words >> shift);
      pending = *words << 1 << (kWord - 1 - shift);
    }
    unsigned rest = shift;
    if (bits % kWord != 0) {
      const std::uint64_t word = pending | *words >> shift;
      rest += bits % kWord;
      pending = word;
      if (rest >= kWord) {
        PutWord(word);
        pending = *words << 1 << (kWord - 1 - shift);
        rest -= kWord;
      }
    }
    for (; rest >= 8; rest -= 8, pending <<= 8) PutByte(static_cast<std::uint8_t>(pending >> 56));
    if (fills_up && rest != 0)
      PutByte(static_cast<std::uint8_t>(pending >> 56 | Lowest(0xFF, 8 - rest)));
  }

  void PutRestart(std::size_t number) {
    *to_++ = kMarker;
    *to_++ = static_cast<std::uint8_t>(kFirstRestart + number % 8);
  }

  std::uint8_t* end() const { return to_; }

 private:
  void PutByte(std::uint8_t byte) {
    *to_++ = byte;
    if (byte == kMarker) *to_++ = kStuffing;
  }

  void PutWord(std::uint64_t word) {
    if (HasMarker(word)) {
      for (unsigned i = 0; i < 8; ++i, word <<= 8) PutByte(static_cast<std::uint8_t>(word >> 56));
      return;
    }
    if constexpr (std::endian::native == std::endian::little) word = __builtin_bswap64(word);
    std::memcpy(to_, &word, sizeof word);
    to_ += sizeof word;
  }

  std::uint8_t* to_;
};

}  // namespace

JpegTail TailOf(const JpegBits& bits, const JpegTail& before) {
  const JpegSegment& last = bits.segments.back();
  const JpegTail own = bits.segments.size() == 1 ? before : JpegTail();
  if (last.bits == 0) return own;
  const auto count = static_cast<unsigned>((own.count + last.bits) % 8);
  const std::uint64_t* const word = bits.words.get() + last.first_word + (last.bits - 1) / kWord;
  const auto used = static_cast<unsigned>((last.bits - 1) % kWord + 1);
  const std::uint64_t end = *word >> (kWord - used);
  if (used >= count) return {Lowest(end, count), count};
  const std::uint64_t earlier = last.bits > kWord ? word[-1] : own.bits;
  return {Lowest(earlier << used | end, count), count};
}

std::size_t MostJpegBytes(std::size_t mcus, std::size_t blocks) {
  constexpr std::size_t kBytesOfBlock = (27 + 63 * 26 + 7) / 8;
  return 2 * (blocks * kBytesOfBlock + 2 * mcus + 1);
}

std::size_t PutJpegBytes(const JpegBits& bits, const JpegTail& before, std::size_t restart,
                         bool is_last, std::uint8_t* to) {
  ByteWriter writer(to);
  JpegTail tail = before;
  for (std::size_t i = 0; i < bits.segments.size(); ++i) {
    const JpegSegment& segment = bits.segments[i];
    const bool ends_scan = is_last && i + 1 == bits.segments.size();
    writer.Put(bits.words.get() + segment.first_word, segment.bits, tail,
               segment.ends || ends_scan);
    if (segment.ends) writer.PutRestart(restart++);
    tail = {};
  }
  return static_cast<std::size_t>(writer.end() - to);
}

}  // namespace lodestone::kernels
