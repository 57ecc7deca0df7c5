#include "accel/cpu/cpu_accelerator.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <new>
#include <numeric>

#include "accel/cpu/bands.hpp"
#include "accel/cpu/shared_pass.hpp"
#include "base/on_first_use.hpp"
#include "base/thread_pool.hpp"
#include "accel/profile/conformance.hpp"
#include "accel/profile/learning.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel {
namespace {

// Conservative figures for one core; predictions only rank devices against each other.
constexpr double kBytesPerNs = 4.0;
constexpr double kOperationsPerNs = 8.0;

// Works being computed, by several threads at once.
class CpuRun {
 public:
  // The works must outlive it.
  explicit CpuRun(std::span<const MagickAccelerateWork> works) : works_(works), progress_(works) {}

  // Call first.
  Attempt Possible() {
    for (const MagickAccelerateWork& work : works_) {
      if (work.quantum_depth != LS_QUANTUM_DEPTH)
        return Declined(MagickAccelerateUnsupported, "built for another quantum depth");
      bands_.push_back(BandOf(work));
      if (!bands_.back()) return Declined(MagickAccelerateUnsupported, "unknown operation");
    }
    return {};
  }

  // Nothing once it has failed.
  void Compute(const PassTask& task) {
    if (progress_.cancelled() || out_of_memory_) return;
    try {
      if (!bands_[task.work](task.begin, task.end, progress_)) out_of_memory_ = true;
    } catch (const std::bad_alloc&) {
      out_of_memory_ = true;
    } catch (const Refusal& refusal) {
      refused_ = refusal.reason;
    }
  }

  Attempt Result() const {
    if (out_of_memory_)
      return Failed(MagickAccelerateHostMemory, "no memory for the intermediate image");
    if (progress_.cancelled())
      return Failed(MagickAccelerateCancelled, "cancelled by the progress monitor");
    if (refused_) return Declined(MagickAccelerateUnsupported, refused_.load());
    return {};
  }

 private:
  const std::span<const MagickAccelerateWork> works_;
  std::vector<Band> bands_;
  CpuProgress progress_;
  std::atomic<bool> out_of_memory_{false};
  std::atomic<const char*> refused_{nullptr};
};

}  // namespace

const std::string& CpuAccelerator::accelerator() const {
  struct Name {
    std::string text = "cpu";
  };
  static constinit OnFirstUse<Name> name;
  return name.Get().text;
}

const std::string& CpuAccelerator::device() const {
  static constinit OnFirstUse<std::string> name;
  return name.Get();
}

MagickAccelerateEstimate CpuAccelerator::Estimate(const MagickAccelerateWork& work) const {
  const double bytes =
      double(work.source.columns) * work.source.rows * PixelBytes(work) +
      double(work.destination.columns) * work.destination.rows * ResultPixelBytes(work);
  double ns = bytes / kBytesPerNs;
  ns += OperationsOf(work) / kOperationsPerNs / ThreadLimit();
  MagickAccelerateEstimate estimate{};
  estimate.kernel_ns = static_cast<std::uint64_t>(ns);
  return estimate;
}

CostModel* CpuAccelerator::costs() {
  return CpuCosts();
}

Attempt CpuAccelerator::Run(const MagickAccelerateWork& work) {
  CpuRun run({&work, 1});
  if (const Attempt possible = run.Possible(); !possible.done()) return possible;
  ParallelBands(work.destination.rows, CpuBandRows(work), [&](std::size_t begin, std::size_t end) {
    run.Compute({0, begin, end});
  });
  return run.Result();
}

Attempt CpuAccelerator::RunTogether(std::span<const MagickAccelerateWork> works,
                                    std::vector<double>& shares) {
  CpuRun run(works);
  if (const Attempt possible = run.Possible(); !possible.done()) return possible;
  const std::vector<PassTask> tasks = OrderPass(works);
  std::vector<std::atomic<std::uint64_t>> busy_ns(works.size());
  ParallelBands(tasks.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto start = std::chrono::steady_clock::now();
      run.Compute(tasks[i]);
      const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - start;
      busy_ns[tasks[i].work] += static_cast<std::uint64_t>(took.count());
    }
  });
  const double all = std::max(1.0, std::accumulate(busy_ns.begin(), busy_ns.end(), 0.0));
  for (const auto& ns : busy_ns) shares.push_back(double(ns) / all);
  return run.Result();
}

void CpuAccelerator::Describe(MagickAccelerateDeviceInfo& info) {
  CopyText(info.accelerator, sizeof info.accelerator, accelerator());
  CopyText(info.name, sizeof info.name, "native");
  CopyText(info.platform, sizeof info.platform, "Lodestone");
  info.type = MagickAccelerateTypeNative;
  info.usable = info.ready = 1;
  info.compute_units = ThreadLimit();
  CopyText(info.self_test, sizeof info.self_test, "reference");
  const ConformanceState conformance = ConformanceOf(*CpuProfile(), "");
  CopyText(info.conformance, sizeof info.conformance, conformance.text);
  info.conforms = conformance.conforms;
}

CpuAccelerator& Cpu() {
  static constinit OnFirstUse<CpuAccelerator> cpu;
  return cpu.Get();
}

}  // namespace lodestone::accel
