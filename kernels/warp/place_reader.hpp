// The pixels of the source of a warp, and of what is around it.
#pragma once

#include <cstddef>

#include "kernels/common/quantum.hpp"
#include "kernels/warp/outside.h"

namespace lodestone::kernels {

template <std::size_t kSamplesOfPixel>
class PlaceReader {
 public:
  // `outside` says what is around the source, or that it is the constant pixel.
  PlaceReader(const SourceView& source, MagickAccelerateOutside outside,
              const QuantumSample* constant)
      : source_(source),
        outside_(outside),
        constant_(constant),
        columns_(static_cast<int>(source.columns)),
        rows_(static_cast<int>(source.rows)) {}

  const QuantumSample* At(int x, int y) const {
    if (IsInside(x, y)) return Inside(x, y);
    const int column = LsInside(outside_, x, columns_);
    const int row = LsInside(outside_, y, rows_);
    if (column < 0 || row < 0) return constant_;
    return Inside(column, row);
  }

  // Four that touch each other, the first at (x, y).
  void Four(int x, int y, const QuantumSample* (&from)[4]) const {
    if (IsInside(x, y) && IsInside(x + 1, y + 1)) {
      from[0] = Inside(x, y);
      from[1] = from[0] + kSamplesOfPixel;
      from[2] = from[0] + source_.stride;
      from[3] = from[2] + kSamplesOfPixel;
    } else {
      for (int i = 0; i < 4; ++i) from[i] = At(x + i % 2, y + i / 2);
    }
  }

 private:
  bool IsInside(int x, int y) const {
    return static_cast<unsigned>(x) < static_cast<unsigned>(columns_) &&
           static_cast<unsigned>(y) < static_cast<unsigned>(rows_);
  }
  const QuantumSample* Inside(int column, int row) const {
    return source_.Row(static_cast<std::size_t>(row)) +
           static_cast<std::size_t>(column) * kSamplesOfPixel;
  }

  const SourceView source_;
  const MagickAccelerateOutside outside_;
  const QuantumSample* const constant_;
  const int columns_, rows_;
};

}  // namespace lodestone::kernels
