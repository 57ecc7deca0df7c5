// The least time that a row can take on a machine: to move its bytes, and for its arithmetic.
#pragma once

#include "bench/report.hpp"
#include "bench/rows.hpp"

namespace lodestone::bench {

// Multiply-adds of the cheaper order of two passes; opaque images need none for alpha.
double MultiplyAdds(const Row& row, unsigned columns, unsigned rows);

// Of an image in memory.
double ImageBytes(unsigned columns, unsigned rows, unsigned depth);

// Fills in both floors. The arithmetic is in 16-bit integers at 8 bits, in floats at 16 bits.
void AddFloors(const Row& row, unsigned columns, unsigned rows, const Rates& rates,
               RowResult& result);

}  // namespace lodestone::bench
