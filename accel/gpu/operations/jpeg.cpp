#include <array>
#include <utility>

#include "accel/gpu/operations/families.hpp"
#include "accel/gpu/plans/scan_layout.hpp"
#include "kernels/jpeg/frame.hpp"

namespace lodestone::accel::gpu {
namespace {

// In the order of the enumeration in pixels.clh.
using kernels::JpegUpsampling;
static_assert(static_cast<int>(JpegUpsampling::kNone) == 0 &&
              static_cast<int>(JpegUpsampling::kFancyAcross) == 1 &&
              static_cast<int>(JpegUpsampling::kFancyDown) == 2 &&
              static_cast<int>(JpegUpsampling::kFancy) == 3);

KernelPlan DecodePlan(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  if (facts.group_items < LS_CHUNK_ITEMS)
    throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported,
                  "groups of fewer than 256 work-items");
  return PlanBySamples(work, facts);
}

Rows WholeScan(const MagickAccelerateWork& work, Rows) {
  return {0, work.source.rows};
}

uint64_t DecodeScratchBytes(const MagickAccelerateWork& work, const KernelPlan&, uint32_t) {
  return LayOutScan(work).all;
}

// The launches of a call, one after the other.
class Decoding {
 public:
  Decoding(const Job& job, const Plane& source, Memory* memory)
      : job_(job), source_(source), memory_(memory), scan_(LayOutScan(job.work)) {}

  void Enqueue(const Plane& destination, Rows rows) {
    Queue& queue = job_.session.queue();
    job_.session.timeline().Add(Stage::kKernel, queue.Fill(*memory_, 0, sizeof(LsDecodeStatus)));
    Unstuff();
    Synchronize();
    FindBlocks();
    MakePixels(destination, rows);
  }

 private:
  LaneKernel& KernelOf(const char* name) const {
    return job_.session.KernelOf(job_.program, job_.plan.key, KernelName(job_.plan, name));
  }

  struct Groups {
    uint64_t across, items, down = 1;
  };
  void Run(const char* name, Groups groups, auto... arguments) const {
    Launch launch(job_.session, KernelOf(name));
    AddArguments(launch);
    (launch.Set(arguments), ...);
    launch.EnqueueGroups(groups.across, groups.down, groups.items);
  }
  void AddArguments(Launch& launch) const {
    launch.Set(job_.tables.taps());
    launch.Set(memory_);
  }

  void Unstuff() const {
    Run("CountFilter", {scan_.chunks, LS_CHUNK_ITEMS}, source_.buffer);
    Run("PlaceFilter", {1, LS_CHUNK_ITEMS});
    Run("UnstuffFilter", {scan_.chunks, LS_CHUNK_ITEMS}, source_.buffer);
  }

  void Synchronize() const {
    Run("SynchronizeFilter", {scan_.groups, LS_SUBSEQUENCES});
    for (uint32_t turn = 0; turn <= LS_JOINS && scan_.groups > 1; ++turn)
      Run("JoinFilter", {GroupsFor(scan_.groups - 1, LS_JOIN_ITEMS), LS_JOIN_ITEMS}, turn);
    const uint64_t guesses = uint64_t{scan_.subsequences} * scan_.guesses;
    for (const char* name : {"GuessFilter", "FollowFilter"})
      Run(name, {GroupsFor(guesses, LS_SUBSEQUENCES), LS_SUBSEQUENCES});
    Run("ChooseFilter", {1, LS_SUM_ITEMS});
  }

  void FindBlocks() const {
    Run("NumberFilter", {1, LS_SUM_ITEMS});
    Run("IndexFilter", {GroupsFor(scan_.subsequences, LS_SUBSEQUENCES), LS_SUBSEQUENCES});
    Run("SumFilter", {scan_.sums, LS_SUM_ITEMS, scan_.components});
    Run("CarryFilter", {1, MAGICK_ACCELERATE_JPEG_COMPONENTS});
    Run("BlocksFilter", {GroupsFor(scan_.blocks, LS_TRANSFORMED), LS_TRANSFORMED});
  }

  void MakePixels(const Plane& destination, Rows rows) const {
    LaneKernel& kernel = KernelOf("PixelsFilter");
    const Tile tile = TileWithoutLocal(kernel.limits);
    Geometry geometry = GeometryOf(job_.work.destination.columns, rows, tile);
    geometry.groups_across =
        GroupsFor(job_.work.destination.columns, LS_PIXELS_EACH * tile.group_columns);
    Launch launch(job_.session, kernel, geometry);
    launch.SetPlanes(source_, destination);
    AddArguments(launch);
    launch.Enqueue();
  }

  const Job& job_;
  const Plane source_;
  Memory* const memory_;
  const LsDecode scan_;
};

void EnqueueDecode(const Job& job, const Plane& source, const Plane& destination, Memory* scratch,
                   Rows rows) {
  Decoding(job, source, scratch).Enqueue(destination, rows);
}

std::string DecodeKernels(const MagickAccelerateWork&, const KernelPlan& plan) {
  std::string names;
  for (const char* name : {"Count", "Place", "Unstuff", "Synchronize", "Join", "Guess", "Follow",
                           "Choose", "Number", "Index", "Sum", "Carry", "Blocks", "Pixels"})
    names += (names.empty() ? "" : ",") + KernelName(plan, name) + "Filter";
  return names;
}

// Of finding the blocks, and of the rest.
double DecodeSteps(const MagickAccelerateWork& work) {
  constexpr double kStepsPerByte = 100, kStepsPerPixel = 8;
  return kStepsPerByte * work.source.columns +
         kStepsPerPixel * work.destination.columns * work.destination.rows;
}

// In the words of the CPU, where it has them.
const char* RefusalBy(uint32_t refusals) {
  constexpr std::pair<uint32_t, const char*> kReasons[] = {
      {LS_REFUSED_END, "the end is missing"},
      {LS_REFUSED_MARKER, "unusual marker in the scan"},
      {LS_REFUSED_FEW_RESTARTS, "restart markers are missing"},
      {LS_REFUSED_MANY_RESTARTS, "too many restart markers"},
      {LS_REFUSED_DATA, "damaged data"},
      {LS_REFUSED_PLAIN, "too plain to synchronize"}};
  for (const auto& [bit, reason] : kReasons)
    if ((refusals & bit) != 0) return reason;
  return nullptr;
}

constexpr FamilyFunctions kDecodeFamily = {
    DecodePlan, ProgramsBySamples, WholeScan, DecodeScratchBytes, EnqueueDecode, DecodeKernels,
    nullptr,    DecodeSteps,       kUncut,    RefusalBy};

}  // namespace

// clang-format off
const DeviceFamily kDecodeOnDevice = {
#include "kernels/jpeg/decode.cl.inc"
    , &kDecodeFamily, 900};
// clang-format on

}  // namespace lodestone::accel::gpu
