// Sums over wide kernels by series.h. Compiled for each instruction set and chosen at run time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cosine_blur/rule.h"
#include "kernels/window/bordered_source.hpp"

namespace lodestone::kernels {

// One axis of a work.
struct SeriesAxis {
  std::uint32_t reach;
  const float* numbers;
};

struct CosineBlurWork {
  BorderedSource source;        // with a border of the reaches; constant samples stand for no pixel
  DestinationView destination;  // of the same size
  const MagickAccelerateCosineSeries& rule;
  const float* numbers;  // of both axes

  SeriesAxis across() const { return {rule.reach[0], numbers}; }
  SeriesAxis down() const;
};

// Bands of multiples of this many rows waste nothing at their ends.
inline constexpr std::size_t kSeriesBlockRows = 16;
// A band that does not begin at a multiple of LS_SERIES_RESTART sums columns from there on.
inline constexpr std::size_t kSeriesRepeatedRows = 32;

// Computes destination rows [begin, end). Throws std::bad_alloc.
void CosineBlurBand(const CosineBlurWork& work, std::size_t begin, std::size_t end);

// Approximate number of operations on single samples.
double CosineBlurOperations(const CosineBlurWork& work);

}  // namespace lodestone::kernels
