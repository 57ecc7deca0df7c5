// The finish of operations that keep the size: samples kept from the source, and sharpening.
// Follows kernels/common/numeric.h. Compiled for each instruction set and chosen at run time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

struct FinishView {
  std::uint32_t keep = 0;           // bit i: sample i of every pixel is the source's
  std::uint32_t sharpen = 0;        // a kind of LS_SHARPEN, or none
  float amount = 0, threshold = 0;  // threshold in quantum steps, a whole number

  bool any() const { return keep != 0 || sharpen != 0; }
};

// Finishes destination rows [begin, end), which hold rounded results.
void FinishBand(const FinishView& finish, Channels channels, const SourceView& source,
                const DestinationView& destination, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
