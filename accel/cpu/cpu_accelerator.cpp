#include "accel/cpu/cpu_accelerator.hpp"

#include <atomic>
#include <new>

#include "accel/cpu/bands.hpp"
#include "base/thread_pool.hpp"
#include "accel/cpu/work_views.hpp"
#include "accel/profile/learning.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel {
namespace {

// Conservative figures for one core; predictions only rank devices against each other.
constexpr double kBytesPerNs = 4.0;
constexpr double kOperationsPerNs = 8.0;

}  // namespace

const std::string& CpuAccelerator::accelerator() const {
  static const std::string& name = *new std::string("cpu");
  return name;
}

const std::string& CpuAccelerator::device() const {
  static const std::string& name = *new std::string;
  return name;
}

Attempt CpuAccelerator::Supports(const MagickAccelerateWork& work) {
  if (work.quantum_depth != LS_QUANTUM_DEPTH)
    return Declined(MagickAccelerateUnsupported, "built for another quantum depth");
  return {};
}

bool CpuAccelerator::Estimate(const MagickAccelerateWork& work,
                              MagickAccelerateEstimate& estimate) {
  const double pixels = double(work.source.columns) * work.source.rows +
                        double(work.destination.columns) * work.destination.rows;
  double ns = pixels * PixelBytes(work) / kBytesPerNs;
  ns += OperationsOf(work) / kOperationsPerNs / ThreadLimit();
  estimate.kernel_ns = static_cast<std::uint64_t>(ns);
  return true;
}

CostModel* CpuAccelerator::costs() {
  return CpuCosts();
}

Attempt CpuAccelerator::Run(const MagickAccelerateWork& work) {
  if (Attempt attempt = Supports(work); !attempt.done()) return attempt;
  const Band band = BandOf(work);
  if (!band) return Declined(MagickAccelerateUnsupported, "unknown operation");
  CpuProgress progress(work);
  std::atomic<bool> out_of_memory{false};
  ParallelBands(work.destination.rows, CpuBandRows(work), [&](std::size_t begin, std::size_t end) {
    if (progress.cancelled() || out_of_memory) return;
    try {
      if (!band(begin, end, progress)) out_of_memory = true;
    } catch (const std::bad_alloc&) {
      out_of_memory = true;
    }
  });
  if (out_of_memory)
    return Failed(MagickAccelerateHostMemory, "no memory for the intermediate image");
  if (progress.cancelled())
    return Failed(MagickAccelerateCancelled, "cancelled by the progress monitor");
  return {};
}

void CpuAccelerator::Describe(MagickAccelerateDeviceInfo& info) {
  CopyText(info.accelerator, sizeof info.accelerator, accelerator());
  CopyText(info.name, sizeof info.name, "native");
  CopyText(info.platform, sizeof info.platform, "Lodestone");
  info.type = MagickAccelerateTypeNative;
  info.usable = info.ready = 1;
  info.compute_units = ThreadLimit();
  CopyText(info.self_test, sizeof info.self_test, "reference");
}

CpuAccelerator& Cpu() {
  static CpuAccelerator& cpu = *new CpuAccelerator;
  return cpu;
}

}  // namespace lodestone::accel
