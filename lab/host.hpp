// Plain single-threaded CPU implementations of the lab's experiments.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lodestone::lab {

// One channel of 8 bits, rows without padding.
struct Plane {
  Plane(unsigned the_columns, unsigned the_rows)
      : columns(the_columns), rows(the_rows), pixels(size_t{the_columns} * the_rows) {}

  unsigned columns, rows;
  std::vector<uint8_t> pixels;
};

// The same on every machine.
Plane Noise(unsigned columns, unsigned rows);
std::vector<uint32_t> NoiseWords(size_t count);

// Indexes 0 ... size - 1 for each i from -before to size - 1 + after, reflected at the borders
// without repeating the edge pixel, repeatedly if necessary.
std::vector<int32_t> MirrorTable(unsigned size, unsigned before, unsigned after);

// The 11-tap filter along rows, and along columns.
Plane Gaussian11Across(const Plane& source);
Plane Gaussian11Down(const Plane& source);

// order x order weights, row by row, divided by 2 to the `shift`, rounded; order is odd.
Plane ConvolvePlainly(const Plane& source, std::span<const int> weights, unsigned order,
                      unsigned shift);

// The 3x3 filter as usually written in C, for timing. result has the size of source.
void Gaussian3InC(const Plane& source, Plane& result);

// The branch experiments; their parts are in lab/kernels/branches.h.
std::vector<uint32_t> CallResults(std::span<const uint32_t> values, uint32_t key, uint32_t rounds);
std::vector<uint32_t> FourteenResults(std::span<const uint32_t> values, uint32_t spread,
                                      uint32_t rounds);
std::vector<uint32_t> CountResults(std::span<const uint32_t> values,
                                   std::span<const uint32_t, 4> limits, uint32_t rounds);
std::vector<uint32_t> SixteenResults(std::span<const uint32_t> values, uint32_t rounds);

}  // namespace lodestone::lab
