// Means of the samples of several images. Compiled for each instruction set and chosen at run time.
#pragma once

#include <cstddef>
#include <span>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

// With more, sums of samples would not fit into 31 bits.
inline constexpr std::size_t kMostAveraged = 32768;

// to[i]: the mean of samples i of all rows, halves up, for i below `count`. There are 1 to
// kMostAveraged rows.
void AverageRows(std::span<const QuantumSample* const> rows, std::size_t count, QuantumSample* to);

}  // namespace lodestone::kernels
