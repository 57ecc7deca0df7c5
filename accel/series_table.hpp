// Where the numbers of a wide blur are in its table: kernels/series/series_layout.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "accel/plugin.h"
#include "kernels/series/series_plan.hpp"

namespace lodestone::accel {

struct SeriesTable {
  explicit SeriesTable(const MagickAccelerateWork& work)
      : down(NumbersOf(work, 0, work.source.columns)),
        count(down + NumbersOf(work, 1, work.source.rows)) {}

  std::size_t down;   // where those of the columns begin, behind those of the rows
  std::size_t count;  // of all

 private:
  static std::size_t NumbersOf(const MagickAccelerateWork& work, int axis, std::uint32_t outputs) {
    return kernels::SeriesNumbers(work.series.reach[axis], work.series.terms, outputs);
  }
};

}  // namespace lodestone::accel
