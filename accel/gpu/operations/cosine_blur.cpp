#include <algorithm>
#include <cstring>
#include <iterator>

#include "accel/gpu/operations/families.hpp"
#include "accel/gpu/operations/maps.hpp"
#include "accel/gpu/plans/cell.hpp"
#include "accel/gpu/plans/window_tiling.hpp"
#include "accel/operation_table.hpp"
#include "accel/specialized_size.hpp"
#include "kernels/cosine_blur/series_plan.hpp"

namespace lodestone::accel::gpu {
namespace {

// Waves begin afresh there.
template <typename Number>
Number StartOf(Number row) {
  return row / LS_SERIES_RESTART * LS_SERIES_RESTART;
}

std::string PassKernel(const MagickAccelerateWork& work, const KernelPlan& plan, const char* pass) {
  return KernelName(plan, pass + std::to_string(work.series.terms) + "Filter");
}
std::string DownKernel(const MagickAccelerateWork& work, const KernelPlan& plan) {
  return PassKernel(work, plan, "Down");
}
std::string AcrossKernel(const MagickAccelerateWork& work, const KernelPlan& plan) {
  return PassKernel(work, plan, "Across");
}

struct Variant {
  const char* name;
  KernelForm form;
};

constexpr Variant kVariants[] = {{"strips", KernelForm::kStrips}, {"tiles", KernelForm::kTiles}};

KernelForm FormFor(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  if (facts.group_items < LS_SERIES_GROUP) return KernelForm::kStrips;
  if (const Variant* wanted = WantedIn<kVariants>(work)) return wanted->form;
  return WindowForm(facts);
}

KernelPlan PlanSeries(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  KernelPlan plan;
  plan.key = {Family::kCosineBlur, work.quantum_depth, work.channels, FormFor(work, facts)};
  plan.key.side = SpecializedSizeOf(work);
  return plan;
}

std::vector<ProgramKey> CosineBlurPrograms(const OperationTraits& operation, unsigned quantum_depth,
                                           const DeviceFacts& facts) {
  return WindowPrograms(operation, quantum_depth, facts, true);
}

bool InStrips(const KernelPlan& plan) {
  return plan.key.form == KernelForm::kStrips;
}

// Of strips: LS_LANES.
constexpr uint32_t kLanes = 16;
// Rows of a strip.
uint32_t StripLines(const MagickAccelerateWork& work) {
  return kLanes / SamplesOf(work.channels);
}

Rows CosineBlurSourceRows(const MagickAccelerateWork& work, Rows rows) {
  return NamedRows(work.border.rows, StartOf(rows.begin),
                   uint64_t{rows.end} + work.border.top + work.border.bottom);
}

uint64_t RowBytes(const MagickAccelerateWork& work) {
  return work.source.columns * CellBytes(work);
}

// Of a band at most, a multiple of LS_SERIES_RESTART: bands that begin where waves do sum no row
// twice. Alike, they keep a device equally busy.
uint64_t BandRows(const MagickAccelerateWork& work, const KernelPlan& plan, uint32_t rows) {
  const uint64_t most =
      std::max<uint64_t>(StartOf(plan.band_bytes / RowBytes(work)), LS_SERIES_RESTART);
  const uint64_t bands = (rows + most - 1) / most;
  return StartOf((rows + bands - 1) / bands + LS_SERIES_RESTART - 1);
}

uint64_t CosineBlurScratchBytes(const MagickAccelerateWork& work, const KernelPlan& plan,
                                uint32_t rows) {
  const uint64_t lines = StripLines(work);
  return (std::min<uint64_t>(rows, BandRows(work, plan, rows)) + lines - 1) / lines * lines *
         RowBytes(work);
}

// Of one of the axes in the table of the work: the first number in the weights on the device, and
// the turns, which are arguments.
struct Numbers {
  Numbers(const MagickAccelerateWork& work, bool down) : reach(work.series.reach[down ? 1 : 0]) {
    const size_t before =
        down ? kernels::SeriesTable(work.series, work.source.columns, work.source.rows).down : 0;
    first = static_cast<uint32_t>(before + LS_SERIES_WEIGHTS(work.series.terms));
    size = down ? work.source.rows : work.source.columns;
    std::memcpy(turns, static_cast<const float*>(work.table.entries) + before,
                work.series.terms * LS_SERIES_TURN * sizeof(float));
  }

  void Set(Launch& launch, const Job& job) const {
    launch.Set(job.tables.weights());
    launch.Set(first);
    launch.Set(reach);
    launch.Set(size);
  }
  void SetTurns(Launch& launch) const {
    for (const std::array<float, 16>& part : turns) launch.Set(part);
  }

  uint32_t reach, first, size;
  std::array<float, 16> turns[LS_SERIES_MOST_TERMS * LS_SERIES_TURN / 16] = {};
};

// Its columns are samples.
void EnqueueDown(const Job& job, const Plane& source, const Plane& sums, Rows rows) {
  LaneKernel& kernel =
      job.session.KernelOf(job.program, job.plan.key, DownKernel(job.work, job.plan));
  const uint32_t samples = sums.stride_px, each = InStrips(job.plan) ? kLanes : 1;
  Geometry geometry = GeometryOf((samples - 1) / each + 1, {StartOf(rows.begin), rows.end},
                                 TileWithoutLocal(kernel.limits));
  geometry.columns = samples;
  geometry.group_height = LS_SERIES_RESTART;
  const Numbers numbers(job.work, true);
  Launch launch(job.session, kernel, geometry);
  launch.SetPlanes(source, sums);
  launch.Set(job.tables.rows());
  numbers.Set(launch, job);
  launch.Set(uint32_t{rows.begin});
  numbers.SetTurns(launch);
  launch.Enqueue();
}

void EnqueueAcross(const Job& job, const Plane& sums, const Plane& destination, Rows rows) {
  LaneKernel& kernel =
      job.session.KernelOf(job.program, job.plan.key, AcrossKernel(job.work, job.plan));
  const uint32_t columns = job.work.destination.columns;
  const size_t items = InStrips(job.plan) ? 1 : LS_SERIES_GROUP;
  const uint32_t lines =
      InStrips(job.plan) ? StripLines(job.work) : LS_SERIES_GROUP / SamplesOf(job.work.channels);
  const Geometry geometry = {
      columns, rows, {items, 1}, (columns - 1) / LS_SERIES_RESTART + 1, lines};
  const Numbers numbers(job.work, false);
  Launch launch(job.session, kernel, geometry);
  launch.SetPlanes(sums, destination);
  launch.Set(job.tables.columns());
  numbers.Set(launch, job);
  numbers.SetTurns(launch);
  launch.Enqueue();
}

void EnqueueCosineBlur(const Job& job, const Plane& source, const Plane& destination,
                       Memory* scratch, Rows rows) {
  const MagickAccelerateWork& work = job.work;
  const uint32_t samples = work.source.columns * SamplesOf(work.channels);
  const uint64_t most = BandRows(work, job.plan, rows.end - rows.begin);
  for (Rows band{rows.begin, 0}; band.begin < rows.end; band.begin = band.end) {
    band.end = static_cast<uint32_t>(std::min<uint64_t>(rows.end, StartOf(band.begin + most)));
    const Plane sums{scratch, samples, band.begin};
    EnqueueDown(job, source, sums, band);
    EnqueueAcross(job, sums, destination, band);
  }
}

std::string CosineBlurKernels(const MagickAccelerateWork& work, const KernelPlan& plan) {
  return DownKernel(work, plan) + "," + AcrossKernel(work, plan);
}

// As many for each pixel as the waves take, which a work-item moves on alone.
double CosineBlurSteps(const MagickAccelerateWork& work) {
  const MagickAccelerateCosineSeries& rule = work.series;
  const double afresh = 2.0 * (rule.reach[0] + rule.reach[1]) / LS_SERIES_RESTART;
  return rule.terms * (2.0 * LS_SERIES_TURN + afresh) * work.destination.columns *
         work.destination.rows;
}

constexpr FamilyFunctions kCosineBlurFamily = {
    PlanSeries,        CosineBlurPrograms, CosineBlurSourceRows, CosineBlurScratchBytes,
    EnqueueCosineBlur, CosineBlurKernels,  NamesIn<kVariants>,   CosineBlurSteps,
    LS_SERIES_RESTART};

}  // namespace

// clang-format off
const DeviceFamily kCosineBlurOnDevice = {
#include "kernels/cosine_blur/cosine_blur.cl.inc"
    , &kCosineBlurFamily, 250};
// clang-format on

}  // namespace lodestone::accel::gpu
