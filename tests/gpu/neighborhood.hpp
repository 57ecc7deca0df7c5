// Neighbourhood operations for the tests of the OpenCL kernels, and their results by the plain
// oracle.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "tests/gpu/oracle.hpp"
#include "tests/support/neighborhood_oracle.hpp"

namespace lodestone::accel::gpu::testing {

// A list of taps, or a whole matrix if the order is not 0.
struct TestTaps {
  std::vector<int32_t> dx, dy;
  std::vector<float> weights;
  uint32_t order = 0;
};

// Weights that sum to about 1, some of them negative, some 0.
TestTaps MatrixTaps(uint32_t order, std::mt19937& random);
// Along a line that starts at the pixel itself.
TestTaps LineTaps(uint32_t count, double slope, std::mt19937& random);
// Anywhere within that reach, in any order.
TestTaps WildTaps(uint32_t count, int32_t reach, std::mt19937& random);

struct WindowTest {
  MagickAccelerateOperation operation = MagickAccelerateConvolve;
  unsigned depth = 16;
  MagickAccelerateChannels channels = MagickAccelerateOpaque;
  oracle::Around around = oracle::Around::kEdge;
  uint32_t columns = 1, rows = 1;
  TestTaps taps = {};
  uint32_t window = 1;                                // of medians
  uint32_t left = 0, right = 0, top = 0, bottom = 0;  // of extending
  oracle::Finish finish = {};
  uint32_t padding_px = 0;
  size_t shift = 0;

  std::string Describe() const;
};

// The images and tables of one.
class WindowWork {
 public:
  WindowWork(const WindowTest& test, std::mt19937& random);
  WindowWork(const WindowWork&) = delete;
  WindowWork& operator=(const WindowWork&) = delete;

  MagickAccelerateWork View() const;
  std::vector<unsigned> Expected() const;
  const TestImage& source() const { return source_; }
  const TestImage& result() const { return result_; }

 private:
  oracle::RawImage SourceRawImage() const;

  const WindowTest test_;
  uint32_t left_, right_, top_, bottom_;
  std::vector<uint32_t> columns_, rows_;
  oracle::Surroundings surroundings_;
  TestImage source_, result_;
};

}  // namespace lodestone::accel::gpu::testing
