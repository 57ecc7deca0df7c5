// How each operation is split into bands of rows for the threads.
#pragma once

#include <cstddef>

#include "accel/cpu/band.hpp"

namespace lodestone::accel {

// The function that computes the work, its finish included; empty for an unknown operation. It
// refers to `work`.
Band BandOf(const MagickAccelerateWork& work);

// Rows of a band: enough pixels to be worth a task, and enough rows that neighbouring bands share
// few source rows.
std::size_t CpuBandRows(const MagickAccelerateWork& work);

// Approximate number of operations on single samples, for predictions; 0 if moving the pixels takes
// longer.
double OperationsOf(const MagickAccelerateWork& work);

}  // namespace lodestone::accel
