#include "accel/cpu/cpu_accelerator.hpp"

#include <atomic>

#include "accel/cpu/bands.hpp"
#include "base/thread_pool.hpp"
#include "accel/cpu/work_views.hpp"
#include "accel/profile/learning.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel {
namespace {

// Modest figures of one core; predictions only rank devices against each other.
constexpr double kBytesPerNs = 4.0;
constexpr double kOperationsPerNs = 8.0;

}  // namespace

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
  ns += OperationsOf(work) / kOperationsPerNs / ThreadLimit();
  estimate.kernel_ns = static_cast<std::uint64_t>(ns);
  return true;
}

CostModel* NativeAccelerator::costs() {
  return NativeCosts();
}

Attempt NativeAccelerator::Run(const MagickAccelerateWork& work) {
  if (Attempt attempt = Supports(work); !attempt.done()) return attempt;
  const Band band = BandOf(work);
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
