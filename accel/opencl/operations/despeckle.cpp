#include "accel/opencl/operations/despeckle.hpp"

#include <algorithm>
#include <iterator>

#include "accel/opencl/operations/border.hpp"
#include "accel/opencl/plans/window_tiling.hpp"
#include "accel/operation_table.hpp"
#include "kernels/window/window_shapes.h"

namespace lodestone::accel::opencl {
namespace {

using Way = WindowWay;

// The ways to despeckle, numbered from 1. Where there is not enough local memory it is the first.
struct Variant {
  const char* name;
  Way way;
};

constexpr Variant kVariants[] = {
    {"passes", Way::kDirect}, {"strips", Way::kStrips}, {"tiles", Way::kTile}};

// In the order of the hulls.
constexpr cl_int2 kDirections[] = {{{0, 1}}, {{1, 0}}, {{1, 1}}, {{-1, 1}}};

// Rows on either side that count: each pass looks at the next one, but for those of the second
// direction.
constexpr cl_uint kHalo = 3 * LS_HULL_PASSES;

WindowTile TileFor(Way way, const MagickAccelerateWork& work) {
  const uint64_t samples = SamplesOf(work.channels), sample_bytes = work.quantum_depth / 8;
  if (way == Way::kTile) {
    constexpr uint64_t kCells =
        (LS_HULL_COLUMNS + 2 * LS_HULL_REACH) * (LS_HULL_ROWS + 2 * LS_HULL_REACH);
    WindowTile tile{"DespeckleFilter", way,         LS_WINDOW_COLUMNS, LS_WINDOW_ROWS,
                    LS_HULL_COLUMNS,   LS_HULL_ROWS};
    tile.local_bytes = 2 * kCells * samples * sample_bytes;
    return tile;
  }
  if (way == Way::kStrips) {
    const uint64_t pitch = LS_HULL_STRIP_SAMPLES + 2 * LS_HULL_REACH * samples + 2 * LS_HULL_LANES;
    WindowTile tile{"DespeckleFilter", way, 1, 1};
    tile.columns = static_cast<uint32_t>(LS_HULL_STRIP_SAMPLES / samples);
    tile.rows = LS_HULL_STRIP_ROWS;
    tile.local_bytes = 2 * pitch * (LS_HULL_STRIP_ROWS + 2 * LS_HULL_REACH) * sample_bytes;
    return tile;
  }
  return WindowTile{"HullPassFilter"};
}

Rows Grown(const MagickAccelerateWork& work, Rows rows, cl_uint by) {
  return {rows.begin - std::min(rows.begin, by),
          rows.end + std::min(by, work.source.rows - rows.end)};
}

// Of each of the two images between launches.
uint64_t BetweenBytes(const MagickAccelerateWork& work, cl_uint rows) {
  return std::min<uint64_t>(uint64_t{rows} + 2 * kHalo, work.source.rows) * work.source.columns *
         PixelBytes(work);
}

cl_uint BandRows(const MagickAccelerateWork& work, const KernelPlan& plan, cl_uint rows) {
  // Fewer, and neighbouring bands would compute most rows twice.
  constexpr cl_uint kFewestRows = 4 * kHalo;
  while (rows > kFewestRows && BetweenBytes(work, rows) > plan.band_bytes) rows = (rows + 1) / 2;
  return rows;
}

// One launch after the other, by way of two images that take turns.
class Band {
 public:
  Band(const Job& job, const Plane& source, const Plane& sink, cl_mem scratch, Rows rows)
      : job_(job), source_(source), sink_(sink), scratch_(scratch), rows_(rows) {}

  // Launches that follow after this one look at so many rows on either side.
  void Enqueue(cl_int2 direction, cl_uint ahead, cl_uint pass) {
    const WindowTile& tile = job_.plan.window;
    const Rows rows = Grown(job_.work, rows_, ahead);
    const Plane to = ahead == 0 ? sink_ : Between();
    LaneKernel& kernel = job_.session.KernelOf(job_.program, job_.plan.key, tile.kernel);
    Launch launch(job_.session, kernel, GeometryOf(job_, rows, kernel));
    launch.SetPlanes(source_, to);
    launch.Set(direction);
    launch.Set(cl_uint2{{job_.work.source.columns, job_.work.source.rows}});
    if (tile.way == Way::kDirect) {
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
  Plane Between() const {
    const Rows all = Grown(job_.work, rows_, kHalo);
    const cl_uint columns = job_.work.source.columns;
    return {scratch_, columns, first_ ? all.begin : all.begin - (all.end - all.begin)};
  }

  const Job& job_;
  Plane source_;
  const Plane sink_;
  const cl_mem scratch_;
  const Rows rows_;
  bool first_ = true;
};

void EnqueueBand(const Job& job, const Plane& source, const Plane& sink, cl_mem scratch,
                 Rows rows) {
  Band band(job, source, sink, scratch, rows);
  const bool fused = job.plan.window.way != Way::kDirect;
  cl_uint ahead = fused ? 3 * LS_HULL_REACH : kHalo;
  for (const cl_int2& direction : kDirections) {
    for (cl_uint pass = 0; pass < (fused ? 1 : LS_HULL_PASSES); ++pass) {
      if (direction.s[1] != 0) ahead -= fused ? LS_HULL_REACH : 1;
      band.Enqueue(direction, ahead, pass);
    }
  }
}

}  // namespace

KernelPlan PlanDespeckle(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  Way way = WindowForm(facts) == KernelForm::kStrips ? Way::kStrips : Way::kTile;
  if (work.variant >= 1 && work.variant <= std::size(kVariants)) {
    way = kVariants[work.variant - 1].way;
  }
  KernelPlan plan;
  plan.window = TileFor(way, work);
  if (plan.window.local_bytes > facts.local_bytes) plan.window = TileFor(Way::kDirect, work);
  plan.key = {MagickAccelerateDespeckle, work.quantum_depth, work.channels,
              plan.window.way == Way::kStrips ? KernelForm::kStrips : KernelForm::kTiles};
  return plan;
}

// Where strips do not fit, the passes take their place.
std::vector<ProgramKey> DespecklePrograms(MagickAccelerateOperation operation,
                                          unsigned quantum_depth, const DeviceFacts& facts) {
  std::vector<ProgramKey> keys = WindowPrograms(operation, quantum_depth, facts);
  for (ProgramKey& key : keys) {
    MagickAccelerateWork work{};
    work.operation = operation;
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
                               cl_uint rows) {
  return 2 * BetweenBytes(work, BandRows(work, plan, rows));
}

void EnqueueDespeckle(const Job& job, const Plane& source, const Plane& sink, cl_mem scratch,
                      Rows rows) {
  const cl_uint most = BandRows(job.work, job.plan, rows.end - rows.begin);
  for (Rows band{rows.begin, 0}; band.begin < rows.end; band.begin = band.end) {
    band.end = band.begin + std::min(most, rows.end - band.begin);
    EnqueueBand(job, source, sink, scratch, band);
  }
}

std::string DespeckleKernels(const MagickAccelerateWork&, const KernelPlan& plan) {
  const bool fused = plan.window.way != Way::kDirect;
  std::string names;
  for (size_t i = 0; i < (fused ? std::size(kDirections) : 1); ++i) {
    names += (i > 0 ? "," : "") + std::string(plan.window.kernel);
  }
  return names;
}

unsigned DespeckleVariants() {
  return static_cast<unsigned>(std::size(kVariants));
}

const char* DespeckleVariantName(unsigned variant) {
  return variant >= 1 && variant <= std::size(kVariants) ? kVariants[variant - 1].name : nullptr;
}

}  // namespace lodestone::accel::opencl
