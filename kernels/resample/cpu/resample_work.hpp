// The CPU kernel of every separable resampling, compiled for each instruction set and chosen at
// run time. Obeys kernels/common/numeric.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

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
  bool clamps_between = true;  // sums of the first pass to the range of quanta; weighted: always
  Channels channels = Channels::kOpaque;
  SourceView source;
  DestinationView destination;
  bool read_at_once = false;  // the caller reads finished rows: they stay in the caches
};

// Bands that are a multiple of this many rows long waste nothing at their ends.
constexpr std::size_t ResampleGroupRows(Channels channels) {
  return 64 / SamplesOf(channels);
}

// Hears how many more rows of a band are finished (at times none); false stops the band.
using RowsDone = std::function<bool(std::size_t rows)>;

// Computes destination rows [begin, end), or fewer if told to stop. Bands of one work may run at
// once on several threads. Returns false when memory for the band's intermediate rows is not to be
// had; the band's rows then hold nothing useful.
bool ResampleBand(const ResampleWork& work, std::size_t begin, std::size_t end,
                  const RowsDone& rows_done);

// Multiply-adds that the work needs, for predicting how long it takes.
double ResampleOperations(const ResampleWork& work);

}  // namespace lodestone::kernels
