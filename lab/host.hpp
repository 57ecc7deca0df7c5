// What the laboratory's experiments compute, plainly, on one thread of the host.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lodestone::accel::opencl {

// One channel of 8 bits, rows without gaps.
struct LabPicture {
  LabPicture(unsigned the_columns, unsigned the_rows)
      : columns(the_columns), rows(the_rows), pixels(size_t{the_columns} * the_rows) {}

  unsigned columns, rows;
  std::vector<uint8_t> pixels;
};

// The same on every machine.
LabPicture LabNoise(unsigned columns, unsigned rows);
std::vector<uint32_t> LabNoiseWords(size_t count);

// Places 0 ... size - 1 for each i from -before to size - 1 + after, mirrored at the borders
// without repeating the pixel there, as often as it takes.
std::vector<int32_t> MirrorTable(unsigned size, unsigned before, unsigned after);

// The 11-tap filter along rows, and along columns.
LabPicture Gaussian11Across(const LabPicture& source);
LabPicture Gaussian11Down(const LabPicture& source);

// order x order weights, row by row, over 2 to the `shift`, rounded; order is odd.
LabPicture ConvolvePlainly(const LabPicture& source, std::span<const int> weights, unsigned order,
                           unsigned shift);

// The 3x3 filter as one writes it in C, for its time. result has the size of source.
void Gaussian3InC(const LabPicture& source, LabPicture& result);

// The branch experiments; lab/kernels/branches.h has their parts.
std::vector<uint32_t> CallResults(std::span<const uint32_t> values, uint32_t key, uint32_t rounds);
std::vector<uint32_t> FourteenResults(std::span<const uint32_t> values, uint32_t spread,
                                      uint32_t rounds);
std::vector<uint32_t> CountResults(std::span<const uint32_t> values,
                                   std::span<const uint32_t, 4> limits, uint32_t rounds);
std::vector<uint32_t> SixteenResults(std::span<const uint32_t> values, uint32_t rounds);

}  // namespace lodestone::accel::opencl
