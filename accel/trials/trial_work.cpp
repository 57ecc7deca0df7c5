#include "accel/trials/trial_work.hpp"

#include <algorithm>

#include "accel/operation_table.hpp"
#include "accel/work.hpp"
#include "kernels/window/separable_plan.hpp"
#include "kernels/resample/resize_plan.hpp"
#include "kernels/resample/cpu/sample.hpp"
#include "kernels/resample/scale_plan.hpp"

namespace lodestone::accel {
namespace {

using kernels::Border;
using kernels::QuantumSample;

// Random samples with runs of the extremes, where clamping and transparency happen.
TrialPixels RandomPixels(std::size_t samples) {
  TrialPixels pixels(samples);
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

// Positive and negative weights, and some that are 0.
std::vector<double> Weights(std::size_t count) {
  std::vector<double> weights(count);
  for (std::size_t i = 0; i < count; ++i) weights[i] = static_cast<double>(i * 5 % 7) - 1.0;
  return weights;
}

// The border is part of the tables where its samples can be named by a range of them.
kernels::Fold TrialFold(Border border) {
  return kernels::FoldOf(border).value_or(kernels::Fold::kValid);
}

bool IsBlur(MagickAccelerateOperation operation) {
  return operation == MagickAccelerateBlur || operation == MagickAccelerateUnsharp;
}

// Some operations fix the size of their result.
TrialShape Adapted(MagickAccelerateOperation operation, TrialShape shape,
                   const TrialNeighborhood& neighborhood) {
  if (operation == MagickAccelerateMinify) {
    shape.columns = std::max(1u, shape.source_columns / 2);
    shape.rows = std::max(1u, shape.source_rows / 2);
  } else if (operation == MagickAccelerateMagnify) {
    shape.columns = 2 * shape.source_columns;
    shape.rows = 2 * shape.source_rows;
  } else if (operation == MagickAccelerateExtend) {
    shape.columns = shape.source_columns + neighborhood.order / 2 + neighborhood.order;
    shape.rows = shape.source_rows + neighborhood.order / 2 + neighborhood.order;
  } else if (operation >= MagickAccelerateBlur) {
    shape.columns = shape.source_columns;
    shape.rows = shape.source_rows;
    if (IsBlur(operation) && TrialFold(neighborhood.border) == kernels::Fold::kValid) {
      shape.source_columns += neighborhood.order - 1;
      shape.source_rows += neighborhood.order - 1;
    }
  }
  return shape;
}

kernels::ResamplePlan Plan(MagickAccelerateOperation operation, const TrialShape& shape,
                           const TrialNeighborhood& neighborhood) {
  if (IsBlur(operation)) {
    const std::vector<double> taps = kernels::DividedTaps(Weights(neighborhood.order), 0.0);
    return kernels::BuildSeparablePlan(shape.columns, shape.rows, taps, taps,
                                       TrialFold(neighborhood.border));
  }
  if (operation == MagickAccelerateScale)
    return kernels::BuildScalePlan(shape.source_columns, shape.source_rows, shape.columns,
                                   shape.rows);
  if (operation == MagickAccelerateResize)
    return kernels::BuildResizePlan(shape.source_columns, shape.source_rows, shape.columns,
                                    shape.rows, kernels::Filter::kLanczos, 1.0);
  return kernels::BuildSamplePlan(shape.source_columns, shape.source_rows, shape.columns,
                                  shape.rows);
}

}  // namespace

std::span<const MagickAccelerateChannels> TrialChannels(MagickAccelerateOperation operation) {
  static constexpr MagickAccelerateChannels kResampled[] = {
      MagickAccelerateOpaque, MagickAccelerateWeighted, MagickAccelerateGrey};
  static constexpr MagickAccelerateChannels kConvolved[] = {
      MagickAccelerateOpaque, MagickAcceleratePlain, MagickAccelerateGrey};
  const std::span<const MagickAccelerateChannels> channels(
      operation >= MagickAccelerateBlur ? kConvolved : kResampled);
  return WorksOnGrey(operation) ? channels : channels.first(channels.size() - 1);
}

TrialWork::TrialWork(MagickAccelerateOperation operation, TrialShape shape,
                     MagickAccelerateChannels channels, const TrialNeighborhood& neighborhood)
    : shape_(Adapted(operation, shape, neighborhood)),
      plan_(Plan(operation, shape_, neighborhood)) {
  work_ = ResampleWorkRecord(operation, plan_, channels);
  source_ =
      RandomPixels(std::size_t{shape_.source_columns} * shape_.source_rows * SamplesOf(channels));
  work_.source = View(source_.data(), shape_.source_columns, shape_.source_rows);
  work_.destination = View(nullptr, shape_.columns, shape_.rows);
  AddTables(neighborhood);
}

void TrialWork::AddTables(const TrialNeighborhood& neighborhood) {
  const std::uint32_t reach = neighborhood.order / 2;
  switch (work_.operation) {
    case MagickAccelerateConvolve:
    case MagickAccelerateMotionBlur:
      AddTaps(neighborhood);
      AddBorder(neighborhood.border, kernels::ReachOf(taps_));
      break;
    case MagickAccelerateMedian:
      work_.window = neighborhood.order;
      AddBorder(neighborhood.border, {reach, reach, reach, reach});
      break;
    case MagickAccelerateExtend:
      AddBorder(neighborhood.border, {reach, neighborhood.order, neighborhood.order, reach});
      break;
    default:
      break;
  }
  AddFinish(neighborhood.finish);
}

void TrialWork::AddTaps(const TrialNeighborhood& neighborhood) {
  const std::uint32_t order = neighborhood.order;
  constexpr double kAngle = 30.0;
  taps_ = work_.operation == MagickAccelerateConvolve
              ? kernels::MatrixTaps(order, Weights(std::size_t{order} * order))
              : kernels::MotionTaps(std::max(3u, order), order, kAngle);
  work_.taps = ToTaps(taps_);
}

void TrialWork::AddBorder(Border border, const kernels::Reach& reach) {
  border_ = kernels::BuildBorderMap(border, shape_.source_columns, shape_.source_rows, reach);
  work_.border = ToBorder(border_);
  constexpr std::uint16_t kConstant[] = {100, 7, 255, 31};
  std::copy_n(kConstant, kernels::kChannels, work_.border.constant);
}

void TrialWork::AddFinish(bool wanted) {
  const bool sharpens = work_.operation == MagickAccelerateUnsharp;
  const bool same_size =
      shape_.columns == shape_.source_columns && shape_.rows == shape_.source_rows;
  if (!same_size || !HasFinish(work_.operation) || !(wanted || sharpens)) return;
  work_.finish = {wanted ? 4u : 0u, sharpens, 1.7f, 3.0f};
}

MagickAcceleratePixels TrialWork::View(QuantumSample* pixels, std::uint32_t columns,
                                       std::uint32_t rows) const {
  return HostView(pixels, columns, rows, std::size_t{columns} * PixelBytes(work_));
}

std::size_t TrialWork::samples() const {
  return std::size_t{shape_.columns} * shape_.rows * SamplesOf(work_.channels);
}

MagickAccelerateWork TrialWork::Into(TrialPixels& destination) const {
  MagickAccelerateWork work = work_;
  work.destination = View(destination.data(), shape_.columns, shape_.rows);
  return work;
}

}  // namespace lodestone::accel
