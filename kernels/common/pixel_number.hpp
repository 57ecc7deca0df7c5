// A pixel of four samples as one number: it is read and written at once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

using PixelNumber = std::conditional_t<LS_QUANTUM_DEPTH == 8, std::uint32_t, std::uint64_t>;

inline PixelNumber ReadPixel(const QuantumSample* pixel) {
  PixelNumber number;
  std::memcpy(&number, pixel, sizeof number);
  return number;
}

// Where the bits of sample `s` begin.
constexpr std::size_t SampleShift(std::size_t s) {
  return LS_QUANTUM_DEPTH * (std::endian::native == std::endian::little ? s : kChannels - 1 - s);
}

constexpr std::size_t SampleOf(PixelNumber pixel, std::size_t s) {
  return pixel >> SampleShift(s) & kQuantumMax;
}

}  // namespace lodestone::kernels
