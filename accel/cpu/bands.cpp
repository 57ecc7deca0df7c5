#include "accel/cpu/bands.hpp"

#include <algorithm>

#include "base/thread_pool.hpp"
#include "accel/cpu/work_views.hpp"
#include "accel/operation_table.hpp"
#include "kernels/count/count_cpu.hpp"
#include "kernels/rearrange/rearrange_cpu.hpp"
#include "kernels/warp/arc.h"
#include "kernels/window/despeckle/despeckle_cpu.hpp"
#include "kernels/window/median/median_cpu.hpp"
#include "kernels/resample/cpu/fixed_factor.hpp"

namespace lodestone::accel {
namespace {

// Rows computed together where source rows are shared.
constexpr std::size_t kRowsPerRepeated = 8;

// With fewer rows per step, most of the time would go into the rows before and after them.
constexpr std::size_t kMinStepRows = 8;

std::size_t RepeatedRows(const MagickAccelerateWork& work);
std::size_t RowUnit(const MagickAccelerateWork& work);

std::size_t RoundUp(std::size_t rows, std::size_t unit) {
  return (rows + unit - 1) / unit * unit;
}

// Splits a band into steps short enough for progress to be reported, and applies the work's finish,
// if it has one, after each.
template <class Step>
Band InSteps(const MagickAccelerateWork& work, Step step) {
  const std::size_t most = RoundUp(std::max({std::size_t{work.destination.rows} / 100 + 1,
                                             kMinStepRows, kRowsPerRepeated * RepeatedRows(work)}),
                                   RowUnit(work));
  return [most, step, &work, &finish = work.finish](std::size_t begin, std::size_t end,
                                                    CpuProgress& progress) {
    for (std::size_t y = begin, stop; y < end; y = stop) {
      stop = std::min(end, y + most);
      step(y, stop);
      if (kernels::IsStep(finish))
        kernels::FinishBand(finish, ChannelsOf(work), SourceOf(work), DestinationOf(work), y, stop);
      if (!progress.Add(stop - y)) break;
    }
    return true;
  };
}

Band ResampleBandOf(const MagickAccelerateWork& work) {
  return [&work, resample = ToResampleWork(work), &finish = work.finish](
             std::size_t begin, std::size_t end, CpuProgress& progress) {
    std::size_t next = begin;
    return kernels::ResampleBand(resample, begin, end, [&](std::size_t done) {
      if (kernels::IsStep(finish) && done > 0)
        kernels::FinishBand(finish, ChannelsOf(work), SourceOf(work), DestinationOf(work), next,
                            next + done);
      next += done;
      return progress.Add(done);
    });
  };
}

kernels::MedianWork ToMedianWork(const MagickAccelerateWork& work) {
  return {ToBorderedSource(work), work.window, DestinationOf(work),
          work.operation == MagickAccelerateReduceNoise};
}

Band MedianBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [median = ToMedianWork(work)](std::size_t begin, std::size_t end) {
    kernels::MedianBand(median, begin, end);
  });
}

Band RearrangeBandOf(const MagickAccelerateWork& work) {
  const kernels::RearrangeWork rearrange = ToRearrangeWork(work);
  return InSteps(work,
                 [rearrange, runs = kernels::FindRuns(rearrange.columns, work.destination.columns)](
                     std::size_t begin, std::size_t end) {
                   kernels::RearrangeBand(rearrange, runs, begin, end);
                 });
}

Band TransposeBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [rearrange = ToRearrangeWork(work)](std::size_t begin, std::size_t end) {
    kernels::TransposeBand(rearrange, begin, end);
  });
}

Band MinifyBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [&work](std::size_t begin, std::size_t end) {
    kernels::MinifyBand(SourceOf(work), DestinationOf(work), begin, end);
  });
}

Band MagnifyBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [&work](std::size_t begin, std::size_t end) {
    kernels::MagnifyBand(SourceOf(work), DestinationOf(work), begin, end);
  });
}

Band ConvolveBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [convolve = ToConvolveWork(work)](std::size_t begin, std::size_t end) {
    kernels::ConvolveBand(convolve, begin, end);
  });
}

Band DespeckleBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [&work](std::size_t begin, std::size_t end) {
    kernels::DespeckleBand(SourceOf(work), DestinationOf(work), ChannelsOf(work), begin, end);
  });
}

Band PointBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [point = ToPointWork(work)](std::size_t begin, std::size_t end) {
    kernels::PointBand(point, begin, end);
  });
}

Band ColorBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [color = ToColorWork(work)](std::size_t begin, std::size_t end) {
    kernels::ColorBand(color, begin, end);
  });
}

Band CompositeBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [composite = ToCompositeWork(work)](std::size_t begin, std::size_t end) {
    kernels::CompositeBand(composite, begin, end);
  });
}

Band WindowsBandOf(const MagickAccelerateWork& work) {
  return
      [windows = ToWindowsWork(work)](std::size_t begin, std::size_t end, CpuProgress& progress) {
        kernels::WindowsBand(windows, begin, end, [&progress] { return progress.Add(1); });
        return true;
      };
}

Band WarpBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [warp = ToWarpWork(work)](std::size_t begin, std::size_t end) {
    kernels::WarpBand(warp, begin, end);
  });
}

Band NoiseBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [noise = ToWork(work, work.noise)](std::size_t begin, std::size_t end) {
    kernels::NoiseBand(noise, begin, end);
  });
}

// One row of the result after the other.
template <class Row>
Band RowByRow(Row row) {
  return [row](std::size_t begin, std::size_t end, CpuProgress& progress) {
    for (std::size_t y = begin; y < end; ++y) {
      row(y);
      if (!progress.Add(1)) break;
    }
    return true;
  };
}

Band HistogramBandOf(const MagickAccelerateWork& work) {
  return RowByRow([histogram = ToHistogramWork(work)](std::size_t part) {
    kernels::HistogramPart(histogram, part);
  });
}

Band BoundsBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [bounds = ToWork(work, work.bounds)](std::size_t begin, std::size_t end) {
    kernels::BoundsBand(bounds, begin, end);
  });
}

Band ShearBandOf(const MagickAccelerateWork& work) {
  const kernels::ShearWork shear = ToShearWork(work);
  return InSteps(
      work, [shear, columns = kernels::PrepareShear(shear)](std::size_t begin, std::size_t end) {
        kernels::ShearBand(shear, columns, begin, end);
      });
}

Band WaveletBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [wavelet = ToWork(work, work.wavelet)](std::size_t begin, std::size_t end) {
    kernels::WaveletBand(wavelet, begin, end);
  });
}

Band CubeBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [cube = ToCubeWork(work)](std::size_t begin, std::size_t end) {
    kernels::CubeBand(cube, begin, end);
  });
}

Band SeriesBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [series = ToSeriesWork(work)](std::size_t begin, std::size_t end) {
    kernels::SeriesBand(series, begin, end);
  });
}

double ResampleOperationsOf(const MagickAccelerateWork& work) {
  return kernels::ResampleOperations(ToResampleWork(work));
}

double ConvolveOperationsOf(const MagickAccelerateWork& work) {
  return kernels::ConvolveOperations(ToConvolveWork(work));
}

double MedianOperationsOf(const MagickAccelerateWork& work) {
  return kernels::MedianOperations(ToMedianWork(work));
}

double WindowsOperationsOf(const MagickAccelerateWork& work) {
  return kernels::WindowsOperations(ToWindowsWork(work));
}

double DespeckleOperationsOf(const MagickAccelerateWork& work) {
  constexpr double kHulls = 16, kOperationsPerHull = 2;
  return kHulls * kOperationsPerHull * double(work.source.columns) * work.source.rows *
         SamplesOf(work.channels);
}

double WarpOperationsOf(const MagickAccelerateWork& work) {
  constexpr double kOperationsPerPixel = 60, kOperationsPerAngle = 10;
  const double each = work.warp.function == MagickAccelerateArc
                          ? kOperationsPerAngle * work.table.count / LS_ARC_ENTRIES
                          : kOperationsPerPixel;
  return each * double(work.destination.columns) * work.destination.rows;
}

// Three samples of each pixel, mostly.
double NoiseOperationsOf(const MagickAccelerateWork& work) {
  constexpr double kOperationsPerPixel = 250;
  return kOperationsPerPixel * double(work.destination.columns) * work.destination.rows;
}

double HistogramOperationsOf(const MagickAccelerateWork& work) {
  constexpr double kOperationsPerSample = 6;
  return kOperationsPerSample * double(work.source.columns) * work.source.rows *
         SamplesOf(work.channels);
}

double ShearOperationsOf(const MagickAccelerateWork& work) {
  constexpr double kOperationsPerSample = 12;
  return kOperationsPerSample * SamplesOf(work.channels) * work.destination.columns *
         work.destination.rows;
}

double WaveletOperationsOf(const MagickAccelerateWork& work) {
  constexpr double kOperationsPerLevel = 12;
  return kernels::kWaveletLevels * kOperationsPerLevel * double(work.source.columns) *
         work.source.rows * SamplesOf(work.channels);
}

double CubeOperationsOf(const MagickAccelerateWork& work) {
  constexpr double kOperationsPerPixel = 120;
  return kOperationsPerPixel * double(work.destination.columns) * work.destination.rows;
}

double SeriesOperationsOf(const MagickAccelerateWork& work) {
  return kernels::SeriesOperations(ToSeriesWork(work));
}

// Moving the pixels takes longer than any arithmetic on them.
double NoOperations(const MagickAccelerateWork&) {
  return 0;
}

struct FamilyRow {
  Family family;
  Required<Band(const MagickAccelerateWork& work)> band;  // ignoring memory
  Required<double(const MagickAccelerateWork& work)> operations;
  // Rows beyond its own on which a band spends as much time as on its own. Otherwise an extra row
  // only has to be converted, which is little beside the sums for each row of the result.
  std::size_t repeated_rows = 0;
  std::size_t row_unit = 1;  // bands of multiples of this many rows waste no work
};

// Everything that the CPU implements for each family, in the order of the families.
constexpr FamilyRow kFamilies[] = {
    {Family::kScale, ResampleBandOf, ResampleOperationsOf},
    {Family::kResize, ResampleBandOf, ResampleOperationsOf},
    {Family::kBlur, ResampleBandOf, ResampleOperationsOf},
    {Family::kMinify, MinifyBandOf, NoOperations},
    {Family::kMagnify, MagnifyBandOf, NoOperations},
    {Family::kConvolve, ConvolveBandOf, ConvolveOperationsOf},
    {Family::kMedian, MedianBandOf, MedianOperationsOf},
    {Family::kDespeckle, DespeckleBandOf, DespeckleOperationsOf, 2 * kernels::kDespeckleReach},
    {Family::kPoint, PointBandOf, NoOperations},
    {Family::kColor, ColorBandOf, NoOperations},
    {Family::kRearrange, RearrangeBandOf, NoOperations},
    {Family::kTranspose, TransposeBandOf, NoOperations, 0, kernels::kTransposeRows},
    {Family::kComposite, CompositeBandOf, NoOperations},
    {Family::kWindows, WindowsBandOf, WindowsOperationsOf},
    {Family::kWarp, WarpBandOf, WarpOperationsOf},
    {Family::kNoise, NoiseBandOf, NoiseOperationsOf},
    {Family::kHistogram, HistogramBandOf, HistogramOperationsOf},
    {Family::kBounds, BoundsBandOf, NoOperations},
    {Family::kShear, ShearBandOf, ShearOperationsOf},
    {Family::kWavelet, WaveletBandOf, WaveletOperationsOf, 2 * kernels::kWaveletReach},
    {Family::kCube, CubeBandOf, CubeOperationsOf},
    {Family::kSeries, SeriesBandOf, SeriesOperationsOf, kernels::kSeriesRepeatedRows,
     kernels::kSeriesBlockRows},
};

static_assert(CoversFamilies(kFamilies), "a family has no functions");

const FamilyRow& RowOf(const MagickAccelerateWork& work) {
  return kFamilies[static_cast<std::size_t>(GetOperation(work.operation).family)];
}

std::size_t RepeatedRows(const MagickAccelerateWork& work) {
  return RowOf(work).repeated_rows;
}

std::size_t RowUnit(const MagickAccelerateWork& work) {
  return RowOf(work).row_unit;
}

}  // namespace

CpuProgress::CpuProgress(std::span<const MagickAccelerateWork> works)
    : progress_(works[0].progress), context_(works[0].progress_context) {
  for (const MagickAccelerateWork& work : works) rows_ += work.destination.rows;
}

bool CpuProgress::Add(std::size_t rows) {
  if (!progress_ || rows == 0) return !cancelled();
  const std::lock_guard lock(mutex_);
  done_ += rows;
  if (!cancelled() && !progress_(context_, done_, rows_)) cancelled_ = true;
  return !cancelled();
}

Band BandOf(const MagickAccelerateWork& work) {
  return FindOperation(work.operation) ? RowOf(work).band(work) : Band();
}

double OperationsOf(const MagickAccelerateWork& work) {
  return FindOperation(work.operation) ? RowOf(work).operations(work) : 0;
}

std::size_t CpuBandRows(const MagickAccelerateWork& work) {
  if (work.operation == MagickAccelerateHistogram) return 1;  // each a part of the source
  const std::size_t fewest =
      RowsPerTask(std::max<std::size_t>(work.source.columns, work.destination.columns));
  std::size_t rows = std::max(fewest, kRowsPerRepeated * RepeatedRows(work));
  if (IsSeparable(work.operation)) {
    const double taps_per_output =
        double(work.vertical.inputs) / std::max<double>(1.0, work.vertical.outputs);
    rows = std::max(rows, static_cast<std::size_t>(4 * work.vertical.max_count /
                                                   std::max(1.0, taps_per_output)));
  }
  if (HasWindow(work.operation)) rows = std::max<std::size_t>(rows, std::size_t{4} * work.window);
  // Repeating some work is better than leaving threads idle.
  rows = std::min(rows, std::max<std::size_t>(fewest, work.destination.rows / ThreadLimit()));
  return RoundUp(rows, std::max(kernels::ResampleGroupRows(ChannelsOf(work)), RowUnit(work)));
}

}  // namespace lodestone::accel
