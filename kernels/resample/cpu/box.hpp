// Reduction by powers of two with equal weights: sums, then one shift, or one product.
#pragma once

#include <optional>

#include "kernels/resample/cpu/resample_work.hpp"

namespace lodestone::kernels {

// Every destination pixel is the mean of its own `columns` x `rows` source pixels, both powers of
// two.
struct Box {
  std::size_t columns, rows;
};

// The box equivalent to the work's tables, if there is one and its sums are exact in float too:
// then any order of additions gives the result of the numeric contract.
std::optional<Box> FindBox(const ResampleWork& work);

// The box of a work in linear light, whose sums are of floats: its rows are added before its
// columns, and are few enough to be one sum.
std::optional<Box> FindLightBox(const ResampleWork& work);

}  // namespace lodestone::kernels
