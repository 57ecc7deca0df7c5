// The CPU kernel of every separable resampling, compiled for each instruction set and chosen at
// run time. Obeys kernels/common/numeric.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

// One axis of a contribution table, not owned (see AxisTable).
struct AxisView {
  std::uint32_t inputs = 0, outputs = 0, max_count = 0;
  const std::uint32_t* first = nullptr;
  const std::uint32_t* count = nullptr;
  const std::uint32_t* offset = nullptr;
  const float* weights = nullptr;
};

struct ResampleWork {
  AxisView horizontal, vertical;
  bool vertical_first = true;
  bool alpha = false;
  SourceView source;
  DestinationView destination;
};

// Computes destination rows [begin, end). Bands of one work may run at once on several threads.
// Returns false when memory for the band's intermediate rows is not to be had; the band's rows
// then hold nothing useful.
bool ResampleBand(const ResampleWork& work, std::size_t begin, std::size_t end);

// Multiply-adds that the work needs, for predicting how long it takes.
double ResampleOperations(const ResampleWork& work);

}  // namespace lodestone::kernels
