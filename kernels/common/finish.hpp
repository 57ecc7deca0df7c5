// The last step of operations that keep the size: samples that stay the source's, and the unsharp
// mask. Obeys kernels/common/numeric.h. Compiled for each instruction set and chosen at run time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

struct FinishView {
  std::uint32_t keep = 0;  // bit i: sample i of every pixel is the source's
  bool sharpen = false;
  float amount = 0, threshold = 0;  // threshold in quantum steps, a whole number

  bool any() const { return keep != 0 || sharpen; }
};

// Finishes rows [begin, end) of the destination, which hold rounded results.
void FinishBand(const FinishView& finish, Channels channels, const SourceView& source,
                const DestinationView& destination, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
