#include <algorithm>

#include "accel/gpu/operations/families.hpp"
#include "accel/operation_table.hpp"
#include "kernels/wavelet/wavelet_cpu.hpp"

namespace lodestone::accel::gpu {
namespace {

constexpr uint32_t kLevels = kernels::kWaveletLevels;
constexpr uint32_t kHalo = kernels::kWaveletReach;

constexpr const char* kKernels[kLevels] = {"WaveletFirstFilter", "WaveletNextFilter",
                                           "WaveletNextFilter", "WaveletNextFilter",
                                           "WaveletLastFilter"};

Rows Grown(const MagickAccelerateWork& work, Rows rows, uint32_t by) {
  return {rows.begin - std::min(rows.begin, by),
          rows.end + std::min(by, work.source.rows - rows.end)};
}

// Floats of an image between the levels, with the rows around a band.
uint64_t ImageBytes(const MagickAccelerateWork& work, uint32_t rows) {
  return std::min<uint64_t>(uint64_t{rows} + 2 * kHalo, work.source.rows) * work.source.columns *
         SamplesOf(work.channels) * sizeof(float);
}

uint32_t BandRows(const MagickAccelerateWork& work, const KernelPlan& plan, uint32_t rows) {
  // With fewer, neighbouring bands would compute most rows twice.
  constexpr uint32_t kMinRows = 4 * kHalo;
  while (rows > kMinRows && ImageBytes(work, rows) > plan.band_bytes) rows = (rows + 1) / 2;
  return rows;
}

// Three images follow one another in the scratch memory: two that the levels smooth in turn, and
// the sum of the details.
class Band {
 public:
  Band(const Job& job, const Plane& source, const Plane& destination, Memory* scratch, Rows rows)
      : job_(job), source_(source), destination_(destination), scratch_(scratch), rows_(rows) {}

  void Enqueue() {
    for (uint32_t level = 0; level < kLevels; ++level) EnqueueLevel(level);
  }

 private:
  Plane ImageInScratch(uint32_t index) const {
    const Rows all = Grown(job_.work, rows_, kHalo);
    return {scratch_, job_.work.source.columns, all.begin - index * (all.end - all.begin)};
  }

  // The levels that follow read this many rows on either side.
  static uint32_t Ahead(uint32_t level) { return kHalo + 1 - (uint32_t{2} << level); }

  void EnqueueLevel(uint32_t level) {
    const MagickAccelerateWork& work = job_.work;
    const Rows rows = Grown(work, rows_, Ahead(level));
    const Plane to = level + 1 == kLevels ? destination_ : ImageInScratch(level % 2);
    LaneKernel& kernel = job_.session.KernelOf(job_.program, job_.plan.key, kKernels[level]);
    Launch launch(job_.session, kernel,
                  GeometryOf(work.destination.columns, rows, TileWithoutLocal(kernel.limits)));
    launch.SetPlanes(source_, to);
    launch.Set(scratch_);
    launch.Set(uint32_t{ImageInScratch(2).top});
    launch.Set(std::array{rows_.begin, rows_.end});
    launch.Set(std::array{work.source.columns, work.source.rows});
    launch.Set(uint32_t{1} << level);
    launch.Set(std::array{work.wavelet.thresholds[level], work.wavelet.softness});
    if (level + 1 == kLevels) launch.Set(uint32_t{work.channels == MagickAccelerateOpaque});
    launch.Enqueue();
    source_ = to;
  }

  const Job& job_;
  Plane source_;
  const Plane destination_;
  Memory* const scratch_;
  const Rows rows_;
};

Rows WaveletSourceRows(const MagickAccelerateWork& work, Rows rows) {
  return Grown(work, rows, kHalo);
}

uint64_t WaveletScratchBytes(const MagickAccelerateWork& work, const KernelPlan& plan,
                             uint32_t rows) {
  return 3 * ImageBytes(work, BandRows(work, plan, rows));
}

void EnqueueWavelet(const Job& job, const Plane& source, const Plane& destination, Memory* scratch,
                    Rows rows) {
  const uint32_t most = BandRows(job.work, job.plan, rows.end - rows.begin);
  for (Rows band{rows.begin, 0}; band.begin < rows.end; band.begin = band.end) {
    band.end = band.begin + std::min(most, rows.end - band.begin);
    Band(job, source, destination, scratch, band).Enqueue();
  }
}

std::string WaveletKernels(const MagickAccelerateWork&, const KernelPlan&) {
  std::string names = kKernels[0];
  for (uint32_t level = 1; level < kLevels; ++level) names += std::string(",") + kKernels[level];
  return names;
}

constexpr FamilyFunctions kWaveletFamily = {PlanBySamples,     ProgramsBySamples,
                                            WaveletSourceRows, WaveletScratchBytes,
                                            EnqueueWavelet,    WaveletKernels};

}  // namespace

// clang-format off
const DeviceFamily kWaveletOnDevice = {
#include "kernels/wavelet/wavelet.cl.inc"
    , &kWaveletFamily, 170};
// clang-format on

}  // namespace lodestone::accel::gpu
