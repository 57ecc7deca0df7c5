// Inputs of the CPU's resampling kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "kernels/common/quantum.hpp"
#include "kernels/resample/axis.h"

namespace lodestone::kernels {

struct ResampleWork {
  MagickAccelerateAxis horizontal{}, vertical{};
  bool vertical_first = true;
  bool clamps_intermediate =
      true;  // sums of the first pass to the range of quanta; weighted: always
  Channels channels = Channels::kOpaque;
  SourceView source;
  DestinationView destination;
  bool linear_light = false;  // of Scale, Resize and Blur; see light.h
  bool read_at_once = false;  // the caller reads finished rows: they stay in the caches
};

// Bands whose length is a multiple of this many rows waste nothing at their ends.
constexpr std::size_t ResampleGroupRows(Channels channels) {
  return 64 / SamplesOf(channels);
}

// Called with the number of newly finished rows of a band (may be 0); false stops the band.
using RowsDone = std::function<bool(std::size_t rows)>;

}  // namespace lodestone::kernels
