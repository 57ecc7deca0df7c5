// Arrays that begin at the length of the longest vector.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>

#include "base/owner.hpp"

namespace lodestone::kernels {

template <class T>
using AlignedArray = Owner<T[], std::free>;

// Not initialized. Throws std::bad_alloc.
template <class T>
AlignedArray<T> NewAligned(std::size_t count) {
  constexpr std::size_t kAlignment = 64, kMost = std::numeric_limits<std::size_t>::max() / 2;
  if (count > kMost / sizeof(T)) throw std::bad_alloc();
  const std::size_t bytes = (count * sizeof(T) + kAlignment - 1) / kAlignment * kAlignment;
  void* const memory = std::aligned_alloc(kAlignment, bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return AlignedArray<T>(static_cast<T*>(memory));
}

}  // namespace lodestone::kernels
