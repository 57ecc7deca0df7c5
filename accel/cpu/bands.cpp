#include "accel/cpu/bands.hpp"

#include <algorithm>
#include <new>

#include "base/thread_pool.hpp"
#include "accel/cpu/work_views.hpp"
#include "accel/operation_table.hpp"
#include "kernels/window/despeckle/despeckle_cpu.hpp"
#include "kernels/window/extend/extend.hpp"
#include "kernels/resample/cpu/magnify.hpp"
#include "kernels/window/median/median_cpu.hpp"
#include "kernels/resample/cpu/minify.hpp"
#include "kernels/resample/cpu/sample.hpp"

namespace lodestone::accel {
namespace {

// Rows beyond its own that a band works on as much as on its own ones. Elsewhere a row more is
// converted, which is little beside what is added up for each row of the result.
std::size_t RepeatedRows(const MagickAccelerateWork& work) {
  return work.operation == MagickAccelerateDespeckle ? 2 * kernels::kDespeckleReach : 0;
}

// Rows that are computed together where rows are repeated.
constexpr std::size_t kRowsPerRepeated = 8;

// Fewer rows a step would be mostly what comes before and after them.
constexpr std::size_t kFewestStepRows = 8;

// A band in steps that are short enough for progress to be seen.
template <class Step>
Band InSteps(const MagickAccelerateWork& work, Step step) {
  const std::size_t most = std::max({std::size_t{work.destination.rows} / 100 + 1, kFewestStepRows,
                                     kRowsPerRepeated * RepeatedRows(work)});
  return [most, step](std::size_t begin, std::size_t end, Progress& progress) {
    for (std::size_t y = begin, stop; y < end; y = stop) {
      stop = std::min(end, y + most);
      step(y, stop);
      if (!progress.Add(stop - y)) break;
    }
    return true;
  };
}

// Like InSteps, with the work's finish after each step.
template <class Step>
Band InFinishedSteps(const MagickAccelerateWork& work, Step step) {
  return InSteps(work, [&work, step, finish = ToFinish(work)](std::size_t begin, std::size_t end) {
    step(begin, end);
    if (finish.any())
      kernels::FinishBand(finish, ChannelsOf(work), SourceOf(work), DestinationOf(work), begin,
                          end);
  });
}

Band ResampleBandOf(const MagickAccelerateWork& work) {
  return [&work, resample = ToResampleWork(work), finish = ToFinish(work)](
             std::size_t begin, std::size_t end, Progress& progress) {
    std::size_t next = begin;
    return kernels::ResampleBand(resample, begin, end, [&](std::size_t done) {
      if (finish.any() && done > 0)
        kernels::FinishBand(finish, ChannelsOf(work), SourceOf(work), DestinationOf(work), next,
                            next + done);
      next += done;
      return progress.Add(done);
    });
  };
}

kernels::MedianWork ToMedianWork(const MagickAccelerateWork& work) {
  return {ToBorderedSource(work), work.window, DestinationOf(work)};
}

Band MedianBandOf(const MagickAccelerateWork& work) {
  return InFinishedSteps(work, [median = ToMedianWork(work)](std::size_t begin, std::size_t end) {
    kernels::MedianBand(median, begin, end);
  });
}

// Without a care for memory.
Band UncheckedBandOf(const MagickAccelerateWork& work) {
  switch (work.operation) {
    case MagickAccelerateScale:
    case MagickAccelerateResize:
    case MagickAccelerateBlur:
    case MagickAccelerateUnsharp:
      return ResampleBandOf(work);
    case MagickAccelerateSample:
      return InSteps(work, [&work](std::size_t begin, std::size_t end) {
        kernels::SampleBand(SourceOf(work), DestinationOf(work), ChannelsOf(work),
                            work.horizontal.first, work.vertical.first, begin, end);
      });
    case MagickAccelerateMinify:
      return InSteps(work, [&work](std::size_t begin, std::size_t end) {
        kernels::MinifyBand(SourceOf(work), DestinationOf(work), begin, end);
      });
    case MagickAccelerateMagnify:
      return InSteps(work, [&work](std::size_t begin, std::size_t end) {
        kernels::MagnifyBand(SourceOf(work), DestinationOf(work), begin, end);
      });
    case MagickAccelerateConvolve:
    case MagickAccelerateMotionBlur:
      return InFinishedSteps(work,
                             [convolve = ToConvolveWork(work)](std::size_t begin, std::size_t end) {
                               kernels::ConvolveBand(convolve, begin, end);
                             });
    case MagickAccelerateMedian:
      return MedianBandOf(work);
    case MagickAccelerateDespeckle:
      return InFinishedSteps(work, [&work](std::size_t begin, std::size_t end) {
        kernels::DespeckleBand(SourceOf(work), DestinationOf(work), ChannelsOf(work), begin, end);
      });
    case MagickAccelerateExtend:
      return InSteps(work, [&work](std::size_t begin, std::size_t end) {
        kernels::ExtendBand(ToBorderedSource(work), DestinationOf(work), begin, end);
      });
  }
  return {};
}

}  // namespace

bool Progress::Add(std::size_t rows) {
  if (!work_.progress || rows == 0) return !cancelled();
  const std::lock_guard lock(mutex_);
  done_ += rows;
  if (!cancelled() && !work_.progress(work_.progress_context, done_, work_.destination.rows))
    cancelled_ = true;
  return !cancelled();
}

Band BandOf(const MagickAccelerateWork& work) {
  Band band = UncheckedBandOf(work);
  if (!band) return band;
  return [band](std::size_t begin, std::size_t end, Progress& progress) {
    try {
      return band(begin, end, progress);
    } catch (const std::bad_alloc&) {
      return false;
    }
  };
}

double OperationsOf(const MagickAccelerateWork& work) {
  if (IsSeparable(work.operation)) return kernels::ResampleOperations(ToResampleWork(work));
  switch (work.operation) {
    case MagickAccelerateConvolve:
    case MagickAccelerateMotionBlur:
      return kernels::ConvolveOperations(ToConvolveWork(work));
    case MagickAccelerateMedian:
      return kernels::MedianOperations(ToMedianWork(work));
    case MagickAccelerateDespeckle: {
      constexpr double kHulls = 16, kOperationsOfAHull = 2;
      return kHulls * kOperationsOfAHull * double(work.source.columns) * work.source.rows *
             SamplesOf(work.channels);
    }
    default:
      return 0;
  }
}

std::size_t BandRows(const MagickAccelerateWork& work) {
  const std::size_t fewest =
      RowsOfATask(std::max<std::size_t>(work.source.columns, work.destination.columns));
  std::size_t rows = std::max(fewest, kRowsPerRepeated * RepeatedRows(work));
  if (IsSeparable(work.operation)) {
    const double taps_per_output =
        double(work.vertical.inputs) / std::max<double>(1.0, work.vertical.outputs);
    rows = std::max(rows, static_cast<std::size_t>(4 * work.vertical.max_count /
                                                   std::max(1.0, taps_per_output)));
  }
  // Repeated work is better than idle threads.
  rows = std::min(rows, std::max<std::size_t>(fewest, work.destination.rows / ThreadLimit()));
  const std::size_t group = kernels::ResampleGroupRows(ChannelsOf(work));
  return (rows + group - 1) / group * group;
}

}  // namespace lodestone::accel
