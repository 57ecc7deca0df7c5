// The part of a range that lies inside an image.
#pragma once

#include <algorithm>

namespace lodestone {

struct Span {
  long start;
  long extent;  // <= 0: nothing
};

// The part of [start, start + extent) that lies within [0, size).
inline Span Within(long start, unsigned long extent, unsigned long size) {
  const long long limit = static_cast<long long>(size);
  // Huge extents mean "to the end"; bounding them first keeps the sum in range.
  const long long wanted = static_cast<long long>(std::min<unsigned long long>(extent, 1ULL << 62));
  const long long end = start > limit ? limit : std::min(start + wanted, limit);
  const long long begin = std::max<long long>(start, 0);
  return {static_cast<long>(begin), static_cast<long>(end - begin)};
}

}  // namespace lodestone
