// The finish of operations that keep the size: samples kept from the source, and sharpening.
// Follows kernels/common/numeric.h. Compiled for each instruction set and chosen at run time.
#pragma once

#include <cstddef>

#include "kernels/common/finish.h"
#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

inline bool IsStep(const MagickAccelerateFinish& finish) {
  return finish.keep != 0 || finish.sharpen != 0;
}

// Finishes destination rows [begin, end), which hold rounded results.
void FinishBand(const MagickAccelerateFinish& finish, Channels channels, const SourceView& source,
                const DestinationView& destination, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
