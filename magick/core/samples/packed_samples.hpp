// Samples in memory without gaps: whole bytes in either order, or any number of bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "magick/constitute.h"
#include "magick/core/samples/small_floats.hpp"
#include "magick/quantum.h"

namespace lodestone {

// How samples are stored.
struct SampleFormat {
  QuantumSampleType type = UnsignedQuantumSampleType;
  unsigned bits = 8;
  bool little_endian = false;  // of samples of 16, 32 and 64 bits, and of floating point
  double black = 0.0, white = 1.0;

  bool is_float() const { return type == FloatQuantumSampleType; }
  // Unsigned samples: 1 to 32 bits, or 64. Floating point: 16, 24, 32 or 64.
  bool IsValid() const {
    if (is_float()) return bits == 16 || bits == 24 || bits == 32 || bits == 64;
    return type == UnsignedQuantumSampleType && ((bits > 0 && bits <= 32) || bits == 64);
  }
  // Samples of other sizes follow one another without regard to bytes.
  bool HasWholeBytes() const {
    return is_float() || bits == 8 || bits == 16 || bits == 32 || bits == 64;
  }
};

inline bool IsLittleEndian(EndianType endian) {
  return endian == LSBEndian ||
         (endian == NativeEndian && std::endian::native == std::endian::little);
}

// The largest unsigned sample of up to 32 bits.
constexpr std::uint32_t MaxSample(unsigned bits) {
  return static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1);
}

// Between a quantum and a sample of up to 32 bits: the larger is about `ratio` times the smaller.
constexpr std::uint32_t SampleRatio(unsigned bits) {
  constexpr auto kMax = static_cast<std::uint32_t>(MaxRGB);
  if (bits < QuantumDepth) return kMax / (kMax >> (QuantumDepth - bits));
  return bits > QuantumDepth && bits <= 32 ? MaxSample(bits) / kMax : 1;
}

// Writes the most significant bit first, up to 32 bits at a time.
class BitWriter {
 public:
  explicit BitWriter(unsigned char* to) : next_(to) {}
  void Put(unsigned bits, std::uint32_t value) {
    bits_ = bits_ << bits | (value & MaxSample(bits));
    for (held_ += bits; held_ >= 8; *next_++ = static_cast<unsigned char>(bits_ >> held_))
      held_ -= 8;
    if (held_ != 0) *next_ = static_cast<unsigned char>(bits_ << (8 - held_));
  }
  // After the last byte that is full.
  unsigned char* end() const { return next_; }
  bool has_part() const { return held_ != 0; }

 private:
  unsigned char* next_;
  std::uint64_t bits_ = 0;
  unsigned held_ = 0;  // of them, in no full byte yet
};

// Reads the most significant bit first, up to 32 bits at a time.
class BitReader {
 public:
  explicit BitReader(const unsigned char* from) : next_(from) {}
  std::uint32_t Get(unsigned bits) {
    for (; held_ < bits; held_ += 8) bits_ = bits_ << 8 | *next_++;
    held_ -= bits;
    return static_cast<std::uint32_t>(bits_ >> held_) & MaxSample(bits);
  }
  // After the last byte that is used up.
  const unsigned char* end() const { return next_ - has_part(); }
  bool has_part() const { return held_ != 0; }

 private:
  const unsigned char* next_;
  std::uint64_t bits_ = 0;
  unsigned held_ = 0;  // of them, not used yet
};

inline void PutBytes(unsigned char*& to, unsigned bytes, std::uint64_t value, bool little_endian) {
  for (unsigned i = 0; i < bytes; ++i)
    *to++ = static_cast<unsigned char>(value >> 8 * (little_endian ? i : bytes - 1 - i));
}

inline std::uint64_t GetBytes(const unsigned char*& from, unsigned bytes, bool little_endian) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < bytes; ++i)
    value |= std::uint64_t{*from++} << 8 * (little_endian ? i : bytes - 1 - i);
  return value;
}

inline std::uint64_t FloatBits(unsigned bits, double value) {
  if (bits == 64) return std::bit_cast<std::uint64_t>(value);
  const auto single = static_cast<float>(value);
  if (bits == 32) return std::bit_cast<std::uint32_t>(single);
  return bits == 24 ? Float24Bits(single) : Float16Bits(single);
}

inline double FloatOfBits(unsigned bits, std::uint64_t value) {
  if (bits == 64) return std::bit_cast<double>(value);
  const auto single = static_cast<std::uint32_t>(value);
  if (bits == 32) return std::bit_cast<float>(single);
  return bits == 24 ? FromFloat24(single) : FromFloat16(single);
}

}  // namespace lodestone
