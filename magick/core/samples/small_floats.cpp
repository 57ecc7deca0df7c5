#include "magick/core/samples/small_floats.hpp"

#include <bit>

namespace lodestone {
namespace {

constexpr int kFloatMantissaBits = 23, kFloatBias = 127;

struct Format {
  int bits;
  int mantissa_bits;
  int bias;
  int max_exponent;            // of results
  std::uint32_t max_mantissa;  // of results that are too large
  int subnormal_shift;         // of mantissas, where the exponent is 0
  int read_bits;               // of the mantissa of a float that count
  int tie_bits;  // lowest bits of a mantissa, one of which must be 0 to round a tie up
};

constexpr Format kFloat16{.bits = 16,
                          .mantissa_bits = 10,
                          .bias = 15,
                          .max_exponent = 30,
                          .max_mantissa = 15,
                          .subnormal_shift = 1,
                          .read_bits = 16,
                          .tie_bits = 4};
constexpr Format kFloat24{.bits = 24,
                          .mantissa_bits = 16,
                          .bias = 63,
                          .max_exponent = 126,
                          .max_mantissa = 0xffff,
                          .subnormal_shift = 0,
                          .read_bits = kFloatMantissaBits,
                          .tie_bits = 16};

constexpr std::uint32_t LowBits(int count) {
  return (std::uint32_t{1} << count) - 1;
}

// To the nearest, and to even in the middle; never up to the next exponent.
std::uint32_t Round(const Format& format, std::uint32_t mantissa) {
  const int dropped = format.read_bits - format.mantissa_bits;
  const std::uint32_t kept = mantissa >> dropped;
  const std::uint32_t rest = mantissa & LowBits(dropped);
  const std::uint32_t half = std::uint32_t{1} << (dropped - 1);
  if (rest > half) return kept == LowBits(format.mantissa_bits) ? kept : kept + 1;
  const bool up = rest == half && (kept & 1) != 0 &&
                  (kept & LowBits(format.tie_bits)) != LowBits(format.tie_bits);
  return up ? kept + 1 : kept;
}

std::uint32_t ShiftDown(std::uint32_t value, int count) {
  return count < 32 ? value >> count : 0;
}

std::uint32_t ToBits(const Format& format, float value) {
  if (value == 0.0f) return 0;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const int biased = static_cast<int>(bits >> kFloatMantissaBits & 0xff);
  const std::uint32_t mantissa =
      (bits & LowBits(kFloatMantissaBits)) >> (kFloatMantissaBits - format.read_bits);
  int exponent = biased == 0 ? 0 : biased - kFloatBias + format.bias;
  std::uint32_t result = 0;
  if (exponent <= 0) {
    const int dropped = format.read_bits - format.mantissa_bits;
    result = ShiftDown(mantissa, format.subnormal_shift - exponent) >> dropped;
    exponent = 0;
  } else if (exponent > format.max_exponent) {
    exponent = format.max_exponent;
    result = format.max_mantissa;
  } else {
    result = Round(format, mantissa);
  }
  return bits >> 31 << (format.bits - 1) |
         static_cast<std::uint32_t>(exponent) << format.mantissa_bits | result;
}

float FromBits(const Format& format, std::uint32_t bits) {
  const std::uint32_t sign = bits >> (format.bits - 1) & 1;
  const int exponent = static_cast<int>(bits >> format.mantissa_bits &
                                        LowBits(format.bits - 1 - format.mantissa_bits));
  const auto biased =
      static_cast<std::uint32_t>(exponent == 0 ? 0 : exponent - format.bias + kFloatBias);
  const std::uint32_t mantissa = (bits & LowBits(format.mantissa_bits))
                                 << (kFloatMantissaBits - format.mantissa_bits);
  return std::bit_cast<float>(sign << 31 | biased << kFloatMantissaBits | mantissa);
}

}  // namespace

std::uint32_t Float16Bits(float value) {
  return ToBits(kFloat16, value);
}

std::uint32_t Float24Bits(float value) {
  return ToBits(kFloat24, value);
}

float FromFloat16(std::uint32_t bits) {
  return FromBits(kFloat16, bits);
}

float FromFloat24(std::uint32_t bits) {
  return FromBits(kFloat24, bits);
}

}  // namespace lodestone
