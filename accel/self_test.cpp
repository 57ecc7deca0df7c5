#include "accel/self_test.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "accel/cpu/native.hpp"
#include "accel/operation_table.hpp"
#include "accel/work.hpp"
#include "kernels/resize/resize_plan.hpp"
#include "kernels/sample/sample.hpp"
#include "kernels/scale/scale_plan.hpp"

namespace lodestone::accel {
namespace {

using kernels::kChannels;
using kernels::QuantumSample;
using Pixels = std::vector<QuantumSample>;

struct Shape {
  std::uint32_t source_columns, source_rows, columns, rows;
};

// Reduced a little and a lot (more taps than one block), enlarged, one of each, and one pixel.
constexpr Shape kShapes[] = {
    {301, 67, 75, 33}, {67, 259, 129, 3}, {17, 33, 95, 61}, {1, 1, 3, 2}, {700, 5, 2, 1}};

// Random samples with runs of the extremes, where clamping and transparency happen.
Pixels TestPixels(const Shape& shape) {
  Pixels pixels(std::size_t{shape.source_columns} * shape.source_rows * kChannels);
  std::uint32_t state = 12345;
  for (QuantumSample& sample : pixels) {
    state = state * 1664525u + 1013904223u;
    const std::uint32_t kind = state >> 30;
    sample = static_cast<QuantumSample>(kind == 0   ? 0
                                        : kind == 1 ? kernels::kQuantumMax
                                                    : state >> 10);
  }
  return pixels;
}

MagickAcceleratePixels View(Pixels& pixels, std::uint32_t columns, std::uint32_t rows) {
  return HostView(pixels.data(), columns, rows, columns * kChannels * sizeof(QuantumSample));
}

std::string Difference(const Pixels& expected, const Pixels& actual, const Shape& shape) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] == actual[i]) continue;
    const std::size_t pixel = i / kChannels;
    return "sample " + std::to_string(i % kChannels) + " of pixel " +
           std::to_string(pixel % shape.columns) + "," + std::to_string(pixel / shape.columns) +
           " is " + std::to_string(actual[i]) + " instead of " + std::to_string(expected[i]);
  }
  return "";
}

// A work of any operation, with the tables it points to.
class TestWork {
 public:
  TestWork(MagickAccelerateOperation operation, Shape shape, bool alpha)
      : shape_(Adapted(operation, shape)), plan_(Plan(operation, shape_)) {
    work_ = ResampleWorkRecord(operation, plan_, alpha);
    source_ = TestPixels(shape_);
    work_.source = View(source_, shape_.source_columns, shape_.source_rows);
  }
  TestWork(const TestWork&) = delete;
  TestWork& operator=(const TestWork&) = delete;

  const Shape& shape() const { return shape_; }
  std::size_t samples() const { return std::size_t{shape_.columns} * shape_.rows * kChannels; }
  MagickAccelerateWork Into(Pixels& destination) const {
    MagickAccelerateWork work = work_;
    work.destination = View(destination, shape_.columns, shape_.rows);
    return work;
  }

 private:
  // Two operations fix the size of their result.
  static Shape Adapted(MagickAccelerateOperation operation, Shape shape) {
    if (operation == MagickAccelerateMinify) {
      shape.columns = std::max(1u, shape.source_columns / 2);
      shape.rows = std::max(1u, shape.source_rows / 2);
    } else if (operation == MagickAccelerateMagnify) {
      shape.columns = 2 * shape.source_columns;
      shape.rows = 2 * shape.source_rows;
    }
    return shape;
  }

  static kernels::ResamplePlan Plan(MagickAccelerateOperation operation, const Shape& shape) {
    if (operation == MagickAccelerateSample)
      return kernels::BuildSamplePlan(shape.source_columns, shape.source_rows, shape.columns,
                                      shape.rows);
    if (operation == MagickAccelerateScale)
      return kernels::BuildScalePlan(shape.source_columns, shape.source_rows, shape.columns,
                                     shape.rows);
    return kernels::BuildResizePlan(shape.source_columns, shape.source_rows, shape.columns,
                                    shape.rows, kernels::Filter::kLanczos, 1.0);
  }

  Shape shape_;
  kernels::ResamplePlan plan_;
  Pixels source_;
  MagickAccelerateWork work_;
};

std::string TestShape(MagickAccelerateOperation operation, const Shape& shape, bool alpha,
                      const RunFunction& run) {
  const TestWork test(operation, shape, alpha);
  Pixels expected(test.samples()), actual(test.samples(), QuantumSample{0x5a});
  if (!Native().Run(test.Into(expected)).done()) return "the native path failed";
  const Attempt attempt = run(test.Into(actual));
  if (attempt.done()) return Difference(expected, actual, test.shape());
  if (attempt.outcome == MagickAccelerateDeclined) return "";  // not done there, so never wrong
  return std::string(MagickAccelerateReasonName(attempt.parts.reason)) + ": " +
         attempt.parts.detail;
}

}  // namespace

std::string SelfTest(MagickAccelerateOperation operation, const RunFunction& run) {
  for (const Shape& shape : kShapes)
    for (const bool alpha : {false, true})
      if (const std::string problem = TestShape(operation, shape, alpha, run); !problem.empty())
        return problem;
  return "";
}

}  // namespace lodestone::accel
