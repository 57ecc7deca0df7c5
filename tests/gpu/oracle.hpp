// The required results of the OpenCL kernels, computed slowly as the numeric contract states, and
// random work to test them with.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "accel/plugin.h"

namespace lodestone::accel::gpu::testing {

struct TestAxis {
  uint32_t inputs = 0;
  std::vector<uint32_t> first, count, offset;
  std::vector<float> weights;

  uint32_t outputs() const { return static_cast<uint32_t>(first.size()); }
  MagickAccelerateAxis View() const;
};

// Like a real filter: evenly spaced centres, `support` inputs on each side, weights that sum to
// about 1, some of them negative.
TestAxis FilterAxis(uint32_t inputs, uint32_t outputs, double support, std::mt19937& random);

// Any table that the contract permits.
TestAxis WildAxis(uint32_t inputs, uint32_t outputs, std::mt19937& random);

// Every output has `side` inputs of its own, with equal weights.
TestAxis BoxAxis(uint32_t outputs, uint32_t side, float weight);

// The same weights for every output, those outside added to the border's own.
TestAxis SameSizeAxis(uint32_t length, uint32_t taps, std::mt19937& random);

// The same weights for every output, none outside.
TestAxis InnerAxis(uint32_t outputs, uint32_t taps, std::mt19937& random);

// One output of 129 taps, the first and the last of which cancel. The 64 between are each too small
// to change the first product and count only if they are summed separately.
TestAxis CancellingAxis();

// Quanta of either depth in rows of `stride` pixels, with guard pixels around and between them.
class TestImage {
 public:
  TestImage(unsigned depth, uint32_t columns, uint32_t rows, uint32_t padding_px, size_t shift,
            unsigned samples = 4);

  void Fill(std::mt19937& random);
  // Opaque and of one colour.
  void FillEvenly(unsigned quantum);
  unsigned Sample(uint32_t x, uint32_t y, unsigned channel) const;
  MagickAcceleratePixels View() const;
  // Whether everything outside the pixels is unchanged since construction.
  bool GuardsIntact() const;
  unsigned samples() const { return samples_; }  // of a pixel
  uint32_t columns() const { return columns_; }
  uint32_t rows() const { return rows_; }

 private:
  size_t Offset(uint32_t x, uint32_t y) const;
  void Put(uint32_t x, uint32_t y, unsigned channel, unsigned quantum);

  unsigned depth_, samples_;
  uint32_t columns_, rows_;
  size_t pixel_bytes_, stride_bytes_, begin_;
  mutable std::vector<unsigned char> bytes_;
};

struct TestWork {
  MagickAccelerateOperation operation = MagickAccelerateResize;
  unsigned depth = 16;
  MagickAccelerateChannels channels = MagickAccelerateOpaque;
  bool vertical_first = false;
  TestAxis horizontal, vertical;
  std::optional<bool> clamps_intermediate = {};  // if it differs from the operation's default
  bool linear_light = false;

  bool Clamps() const;
  MagickAccelerateWork View(const TestImage& source, const TestImage& destination) const;
};

// The destination's samples, row by row.
std::vector<unsigned> Oracle(const TestWork& work, const TestImage& source);

// Number of samples of `result` that differ from `expected`.
size_t Mismatches(const std::vector<unsigned>& expected, const TestImage& result);

}  // namespace lodestone::accel::gpu::testing
