#include "accel/cpu/native.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>

#include "accel/cpu/thread_pool.hpp"
#include "accel/learning.hpp"
#include "accel/operation_table.hpp"
#include "kernels/magnify/magnify.hpp"
#include "kernels/minify/minify.hpp"
#include "kernels/sample/sample.hpp"

namespace lodestone::accel {
namespace {

using kernels::QuantumSample;

// Modest figures of one core; predictions only rank devices against each other.
constexpr double kBytesPerNs = 4.0;
constexpr double kOperationsPerNs = 8.0;

kernels::Channels ToChannels(MagickAccelerateChannels channels) {
  return static_cast<kernels::Channels>(channels);
}

kernels::AxisView ToAxisView(const MagickAccelerateAxis& axis) {
  return {axis.inputs, axis.outputs, axis.max_count, axis.first,
          axis.count,  axis.offset,  axis.weights};
}

kernels::SourceView Source(const MagickAccelerateWork& work) {
  return {static_cast<const QuantumSample*>(work.source.data), work.source.columns,
          work.source.rows, work.source.stride_bytes / sizeof(QuantumSample)};
}

kernels::DestinationView Destination(const MagickAccelerateWork& work) {
  return {static_cast<QuantumSample*>(work.destination.data), work.destination.columns,
          work.destination.rows, work.destination.stride_bytes / sizeof(QuantumSample)};
}

// Tells the monitor about finished rows, one thread at a time, and remembers a "stop".
class Progress {
 public:
  explicit Progress(const MagickAccelerateWork& work) : work_(work) {}

  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

  // False once the work is to stop.
  bool Add(std::size_t rows) {
    if (!work_.progress || rows == 0) return !cancelled();
    const std::lock_guard lock(mutex_);
    done_ += rows;
    if (!cancelled() && !work_.progress(work_.progress_context, done_, work_.destination.rows))
      cancelled_ = true;
    return !cancelled();
  }

 private:
  const MagickAccelerateWork& work_;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  std::atomic<bool> cancelled_{false};
};

// Computes destination rows [begin, end) and tells how they come along. False: out of memory.
using Band = std::function<bool(std::size_t begin, std::size_t end, Progress& progress)>;

// A band in steps that are short enough for progress to be seen.
template <class Step>
Band InSteps(std::size_t rows, Step step) {
  return [rows, step](std::size_t begin, std::size_t end, Progress& progress) {
    const std::size_t most = rows / 100 + 1;
    for (std::size_t y = begin, stop; y < end; y = stop) {
      stop = std::min(end, y + most);
      step(y, stop);
      if (!progress.Add(stop - y)) break;
    }
    return true;
  };
}

// What computes the work, or nothing for an unknown operation. The returned function refers to
// `work` and `resample`.
Band BandOf(const MagickAccelerateWork& work, const kernels::ResampleWork& resample) {
  const std::size_t rows = work.destination.rows;
  switch (work.operation) {
    case MagickAccelerateScale:
    case MagickAccelerateResize:
    case MagickAccelerateBlur:
    case MagickAccelerateUnsharp:
      return [&resample](std::size_t begin, std::size_t end, Progress& progress) {
        return kernels::ResampleBand(resample, begin, end,
                                     [&](std::size_t done) { return progress.Add(done); });
      };
    case MagickAccelerateSample:
      return InSteps(rows, [&work](std::size_t begin, std::size_t end) {
        kernels::SampleBand(Source(work), Destination(work), work.horizontal.first,
                            work.vertical.first, begin, end);
      });
    case MagickAccelerateMinify:
      return InSteps(rows, [&work](std::size_t begin, std::size_t end) {
        kernels::MinifyBand(Source(work), Destination(work), begin, end);
      });
    case MagickAccelerateMagnify:
      return InSteps(rows, [&work](std::size_t begin, std::size_t end) {
        kernels::MagnifyBand(Source(work), Destination(work), begin, end);
      });
    default:
      break;
  }
  return {};
}

// Rows of a band: enough pixels to be worth a task, and for resampling enough rows that the source
// rows which two neighbouring bands both need are few.
std::size_t BandRows(const MagickAccelerateWork& work) {
  std::size_t rows =
      RowsOfATask(std::max<std::size_t>(work.source.columns, work.destination.columns));
  if (IsSeparable(work.operation)) {
    const double taps_per_output =
        double(work.vertical.inputs) / std::max<double>(1.0, work.vertical.outputs);
    rows = std::max(rows, static_cast<std::size_t>(4 * work.vertical.max_count /
                                                   std::max(1.0, taps_per_output)));
  }
  return (rows + kernels::kResampleGroupRows - 1) / kernels::kResampleGroupRows *
         kernels::kResampleGroupRows;
}

}  // namespace

kernels::ResampleWork ToResampleWork(const MagickAccelerateWork& work) {
  return {ToAxisView(work.horizontal),
          ToAxisView(work.vertical),
          work.vertical_first != 0,
          !IsConvolution(work.operation),
          ToChannels(work.channels),
          Source(work),
          Destination(work)};
}

const std::string& NativeAccelerator::accelerator() const {
  static const std::string& name = *new std::string("cpu");
  return name;
}

const std::string& NativeAccelerator::device() const {
  static const std::string& name = *new std::string;
  return name;
}

Attempt NativeAccelerator::Supports(const MagickAccelerateWork& work) {
  if (work.quantum_depth != LS_QUANTUM_DEPTH)
    return Declined(MagickAccelerateUnsupported, "built for another quantum depth");
  return {};
}

bool NativeAccelerator::Estimate(const MagickAccelerateWork& work,
                                 MagickAccelerateEstimate& estimate) {
  const double pixels = double(work.source.columns) * work.source.rows +
                        double(work.destination.columns) * work.destination.rows;
  double ns = pixels * PixelBytes(work) / kBytesPerNs;
  if (IsSeparable(work.operation))
    ns += kernels::ResampleOperations(ToResampleWork(work)) / kOperationsPerNs / ThreadLimit();
  estimate.kernel_ns = static_cast<std::uint64_t>(ns);
  return true;
}

CostModel* NativeAccelerator::costs() {
  return NativeCosts();
}

Attempt NativeAccelerator::Run(const MagickAccelerateWork& work) {
  if (Attempt attempt = Supports(work); !attempt.done()) return attempt;
  kernels::ResampleWork resample;
  if (IsSeparable(work.operation)) resample = ToResampleWork(work);
  const Band band = BandOf(work, resample);
  if (!band) return Declined(MagickAccelerateUnsupported, "unknown operation");
  Progress progress(work);
  std::atomic<bool> out_of_memory{false};
  ParallelBands(work.destination.rows, BandRows(work), [&](std::size_t begin, std::size_t end) {
    if (progress.cancelled() || out_of_memory) return;
    if (!band(begin, end, progress)) out_of_memory = true;
  });
  if (out_of_memory)
    return Failed(MagickAccelerateHostMemory, "no memory for the intermediate rows");
  if (progress.cancelled()) return Failed(MagickAccelerateCancelled, "stopped by the monitor");
  return {};
}

void NativeAccelerator::Describe(MagickAccelerateDeviceInfo& info) {
  CopyText(info.accelerator, sizeof info.accelerator, accelerator());
  CopyText(info.name, sizeof info.name, "native");
  CopyText(info.platform, sizeof info.platform, "Lodestone");
  info.type = MagickAccelerateTypeNative;
  info.usable = info.ready = 1;
  info.compute_units = ThreadLimit();
  CopyText(info.self_test, sizeof info.self_test, "reference");
}

NativeAccelerator& Native() {
  static NativeAccelerator& native = *new NativeAccelerator;
  return native;
}

}  // namespace lodestone::accel
