// Lines of pixels moved along themselves. Compiled for each instruction set and chosen at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/common/quantum.hpp"
#include "kernels/shear/shear.h"

namespace lodestone::kernels {

struct ShearArea {
  explicit ShearArea(const MagickAccelerateShearRule& rule)
      : column(rule.area_column),
        row(rule.area_row),
        columns(rule.area_columns),
        rows(rule.area_rows) {}

  std::int64_t column, row, columns, rows;
};

// Places are on the canvas.
struct ShearWork : Work<MagickAccelerateShearRule> {
  const std::int32_t* lines;  // of the area
  QuantumSample constant[kChannels];
};

// Neighbouring columns of the destination that move alike but for fractions of a pixel.
struct ShearRun {
  std::size_t begin, end;
  std::int64_t first, second;  // displacements; 0 outside the area
  bool in_area, in_source;
};

// What all bands of a work share; empty if lines are rows.
struct ShearColumns {
  std::vector<ShearRun> runs;
  // Upper, middle and lower parts for each sample of a row of the destination, and for as many more
  // as a vector may have.
  std::vector<std::int32_t> shares[3];
};

// Throws std::bad_alloc.
ShearColumns PrepareShear(const ShearWork& work);

// Computes destination rows [begin, end).
void ShearBand(const ShearWork& work, const ShearColumns& columns, std::size_t begin,
               std::size_t end);

}  // namespace lodestone::kernels
