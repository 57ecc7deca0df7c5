#include "accel/gpu/operations/operation_kernels.hpp"

#include <algorithm>
#include <set>

#include "accel/gpu/operations/families.hpp"
#include "accel/operation_table.hpp"
#include "accel/specialized_size.hpp"

namespace lodestone::accel::gpu {
namespace {

constexpr const DeviceFamily* kFamilies[] = {
#define LS_FAMILY(name) &k##name##OnDevice,
#include "accel/families.def"
};
constexpr const char* kNames[] = {
#define LS_FAMILY(name) #name,
#include "accel/families.def"
};

const DeviceFamily& RowOf(Family family) {
  return *kFamilies[static_cast<size_t>(family)];
}

const FamilyFunctions& FunctionsOf(MagickAccelerateOperation operation) {
  if (const OperationTraits* row = FindOperation(operation)) return *RowOf(row->family).functions;
  throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported,
                "operation " + std::to_string(operation) + " is not implemented here");
}

// Part of the programs of operations that may have a finish, which combines results with the
// source's samples.
constexpr char kFinishKernel[] = "FinishFilter";

// For destination rows that are otherwise complete.
void EnqueueFinish(const Job& job, const Plane& source, const Plane& destination, Rows rows) {
  const MagickAccelerateFinish& finish = job.work.finish;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.plan.key, kFinishKernel);
  Launch launch(job.session, kernel,
                GeometryOf(job.work.destination.columns, rows, TileWithoutLocal(kernel.limits)));
  launch.SetPlanes(source, destination);
  launch.Set(finish);
  launch.Enqueue();
}

// Roughly.
unsigned BuildMs(const ProgramKey& key) {
  constexpr unsigned kMsOfTap = 5;
  const unsigned ms = RowOf(key.family).build_ms;
  const bool has_axes = ExampleOf(key.family).passes != Passes::kNone;
  if (!has_axes) return ms + kMsOfTap * key.side * key.side;  // all unrolled
  return key.linear_light ? 2 * ms : ms;
}

// Whether there are wide tiles instead of the program's; columns under them are counted rows first
// alone.
bool MayBeWide(const ProgramKey& key) {
  return ExampleOf(key.family).passes != Passes::kNone && key.form == KernelForm::kTiles &&
         !key.long_tables && (key.side == 0 || !key.vertical_first);
}

// Whether works in linear light have its size.
bool SuitsLinearLight(const OperationTraits& operation, const ProgramKey& key) {
  const auto sizes = SpecializedSizesOf(operation, key.channels, key.vertical_first, true);
  return key.side == 0 || std::find(sizes.begin(), sizes.end(), key.side) != sizes.end();
}

}  // namespace

uint64_t BandBytesOf(const DeviceFacts& facts) {
  constexpr uint64_t kLeast = 16 << 20, kMost = 512 << 20;
  return facts.is_cpu() ? kLeast : std::clamp(facts.usable_bytes / 16, kLeast, kMost);
}

const char* SourceOf(Family family) {
  return RowOf(family).source;
}

KernelPlan PlanKernels(const MagickAccelerateWork& work, const DeviceFacts& facts,
                       std::optional<uint64_t> band_bytes) {
  KernelPlan plan = FunctionsOf(work.operation).plan(work, facts);
  plan.kernels = kNames[static_cast<size_t>(GetOperation(work.operation).family)];
  plan.band_bytes = band_bytes.value_or(BandBytesOf(facts));
  return plan;
}

std::vector<ProgramKey> ProgramsOf(const OperationTraits& operation, unsigned quantum_depth,
                                   const DeviceFacts& facts) {
  return FunctionsOf(operation.operation).programs(operation, quantum_depth, facts);
}

std::vector<ProgramKey> AllPrograms(unsigned quantum_depth, const DeviceFacts& facts) {
  std::set<ProgramKey> all;
  for (const OperationTraits& operation : Operations()) {
    for (ProgramKey key : ProgramsOf(operation, quantum_depth, facts)) {
      all.insert(key);
      key.linear_light = MayBeLinear(operation.operation) && SuitsLinearLight(operation, key);
      all.insert(key);
    }
  }
  std::vector<ProgramKey> keys(all.begin(), all.end());
  std::stable_sort(keys.begin(), keys.end(), [](const ProgramKey& a, const ProgramKey& b) {
    return BuildMs(a) > BuildMs(b);
  });
  return keys;
}

std::set<ProgramKey> ProgramsOfVariants(unsigned quantum_depth, const DeviceFacts& facts) {
  // Where groups are small, strips are what the module chooses.
  DeviceFacts small_groups = facts;
  small_groups.group_items = 1;
  std::set<ProgramKey> all;
  for (const DeviceFacts& each : {facts, small_groups}) {
    const std::vector<ProgramKey> keys = AllPrograms(quantum_depth, each);
    all.insert(keys.begin(), keys.end());
  }
  for (ProgramKey key : std::set(all)) {
    if (!MayBeWide(key)) continue;
    key.form = KernelForm::kWideTiles;
    all.insert(key);
  }
  return all;
}

std::optional<MagickAccelerateWork> ExampleFor(const ProgramKey& key,
                                               const MagickAccelerateWork& work,
                                               const DeviceFacts& facts) {
  const auto has_key = [&](const MagickAccelerateWork& example) {
    return PlanKernels(example, facts).key == key;
  };
  MagickAccelerateWork example = work;
  example.variant = nullptr;
  if (has_key(example)) return example;
  for (const char* name : VariantsOf(work, facts)) {
    example.variant = name;
    if (has_key(example)) return example;
  }
  return std::nullopt;
}

Rows SourceRowsOf(const MagickAccelerateWork& work, Rows rows) {
  Rows needed = FunctionsOf(work.operation).source_rows(work, rows);
  if (HasFinish(work)) {
    needed = {std::min(needed.begin, rows.begin), std::max(needed.end, rows.end)};
  }
  return needed;
}

uint32_t RowUnitOf(const MagickAccelerateWork& work) {
  return FunctionsOf(work.operation).row_unit;
}

Ending EndingOf(const MagickAccelerateWork& work) {
  return FunctionsOf(work.operation).ending;
}

uint64_t ScratchBytes(const MagickAccelerateWork& work, const KernelPlan& plan, uint32_t rows) {
  return FunctionsOf(work.operation).scratch_bytes(work, plan, rows);
}

void EnqueueRows(const Job& job, const Plane& source, const Plane& destination, Memory* scratch,
                 Rows rows) {
  FunctionsOf(job.work.operation).enqueue(job, source, destination, scratch, rows);
  if (HasFinish(job.work)) EnqueueFinish(job, source, destination, rows);
}

std::string KernelNames(const MagickAccelerateWork& work, const KernelPlan& plan) {
  std::string names = FunctionsOf(work.operation).kernels(work, plan);
  if (HasFinish(work)) names += std::string(",") + kFinishKernel;
  return names;
}

double StepsOf(const MagickAccelerateWork& work) {
  if (const auto steps = FunctionsOf(work.operation).steps) return steps(work);
  return GetOperation(work.operation).steps * work.destination.columns * work.destination.rows;
}

VariantNames VariantsOf(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  const auto variants = FunctionsOf(work.operation).variants;
  return variants ? variants(facts) : VariantNames();
}

}  // namespace lodestone::accel::gpu
