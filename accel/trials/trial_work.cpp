#include "accel/trials/trial_work.hpp"

#include <algorithm>

#include "accel/operation_table.hpp"
#include "accel/trials/trial_warp.hpp"
#include "accel/work.hpp"
#include "kernels/common/luma_weights.h"
#include "kernels/composite/composite_cpu.hpp"
#include "kernels/cosine_blur/series_plan.hpp"
#include "kernels/jpeg/encoded_mcus.hpp"
#include "kernels/shear/shear_plan.hpp"
#include "kernels/window/separable_plan.hpp"
#include "kernels/resample/resize_plan.hpp"
#include "kernels/resample/sample_plan.hpp"
#include "kernels/resample/scale_plan.hpp"

namespace lodestone::accel {
namespace {

using kernels::Border;
using kernels::QuantumSample;

constexpr std::uint16_t kConstant[] = {100, 7, 255, 31};

// Positive and negative weights, and some that are 0.
std::vector<double> Weights(std::size_t count) {
  std::vector<double> weights(count);
  for (std::size_t i = 0; i < count; ++i) weights[i] = static_cast<double>(i * 5 % 7) - 1.0;
  return weights;
}

// The border is part of the tables where a range of indices can express its samples.
kernels::Fold TrialFold(Border border) {
  return kernels::FoldOf(border).value_or(kernels::Fold::kValid);
}

kernels::Reach ReachOf(const OperationTraits& operation, const TrialNeighborhood& neighborhood) {
  // Of series, far enough for several blocks of taps.
  const std::uint32_t half =
      (operation.family == Family::kCosineBlur ? 11 : 1) * neighborhood.order / 2;
  if (operation.size == SizeRule::kBordered)
    return {half, neighborhood.order, neighborhood.order, half};
  return {half, half, half, half};
}

// Neighbours in their order, and reversed, then pixels from anywhere with constant ones.
std::vector<std::uint32_t> TrialMap(std::uint32_t inputs, std::uint32_t outputs) {
  std::vector<std::uint32_t> map(outputs);
  for (std::uint32_t i = 0; i < outputs; ++i) {
    const std::uint32_t part = static_cast<std::uint32_t>(std::uint64_t{i} * 3 / outputs);
    const std::uint32_t anywhere = i % 5 == 0 ? kernels::kConstantPixel : i * 7 % inputs;
    map[i] = part == 0 ? i % inputs : part == 1 ? inputs - 1 - i % inputs : anywhere;
  }
  return map;
}

using Plan = kernels::ResamplePlan;

Plan FilterPlan(const TrialShape& shape) {
  return kernels::BuildResizePlan(shape.source_columns, shape.source_rows, shape.columns,
                                  shape.rows, kernels::Filter::kLanczos, 1.0);
}

Plan NearestPlan(const TrialShape& shape) {
  return kernels::BuildSamplePlan(shape.source_columns, shape.source_rows, shape.columns,
                                  shape.rows);
}

Plan ConvolutionPlan(const TrialShape& shape, const TrialNeighborhood& neighborhood) {
  const std::vector<double> taps = kernels::DividedTaps(Weights(neighborhood.order), 0.0);
  return kernels::BuildSeparablePlan(shape.columns, shape.rows, taps, taps,
                                     TrialFold(neighborhood.border));
}

Plan PlanFor(const OperationTraits& operation, const TrialShape& shape,
             const TrialNeighborhood& neighborhood) {
  const Plan none = {kernels::AxisTable(0, 0), kernels::AxisTable(0, 0), true};
  if (!HasAxes(operation.operation)) return none;
  switch (operation.family) {
    case Family::kScale:
      return kernels::BuildScalePlan(shape.source_columns, shape.source_rows, shape.columns,
                                     shape.rows);
    case Family::kResize:
      return FilterPlan(shape);
    case Family::kBlur:
      return ConvolutionPlan(shape, neighborhood);
    case Family::kRemap:
      return NearestPlan(shape);
    default:
      return none;
  }
}

// Some operations determine the size of their result. Convolutions along the axes need a larger
// source where there is no border.
TrialShape Adapted(const OperationTraits& operation, TrialShape shape,
                   const TrialNeighborhood& neighborhood) {
  if (HasFreeSize(operation.size)) return shape;
  const kernels::Reach reach = ReachOf(operation, neighborhood);
  const Extent result = ResultSize(
      operation.size, {shape.source_columns, shape.source_rows},
      {std::uint64_t{reach.left} + reach.right, std::uint64_t{reach.top} + reach.bottom});
  shape.columns = static_cast<std::uint32_t>(result.columns);
  shape.rows = static_cast<std::uint32_t>(result.rows);
  if (HasAxes(operation.operation) && TrialFold(neighborhood.border) == kernels::Fold::kValid) {
    shape.source_columns += neighborhood.order - 1;
    shape.source_rows += neighborhood.order - 1;
  }
  return shape;
}

}  // namespace

TrialWork::TrialWork(MagickAccelerateOperation operation, TrialShape shape,
                     MagickAccelerateChannels channels, const TrialNeighborhood& neighborhood)
    : shape_(Adapted(GetOperation(operation), shape, neighborhood)),
      plan_(PlanFor(GetOperation(operation), shape_, neighborhood)) {
  work_ = ResampleWorkRecord(operation, plan_, channels);
  source_ =
      RandomPixels(std::size_t{shape_.source_columns} * shape_.source_rows * SamplesOf(channels));
  work_.source = View(source_.data(), shape_.source_columns, shape_.source_rows, PixelBytes(work_));
  work_.destination = View(nullptr, shape_.columns, shape_.rows, ResultPixelBytes(work_));
  AddTables(neighborhood);
}

void TrialWork::AddTables(const TrialNeighborhood& neighborhood) {
  const OperationTraits& operation = GetOperation(work_.operation);
  if (HasTaps(work_.operation)) AddTaps(neighborhood);
  if (HasWindow(work_.operation)) work_.window = neighborhood.order;
  if (HasBorder(work_.operation))
    AddBorder(neighborhood.border, HasTaps(work_.operation) ? kernels::ReachOf(taps_)
                                                            : ReachOf(operation, neighborhood));
  if (HasMaps(work_.operation)) AddMaps();
  if (HasPointTables(work_.operation)) AddPointTables(neighborhood.finish);
  AddRule(neighborhood);
  AddFinish(neighborhood);
}

// The arguments of its family.
void TrialWork::AddRule(const TrialNeighborhood& neighborhood) {
  switch (GetOperation(work_.operation).family) {
    case Family::kColor:
      return AddColor(neighborhood);
    case Family::kComposite:
      return AddSecond(neighborhood);
    case Family::kLut3d:
      return neighborhood.order > 5 ? MakeSecond(27, 27) : MakeSecond(8, 8);
    case Family::kNeighborhood:
      return AddFunction(neighborhood.finish);
    case Family::kNoise:
      return AddNoise(neighborhood);
    case Family::kWarp:
      return AddWarp(neighborhood);
    case Family::kBounds:
      return AddBounds();
    case Family::kShear:
      return AddShear(neighborhood);
    case Family::kWavelet:
      return AddWavelet(neighborhood);
    case Family::kCosineBlur:
      return AddSeries(neighborhood);
    case Family::kDecode:
      return AddScan(neighborhood);
    case Family::kEncode:
      return AddEncoding(neighborhood);
    default:
      return;
  }
}

// Functions with divisions, with roots, with hues.
void TrialWork::AddSecond(const TrialNeighborhood& neighborhood) {
  using kernels::CompositeFunction;
  constexpr CompositeFunction kFunctions[] = {
      CompositeFunction::kOver, CompositeFunction::kSoftLight, CompositeFunction::kColorize,
      CompositeFunction::kColorBurn, CompositeFunction::kXor};
  const std::uint32_t columns = shape_.source_columns / 2 + 1, rows = shape_.source_rows / 2 + 1;
  MakeSecond(columns, rows);
  MagickAccelerateComposition& rule = work_.composition;
  rule.function =
      static_cast<std::uint32_t>(kFunctions[neighborhood.order / 2 % std::size(kFunctions)]);
  rule.source_has_alpha = rule.second_has_alpha = HasAlpha(work_.channels);
  rule.column = shape_.source_columns / 4;
  rule.row = shape_.source_rows / 4;
  rule.second_column = columns / 4;
  rule.second_row = rows / 4;
  rule.columns = std::min(shape_.source_columns - rule.column, columns - rule.second_column);
  rule.rows = std::min(shape_.source_rows - rule.row, rows - rule.second_row);
}

void TrialWork::MakeSecond(std::uint32_t columns, std::uint32_t rows) {
  second_ = RandomPixels(std::size_t{columns} * rows * SamplesOf(work_.channels));
  std::reverse(second_.begin(), second_.end());
  work_.second = View(second_.data(), columns, rows, PixelBytes(work_));
}

// The functions with the most, and with the most different, arithmetic.
void TrialWork::AddColor(const TrialNeighborhood& neighborhood) {
  MagickAccelerateColor& color = work_.color;
  const bool inks = !neighborhood.finish && neighborhood.order > 5;
  color.function = neighborhood.finish ? MagickAccelerateMatrix
                   : inks              ? MagickAccelerateReadCmyk
                                       : MagickAccelerateModulate;
  color.has_alpha = inks || HasAlpha(work_.channels);
  color.with_opacity = inks || (neighborhood.finish && color.has_alpha);
  for (std::size_t i = 0; i < std::size(color.numbers); ++i)
    color.numbers[i] = 0.1f + 0.15f * static_cast<float>(i % 7);
}

// Windows of three and five have functions of their own.
void TrialWork::AddFunction(bool other) {
  MagickAccelerateNeighborhoodRule& rule = work_.neighborhood;
  const auto side = static_cast<float>(work_.window), most = float{kernels::kQuantumMax};
  if (other && work_.window != 1 && work_.window != 5) {
    AddSelectiveBlur();
  } else if (other || work_.window == 1) {
    rule = {MagickAccelerateLocalThreshold, {side, (side + 1.0f) / 2.0f, most / -9.0f}};
  } else if (work_.window == 3) {
    rule = {MagickAccelerateShade, {most * 0.6f, most * 0.64f, most * 0.48f}};
  } else {
    rule.function = work_.window == 5 ? MagickAccelerateEnhance : MagickAcceleratePaint;
  }
}

// Wide windows have weights for differences too, and colours weighted by alpha.
void TrialWork::AddSelectiveBlur() {
  constexpr std::uint32_t kDifferences = (kernels::kQuantumMax + 1) / 3;
  const bool all = work_.window > 3;
  const std::uint32_t columns = work_.window, rows = (work_.window + 1) / 2;
  function_table_.resize(columns * rows + (all ? kDifferences : 0));
  for (std::size_t i = 0; i < function_table_.size(); ++i)
    function_table_[i] = 1.0f / static_cast<float>(i % 97 + 1);
  work_.neighborhood = {
      MagickAccelerateSelectiveBlur,
      {static_cast<float>(columns), static_cast<float>(rows), static_cast<float>(kDifferences),
       all && HasAlpha(work_.channels) ? 1.0f : 0.0f, all ? 1.0f : 0.0f}};
  work_.table = {function_table_.data(), static_cast<std::uint32_t>(function_table_.size())};
}

// The distributions with the most arithmetic, in the works of self-tests.
void TrialWork::AddNoise(const TrialNeighborhood& neighborhood) {
  constexpr MagickAccelerateDistribution kDistributions[] = {
      MagickAccelerateGaussianNoise,       MagickAccelerateGaussianNoise,
      MagickAccelerateMultiplicativeNoise, MagickAcceleratePoissonNoise,
      MagickAccelerateLaplacianNoise,      MagickAccelerateImpulseNoise};
  const unsigned kind = (neighborhood.order + neighborhood.finish) % 6;
  work_.noise = {
      kDistributions[kind], 0b1111, kind == 4, {LS_BLUE_PARTS, LS_GREEN_PARTS, LS_RED_PARTS}, 0.8f,
      {12345, 678}};
}

void TrialWork::AddWarp(const TrialNeighborhood& neighborhood) {
  warp_plan_ = TrialWarp(neighborhood.order + neighborhood.finish, shape_, work_.channels);
  SetWarp(warp_plan_, neighborhood.border, &work_);
  for (auto* constant : {work_.border.constant, work_.warp.fill})
    std::copy_n(kConstant, kernels::kChannels, constant);
}

// Colours of which each has another share of the pixels around it.
void TrialWork::AddBounds() {
  constexpr std::uint32_t kMost = kernels::kQuantumMax;
  work_.bounds = {{0, 0, 0, 0, kMost, kMost, kMost, kMost, kMost / 2, kMost / 3, kMost, 0},
                  std::uint64_t{kMost} * kMost};
}

// Rows and columns, back and forth, in an area that is a part of the source.
void TrialWork::AddShear(const TrialNeighborhood& neighborhood) {
  const auto columns = static_cast<std::int32_t>(shape_.source_columns);
  const auto rows = static_cast<std::int32_t>(shape_.source_rows);
  MagickAccelerateShearRule& rule = work_.shear;
  rule = {
      neighborhood.order / 2 % 2, 3, 2, 1, 1, 3 + columns / 8, 2 + rows / 8, shape_.source_columns,
      shape_.source_rows};
  lines_ = kernels::PlanLines(rule.of_columns ? rule.area_columns : rule.area_rows,
                              neighborhood.finish ? -1.3 : 0.377);
  work_.table = {lines_.data(), static_cast<std::uint32_t>(lines_.size())};
  std::copy_n(kConstant, kernels::kChannels, work_.border.constant);
}

// Thresholds that some details reach and others do not.
void TrialWork::AddWavelet(const TrialNeighborhood& neighborhood) {
  float threshold = float{kernels::kQuantumMax} / static_cast<float>(neighborhood.order);
  for (float& level : work_.wavelet.thresholds) level = threshold *= 0.45f;
  work_.wavelet.softness = neighborhood.finish ? 0.3f : 0.0f;
}

// As far as the border, with few terms or as many as the order says.
void TrialWork::AddSeries(const TrialNeighborhood& neighborhood) {
  constexpr double kAngle = 2.0;  // of all taps together
  const std::uint32_t reach = border_.left;
  kernels::CosineSeries series{reach, {0.4f, 0.3f, 0.15f, 0.1f}, kAngle / (2.0 * reach + 1.0)};
  if (neighborhood.order == LS_SERIES_MOST_TERMS)
    series.amplitudes.insert(series.amplitudes.end(), {0.04f, 0.01f});
  const kernels::SeriesPlan plan = kernels::LayOutSeries(
      series, series, shape_.columns, shape_.rows, neighborhood.border == Border::kConstant);
  function_table_ = plan.numbers;
  work_.table = {function_table_.data(), static_cast<std::uint32_t>(function_table_.size())};
  work_.series = {plan.terms, {plan.reach_across, plan.reach_down}};
}

// In place of the pixels.
void TrialWork::AddScan(const TrialNeighborhood& neighborhood) {
  scan_ = MakeTrialScan(shape_.columns, shape_.rows, work_.channels == MagickAccelerateGrey,
                        neighborhood.order / 2);
  const std::size_t bytes = scan_.bytes.size();
  work_.source = HostView(scan_.bytes.data(), static_cast<std::uint32_t>(bytes), 1, bytes);
  work_.jpeg = &scan_.jpeg;
}

// The result is as many bytes as there is room.
void TrialWork::AddEncoding(const TrialNeighborhood& neighborhood) {
  encoding_ = MakeTrialEncoding(shape_.source_columns, shape_.source_rows,
                                work_.channels == MagickAccelerateGrey, neighborhood.order / 2);
  work_.encoding = &encoding_;
  work_.encoded = &encoded_;
  shape_.columns = static_cast<std::uint32_t>(kernels::JpegRoom(encoding_)) & ~1u;
  shape_.rows = 1;
  work_.destination = View(nullptr, shape_.columns, shape_.rows, ResultPixelBytes(work_));
}

// Samples turned around, in disorder, and as they are; of all pixels, or of some.
void TrialWork::AddPointTables(bool some) {
  constexpr std::uint32_t kEntries = kernels::kQuantumMax + 1;
  point_tables_.assign(2, TrialPixels(kEntries));
  for (std::uint32_t i = 0; i < kEntries; ++i) {
    point_tables_[0][i] = static_cast<QuantumSample>(kernels::kQuantumMax - i);
    point_tables_[1][i] = static_cast<QuantumSample>(i * 167 + i / 3);
  }
  work_.lookup[0] = point_tables_[0].data();
  work_.lookup[1] = work_.lookup[3] = point_tables_[1].data();
  if (!some) return;
  work_.point.selection = MagickAccelerateInRange;
  work_.point.weights[0] = LS_BLUE_PARTS;
  work_.point.weights[1] = LS_GREEN_PARTS;
  work_.point.weights[2] = LS_RED_PARTS;
  work_.point.low = kEntries / 4;
  work_.point.high = kEntries / 2;
}

void TrialWork::AddTaps(const TrialNeighborhood& neighborhood) {
  const std::uint32_t order = neighborhood.order;
  constexpr double kAngle = 30.0;
  taps_ = HasAny(work_.operation, kMatrixTaps)
              ? kernels::MatrixTaps(order, Weights(std::size_t{order} * order))
              : kernels::MotionTaps(std::max(3u, order), order, kAngle);
  work_.taps = taps_.view();
}

void TrialWork::AddBorder(Border border, const kernels::Reach& reach) {
  border_ = kernels::BuildBorderMap(border, shape_.source_columns, shape_.source_rows, reach);
  work_.border = border_.view();
  std::copy_n(kConstant, kernels::kChannels, work_.border.constant);
}

void TrialWork::AddMaps() {
  const bool swapped = GetOperation(work_.operation).family == Family::kTranspose;
  column_map_ = TrialMap(shape_.source_columns, swapped ? shape_.rows : shape_.columns);
  row_map_ = TrialMap(shape_.source_rows, swapped ? shape_.columns : shape_.rows);
  work_.maps = {column_map_.data(), row_map_.data(), {}};
  std::copy_n(kConstant, kernels::kChannels, work_.maps.constant);
}

// All kinds of sharpening, in the works of self-tests.
void TrialWork::AddFinish(const TrialNeighborhood& neighborhood) {
  const bool wanted = neighborhood.finish;
  const bool sharpens = GetOperation(work_.operation).finish == FinishRule::kSharpens;
  const bool same_size =
      shape_.columns == shape_.source_columns && shape_.rows == shape_.source_rows;
  if (!same_size || !MayFinish(work_.operation) || !(wanted || sharpens)) return;
  const std::uint32_t kind = sharpens ? 1 + static_cast<std::uint32_t>(neighborhood.border) % 3 : 0;
  work_.finish = {wanted ? 4u : 0u, kind, 1.7f, 3.0f};
}

MagickAcceleratePixels TrialWork::View(QuantumSample* pixels, std::uint32_t columns,
                                       std::uint32_t rows, std::uint32_t pixel_bytes) {
  return HostView(pixels, columns, rows, std::size_t{columns} * pixel_bytes);
}

std::size_t TrialWork::source_bytes() const {
  return std::size_t{work_.source.columns} * work_.source.rows * PixelBytes(work_);
}

std::size_t TrialWork::samples() const {
  if (HasCountedResult(work_.operation)) return shape_.columns / sizeof(QuantumSample);
  return std::size_t{shape_.columns} * shape_.rows * SamplesOf(work_.channels);
}

MagickAccelerateWork TrialWork::Into(TrialPixels& destination) const {
  MagickAccelerateWork work = work_;
  work.destination = View(destination.data(), shape_.columns, shape_.rows, ResultPixelBytes(work_));
  return work;
}

}  // namespace lodestone::accel
