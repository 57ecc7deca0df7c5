// Runs of packed samples of whole bytes as quanta, and back.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "magick/core/samples/packed_samples.hpp"
#include "magick/core/samples/sample_conversion.hpp"

namespace lodestone {

template <class T, bool kSwapped>
T Ordered(T value) {
  if constexpr (!kSwapped) return value;
  if constexpr (sizeof(T) == 2) return __builtin_bswap16(value);
  return static_cast<T>(__builtin_bswap32(value));
}

// Numbers at any address. Those of quanta whose bytes are in the other order have a kernel.
template <class T, bool kSwapped>
void UnpackRun(const unsigned char* __restrict from, std::size_t count,
               Quantum* __restrict quanta) {
  if constexpr (sizeof(T) == 1) return QuantaOf(from, count, quanta);
  if constexpr (std::is_same_v<T, Quantum> && kSwapped)
    return kernels::SwapSamples(from, count, reinterpret_cast<unsigned char*>(quanta));
  ForSamples(count, [=](std::size_t i) {
    T value;
    std::memcpy(&value, from + i * sizeof value, sizeof value);
    quanta[i] = QuantumOf(Ordered<T, kSwapped>(value));
  });
}

template <class T, bool kSwapped>
void PackRun(const Quantum* __restrict quanta, std::size_t count, unsigned char* __restrict to) {
  if constexpr (sizeof(T) == 1) return SamplesOf(quanta, count, to);
  if constexpr (std::is_same_v<T, Quantum> && kSwapped)
    return kernels::SwapSamples(reinterpret_cast<const unsigned char*>(quanta), count, to);
  ForSamples(count, [=](std::size_t i) {
    const T value = Ordered<T, kSwapped>(SampleOf<T>(quanta[i]));
    std::memcpy(to + i * sizeof value, &value, sizeof value);
  });
}

// Calls visit<type, swapped>() for such samples. False: they are of another kind.
template <class Visitor>
bool WithPackedType(const SampleFormat& format, Visitor visit) {
  constexpr bool kLittle = std::endian::native == std::endian::little;
  const bool swapped = format.little_endian != kLittle;
  if (format.is_float()) return false;
  if (format.bits == 8)
    visit.template operator()<unsigned char, false>();
  else if (format.bits == 16 && swapped)
    visit.template operator()<unsigned short, true>();
  else if (format.bits == 16)
    visit.template operator()<unsigned short, false>();
  else if (format.bits == 32 && swapped)
    visit.template operator()<unsigned int, true>();
  else if (format.bits == 32)
    visit.template operator()<unsigned int, false>();
  else
    return false;
  return true;
}

// Samples of 8, 16 and 32 bits. False, with nothing done: those of other kinds.
inline bool QuantaOfPacked(const SampleFormat& format, const unsigned char* from, std::size_t count,
                           Quantum* quanta) {
  return WithPackedType(
      format, [&]<class T, bool kSwapped>() { UnpackRun<T, kSwapped>(from, count, quanta); });
}

inline bool PackedOfQuanta(const SampleFormat& format, const Quantum* quanta, std::size_t count,
                           unsigned char* to) {
  return WithPackedType(format,
                        [&]<class T, bool kSwapped>() { PackRun<T, kSwapped>(quanta, count, to); });
}

}  // namespace lodestone
