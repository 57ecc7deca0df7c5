#include "accel/trial_work.hpp"

#include <algorithm>

#include "accel/work.hpp"
#include "kernels/resize/resize_plan.hpp"
#include "kernels/sample/sample.hpp"
#include "kernels/scale/scale_plan.hpp"

namespace lodestone::accel {
namespace {

using kernels::kChannels;
using kernels::QuantumSample;

// Random samples with runs of the extremes, where clamping and transparency happen.
TrialPixels RandomPixels(const TrialShape& shape) {
  TrialPixels pixels(std::size_t{shape.source_columns} * shape.source_rows * kChannels);
  constexpr std::size_t kPeriod = 1 << 18;  // large ones repeat themselves: it is quicker
  const std::size_t fresh = std::min(pixels.size(), kPeriod);
  std::uint32_t state = 12345;
  for (std::size_t i = 0; i < fresh; ++i) {
    state = state * 1664525u + 1013904223u;
    const std::uint32_t kind = state >> 30;
    pixels[i] = static_cast<QuantumSample>(kind == 0   ? 0
                                           : kind == 1 ? kernels::kQuantumMax
                                                       : state >> 10);
  }
  for (std::size_t i = fresh; i < pixels.size(); i += kPeriod)
    std::copy_n(pixels.begin(), std::min(kPeriod, pixels.size() - i), pixels.begin() + i);
  return pixels;
}

MagickAcceleratePixels View(TrialPixels& pixels, std::uint32_t columns, std::uint32_t rows) {
  return HostView(pixels.data(), columns, rows, columns * kChannels * sizeof(QuantumSample));
}

// Two operations fix the size of their result.
TrialShape Adapted(MagickAccelerateOperation operation, TrialShape shape) {
  if (operation == MagickAccelerateMinify) {
    shape.columns = std::max(1u, shape.source_columns / 2);
    shape.rows = std::max(1u, shape.source_rows / 2);
  } else if (operation == MagickAccelerateMagnify) {
    shape.columns = 2 * shape.source_columns;
    shape.rows = 2 * shape.source_rows;
  }
  return shape;
}

kernels::ResamplePlan Plan(MagickAccelerateOperation operation, const TrialShape& shape) {
  if (operation == MagickAccelerateSample)
    return kernels::BuildSamplePlan(shape.source_columns, shape.source_rows, shape.columns,
                                    shape.rows);
  if (operation == MagickAccelerateScale)
    return kernels::BuildScalePlan(shape.source_columns, shape.source_rows, shape.columns,
                                   shape.rows);
  return kernels::BuildResizePlan(shape.source_columns, shape.source_rows, shape.columns,
                                  shape.rows, kernels::Filter::kLanczos, 1.0);
}

}  // namespace

TrialWork::TrialWork(MagickAccelerateOperation operation, TrialShape shape,
                     MagickAccelerateChannels channels)
    : shape_(Adapted(operation, shape)), plan_(Plan(operation, shape_)) {
  work_ = ResampleWorkRecord(operation, plan_, channels);
  source_ = RandomPixels(shape_);
  work_.source = View(source_, shape_.source_columns, shape_.source_rows);
  work_.destination = HostView(nullptr, shape_.columns, shape_.rows,
                               shape_.columns * kChannels * sizeof(QuantumSample));
}

std::size_t TrialWork::samples() const {
  return std::size_t{shape_.columns} * shape_.rows * kChannels;
}

MagickAccelerateWork TrialWork::Into(TrialPixels& destination) const {
  MagickAccelerateWork work = work_;
  work.destination = View(destination, shape_.columns, shape_.rows);
  return work;
}

}  // namespace lodestone::accel
