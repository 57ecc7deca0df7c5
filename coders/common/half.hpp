// Floating-point numbers of 16 bits, as graphics hardware has them.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace lodestone::coders {

inline float FloatOfHalf(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const auto fraction = static_cast<float>(bits & 1023);
  float size =
      std::ldexp(exponent == 0 ? fraction : 1024 + fraction, exponent == 0 ? -24 : exponent - 25);
  if (exponent == 31)
    size = fraction == 0 ? std::numeric_limits<float>::infinity()
                         : std::numeric_limits<float>::quiet_NaN();
  return (bits & 0x8000) != 0 ? -size : size;
}

}  // namespace lodestone::coders
