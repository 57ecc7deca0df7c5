// Sizes of works that accelerators may have programs of their own for.
#pragma once

#include <cstdint>
#include <span>

#include "accel/operation_table.hpp"

namespace lodestone::accel {

// The sizes that an operation's works of these channels may have, in this order of the passes:
// sides of boxes of equal weights, of windows, or of matrices of taps, taps along either axis that
// most outputs share or, rows first, source columns under a tile of the result; terms of series.
// Ascending. In linear light, which is rare, only boxes: for the others, one program for all sizes
// is enough. Without passes, vertical_first is true.
std::span<const std::uint32_t> SpecializedSizesOf(const OperationTraits& operation,
                                                  MagickAccelerateChannels channels,
                                                  bool vertical_first, bool linear_light = false);

// Which of them the work has, or keeps within; 0 for none.
std::uint32_t SpecializedSizeOf(const MagickAccelerateWork& work);

}  // namespace lodestone::accel
