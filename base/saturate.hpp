// Doubles as integers, some of which have 32 bits on some machines and 64 on others.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>

namespace lodestone {

// Truncated; the largest integer for what is larger, its negative (or 0) for what is smaller, 0 for
// NaN.
template <std::integral Integer>
Integer Saturated(double value) {
  using Limits = std::numeric_limits<Integer>;
  const double end = std::ldexp(1.0, Limits::digits);
  if (value >= end) return Limits::max();
  if (Limits::is_signed && value <= -end) return -Limits::max();
  if (std::isnan(value) || (!Limits::is_signed && value <= 0)) return 0;
  return static_cast<Integer>(value);
}

// Whole numbers up to this one are exact both in a double and in a long.
inline constexpr double kLargestExactLong =
    std::min(0x1p53, static_cast<double>(std::numeric_limits<long>::max()));

}  // namespace lodestone
