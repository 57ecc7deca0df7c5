// What the CPU implements for each family of operations, and the plain C record of a work as its
// kernels see it.
#pragma once

#include <algorithm>
#include <cstddef>

#include "accel/cpu/band.hpp"
#include "accel/operation_table.hpp"
#include "kernels/common/quantum.hpp"

namespace lodestone::accel {

struct CpuFamily {
  Required<Band(const MagickAccelerateWork& work)> band;  // ignoring memory
  Required<double(const MagickAccelerateWork& work)> operations;
  // Rows beyond its own on which a band spends as much time as on its own. Otherwise an extra row
  // only has to be converted, which is little beside the sums for each row of the result.
  std::size_t repeated_rows = 0;
  std::size_t row_unit = 1;  // bands of multiples of this many rows waste no work
  bool whole = false;        // one band of all rows, which uses all threads
};

#define LS_FAMILY(name) extern const CpuFamily k##name##OnCpu;
#include "accel/families.def"

// Rows computed together where source rows are shared.
inline constexpr std::size_t kRowsPerRepeated = 8;

// Of an operation that this library knows.
const CpuFamily& FamilyOf(const MagickAccelerateWork& work);

std::size_t RoundUp(std::size_t rows, std::size_t unit);

// `operations` where moving the pixels takes longer than any arithmetic on them.
inline double NoOperations(const MagickAccelerateWork&) {
  return 0;
}

inline kernels::Channels ChannelsOf(const MagickAccelerateWork& work) {
  return static_cast<kernels::Channels>(work.channels);
}
inline kernels::SourceView ViewOf(const MagickAcceleratePixels& pixels) {
  return {static_cast<const kernels::QuantumSample*>(pixels.data), pixels.columns, pixels.rows,
          pixels.stride_bytes / sizeof(kernels::QuantumSample)};
}
inline kernels::SourceView SourceOf(const MagickAccelerateWork& work) {
  return ViewOf(work.source);
}
inline kernels::DestinationView DestinationOf(const MagickAccelerateWork& work) {
  return {static_cast<kernels::QuantumSample*>(work.destination.data), work.destination.columns,
          work.destination.rows, work.destination.stride_bytes / sizeof(kernels::QuantumSample)};
}
inline const float* FloatsOf(const MagickAccelerateWork& work) {
  return static_cast<const float*>(work.table.entries);
}
// With one of the arguments of `work`, which it refers to.
template <class Arguments>
kernels::Work<Arguments> ToWork(const MagickAccelerateWork& work, const Arguments& rule) {
  return {SourceOf(work), DestinationOf(work), ChannelsOf(work), rule};
}

// Applies the work's finish, if it has one, to rows [begin, end) that are otherwise complete.
void FinishRows(const MagickAccelerateWork& work, std::size_t begin, std::size_t end);

// Steps of a band so short that progress is reported in time.
std::size_t StepRows(const MagickAccelerateWork& work);

// Splits a band into steps, each with its finish.
template <class Step>
Band InSteps(const MagickAccelerateWork& work, Step step) {
  return [most = StepRows(work), step, &work](std::size_t begin, std::size_t end,
                                              CpuProgress& progress) {
    for (std::size_t y = begin, stop; y < end; y = stop) {
      stop = std::min(end, y + most);
      step(y, stop);
      FinishRows(work, y, stop);
      if (!progress.Add(stop - y)) break;
    }
    return true;
  };
}

}  // namespace lodestone::accel
