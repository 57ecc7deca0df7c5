#include "accel/gpu/operations/families.hpp"

#include <algorithm>
#include <iterator>

#include "accel/gpu/operations/border.hpp"
#include "accel/gpu/plans/window_tiling.hpp"
#include "accel/operation_table.hpp"
#include "kernels/window/window_shapes.h"

namespace lodestone::accel::gpu {
namespace {

using Strategy = WindowStrategy;

// The variants of despeckling. Without enough local memory the first one runs.
struct Variant {
  const char* name;
  Strategy strategy;
};

constexpr Variant kVariants[] = {
    {"passes", Strategy::kDirect}, {"strips", Strategy::kStrips}, {"tiles", Strategy::kTile}};

// In the order of the hulls.
// Columns and rows.
using Direction = std::array<int32_t, 2>;
constexpr Direction kDirections[] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};

// Rows on either side that matter: each pass reads the next row, except those of the second
// direction.
constexpr uint32_t kHalo = 3 * LS_HULL_PASSES;

WindowTile TileFor(Strategy strategy, const MagickAccelerateWork& work) {
  const uint64_t samples = SamplesOf(work.channels), sample_bytes = work.quantum_depth / 8;
  if (strategy == Strategy::kTile) {
    constexpr uint64_t kCells =
        (LS_HULL_COLUMNS + 2 * LS_HULL_REACH) * (LS_HULL_ROWS + 2 * LS_HULL_REACH);
    WindowTile tile{"DespeckleFilter", strategy,        LS_WINDOW_COLUMNS,
                    LS_WINDOW_ROWS,    LS_HULL_COLUMNS, LS_HULL_ROWS};
    tile.local_bytes = 2 * kCells * samples * sample_bytes;
    return tile;
  }
  if (strategy == Strategy::kStrips) {
    const uint64_t pitch = LS_HULL_STRIP_SAMPLES + 2 * LS_HULL_REACH * samples + 2 * LS_HULL_LANES;
    WindowTile tile{"DespeckleFilter", strategy, 1, 1};
    tile.columns = static_cast<uint32_t>(LS_HULL_STRIP_SAMPLES / samples);
    tile.rows = LS_HULL_STRIP_ROWS;
    tile.local_bytes = 2 * pitch * (LS_HULL_STRIP_ROWS + 2 * LS_HULL_REACH) * sample_bytes;
    return tile;
  }
  return WindowTile{"HullPassFilter"};
}

Rows Grown(const MagickAccelerateWork& work, Rows rows, uint32_t by) {
  return {rows.begin - std::min(rows.begin, by),
          rows.end + std::min(by, work.source.rows - rows.end)};
}

// Of each of the two images between launches.
uint64_t IntermediateBytes(const MagickAccelerateWork& work, uint32_t rows) {
  return std::min<uint64_t>(uint64_t{rows} + 2 * kHalo, work.source.rows) * work.source.columns *
         PixelBytes(work);
}

uint32_t DespeckleBandRows(const MagickAccelerateWork& work, const KernelPlan& plan,
                           uint32_t rows) {
  // With fewer, neighbouring bands would compute most rows twice.
  constexpr uint32_t kMinRows = 4 * kHalo;
  while (rows > kMinRows && IntermediateBytes(work, rows) > plan.band_bytes) rows = (rows + 1) / 2;
  return rows;
}

// Launches one after the other, alternating between two images.
class Band {
 public:
  Band(const Job& job, const Plane& source, const Plane& destination, Memory* scratch, Rows rows)
      : job_(job), source_(source), destination_(destination), scratch_(scratch), rows_(rows) {}

  // The launches that follow this one read this many rows on either side.
  void Enqueue(const Direction& direction, uint32_t ahead, uint32_t pass) {
    const WindowTile& tile = job_.plan.window;
    const Rows rows = Grown(job_.work, rows_, ahead);
    const Plane to = ahead == 0 ? destination_ : IntermediatePlane();
    LaneKernel& kernel = job_.session.KernelOf(job_.program, job_.plan.key, tile.kernel);
    Launch launch(job_.session, kernel, GeometryOf(job_, rows, kernel));
    launch.SetPlanes(source_, to);
    launch.Set(direction);
    launch.Set(std::array{job_.work.source.columns, job_.work.source.rows});
    if (tile.strategy == Strategy::kDirect) {
      launch.Set(pass);
    } else {
      launch.SetLocal(tile.local_bytes);
    }
    launch.Enqueue();
    source_ = to;
    first_ = !first_;
  }

 private:
  // Rows of the second image follow those of the first.
  Plane IntermediatePlane() const {
    const Rows all = Grown(job_.work, rows_, kHalo);
    const uint32_t columns = job_.work.source.columns;
    return {scratch_, columns, first_ ? all.begin : all.begin - (all.end - all.begin)};
  }

  const Job& job_;
  Plane source_;
  const Plane destination_;
  Memory* const scratch_;
  const Rows rows_;
  bool first_ = true;
};

void EnqueueBand(const Job& job, const Plane& source, const Plane& destination, Memory* scratch,
                 Rows rows) {
  Band band(job, source, destination, scratch, rows);
  const bool fused = job.plan.window.strategy != Strategy::kDirect;
  uint32_t ahead = fused ? 3 * LS_HULL_REACH : kHalo;
  for (const Direction& direction : kDirections) {
    for (uint32_t pass = 0; pass < (fused ? 1 : LS_HULL_PASSES); ++pass) {
      if (direction[1] != 0) ahead -= fused ? LS_HULL_REACH : 1;
      band.Enqueue(direction, ahead, pass);
    }
  }
}

KernelPlan PlanDespeckle(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  Strategy strategy =
      WindowForm(facts) == KernelForm::kStrips ? Strategy::kStrips : Strategy::kTile;
  if (const Variant* wanted = WantedIn<kVariants>(work)) strategy = wanted->strategy;
  KernelPlan plan;
  plan.window = TileFor(strategy, work);
  if (plan.window.local_bytes > facts.local_bytes) plan.window = TileFor(Strategy::kDirect, work);
  plan.key = {Family::kDespeckle, work.quantum_depth, work.channels,
              plan.window.strategy == Strategy::kStrips ? KernelForm::kStrips : KernelForm::kTiles};
  return plan;
}

// Where strips do not fit, separate passes run instead.
std::vector<ProgramKey> DespecklePrograms(const OperationTraits& operation, unsigned quantum_depth,
                                          const DeviceFacts& facts) {
  std::vector<ProgramKey> keys = WindowPrograms(operation, quantum_depth, facts, false);
  for (ProgramKey& key : keys) {
    MagickAccelerateWork work{};
    work.operation = operation.operation;
    work.quantum_depth = quantum_depth;
    work.channels = key.channels;
    key = PlanDespeckle(work, facts).key;
  }
  return keys;
}

Rows DespeckleSourceRows(const MagickAccelerateWork& work, Rows rows) {
  return Grown(work, rows, kHalo);
}

uint64_t DespeckleScratchBytes(const MagickAccelerateWork& work, const KernelPlan& plan,
                               uint32_t rows) {
  return 2 * IntermediateBytes(work, DespeckleBandRows(work, plan, rows));
}

void EnqueueDespeckle(const Job& job, const Plane& source, const Plane& destination,
                      Memory* scratch, Rows rows) {
  const uint32_t most = DespeckleBandRows(job.work, job.plan, rows.end - rows.begin);
  for (Rows band{rows.begin, 0}; band.begin < rows.end; band.begin = band.end) {
    band.end = band.begin + std::min(most, rows.end - band.begin);
    EnqueueBand(job, source, destination, scratch, band);
  }
}

std::string DespeckleKernels(const MagickAccelerateWork&, const KernelPlan& plan) {
  const bool fused = plan.window.strategy != Strategy::kDirect;
  std::string names;
  for (size_t i = 0; i < (fused ? std::size(kDirections) : 1); ++i) {
    names += (i > 0 ? "," : "") + std::string(plan.window.kernel);
  }
  return names;
}

constexpr FamilyFunctions kDespeckleFamily = {
    PlanDespeckle,    DespecklePrograms, DespeckleSourceRows, DespeckleScratchBytes,
    EnqueueDespeckle, DespeckleKernels,  NamesIn<kVariants>};

}  // namespace

// clang-format off
const DeviceFamily kDespeckleOnDevice = {
#include "kernels/window/despeckle/despeckle.cl.inc"
    , &kDespeckleFamily, 480};
// clang-format on

}  // namespace lodestone::accel::gpu
