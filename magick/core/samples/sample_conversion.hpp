// Runs of samples of the storage types as quanta, and back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "kernels/samples/samples_cpu.hpp"
#include "magick/image.h"

namespace lodestone {

inline Quantum QuantumOf(unsigned char value) {
  return ScaleCharToQuantum(value);
}
inline Quantum QuantumOf(unsigned short value) {
  return ScaleShortToQuantum(value);
}
inline Quantum QuantumOf(unsigned int value) {
  return ScaleLongToQuantum(value);
}
inline Quantum QuantumOf(unsigned long value) {
  return QuantumOf(static_cast<unsigned int>(std::min(value, 0xffffffffUL)));
}
// What is negative, or not a number, is 0.
inline Quantum QuantumOf(double value) {
  const double scaled = value * MaxRGBDouble;
  const double light = scaled > 0.0 ? scaled : 0.0;
  return static_cast<Quantum>(static_cast<int>(light < MaxRGBDouble ? light + 0.5 : MaxRGBDouble));
}

template <class T>
T SampleOf(Quantum value) {
  if constexpr (std::is_same_v<T, unsigned char>) return ScaleQuantumToChar(value);
  if constexpr (std::is_same_v<T, unsigned short>) return ScaleQuantumToShort(value);
  if constexpr (std::is_integral_v<T>) return static_cast<T>(ScaleQuantumToLong(value));
  if constexpr (std::is_same_v<T, float>) return static_cast<float>(value) / MaxRGBFloat;
  return static_cast<T>(value / MaxRGBDouble);
}

inline constexpr std::size_t kSamplesAtOnce = 32;  // which compilers vectorize

// Calls convert(i) for each.
template <class Convert>
void ForSamples(std::size_t count, Convert convert) {
  std::size_t i = 0;
  for (; i + kSamplesAtOnce <= count; i += kSamplesAtOnce) {
    for (std::size_t k = 0; k < kSamplesAtOnce; ++k) convert(i + k);
  }
  for (; i < count; ++i) convert(i);
}

template <class T>
void QuantaOf(const T* __restrict samples, std::size_t count, Quantum* __restrict quanta) {
  if constexpr (std::is_same_v<T, Quantum>) {
    std::copy_n(samples, count, quanta);
  } else if constexpr (sizeof(T) == 1) {
    kernels::WidenSamples(samples, count, quanta);
  } else if constexpr (sizeof(T) == 2) {
    kernels::NarrowSamples(samples, count, quanta);
  } else {
    ForSamples(count, [=](std::size_t i) { quanta[i] = QuantumOf(samples[i]); });
  }
}

template <class T>
void SamplesOf(const Quantum* __restrict quanta, std::size_t count, T* __restrict samples) {
  if constexpr (std::is_same_v<T, Quantum>) {
    std::copy_n(quanta, count, samples);
  } else if constexpr (sizeof(T) == 1) {
    kernels::NarrowSamples(quanta, count, samples);
  } else if constexpr (sizeof(T) == 2) {
    kernels::WidenSamples(quanta, count, samples);
  } else {
    ForSamples(count, [=](std::size_t i) { samples[i] = SampleOf<T>(quanta[i]); });
  }
}

}  // namespace lodestone
