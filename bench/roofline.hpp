// The least time that a row can take on a machine: for moving its bytes, and for its arithmetic.
#pragma once

#include "bench/report.hpp"
#include "bench/rows.hpp"

namespace lodestone::bench {

// Multiply-adds of the cheaper order of two passes; alpha of opaque pictures needs none.
double MultiplyAdds(const Row& row, unsigned columns, unsigned rows);

// Of a picture as it lies in memory.
double PictureBytes(unsigned columns, unsigned rows, unsigned depth);

// Fills in both floors. At 8 bits the arithmetic is that of 16-bit integers, at 16 bits of floats.
void AddFloors(const Row& row, unsigned columns, unsigned rows, const Rates& rates,
               RowResult& result);

}  // namespace lodestone::bench
