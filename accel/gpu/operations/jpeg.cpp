#include "accel/gpu/operations/jpeg.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

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

static_assert(offsetof(LsDecodeStatus, refusals) == 0 && offsetof(LsDecodeStatus, plain) == 4 &&
                  offsetof(LsDecodeStatus, hard) == 8,
              "EndNumbers");
static_assert(LS_MOST_JOINED < LS_OWN_SUBSEQUENCES, "one launch joins them");

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
  const LsDecode scan = LayOutScan(work);
  return scan.base + scan.all;
}

// The launches for some scans, one after the other.
class Decoding {
 public:
  Decoding(Session& session, const ScansOnDevice& scans, std::span<const ScanTarget> targets)
      : session_(session), scans_(scans), targets_(targets), count_(targets.size()) {}

  void Enqueue() const {
    Unstuff();
    Synchronize();
    FindBlocks();
    EachLaunch(targets_, [this](uint32_t first, auto targets) { MakePixels(first, targets); });
  }

 private:
  LaneKernel& KernelFor(const ScanTarget& target, const char* name) const {
    return session_.KernelOf(target.program, target.kernels.key, KernelName(target.kernels, name));
  }

  // Over all scans: groups across for the one that takes the most, as many items in each.
  template <typename GroupsOf>
  void Run(const char* name, uint64_t items, GroupsOf groups_of, auto... arguments) const {
    uint64_t across = 0;
    for (const LsDecode& plan : scans_.plans) across = std::max<uint64_t>(across, groups_of(plan));
    if (across > 0) RunGroups(name, items, across, count_, arguments...);
  }
  void RunOneEach(const char* name, uint64_t items) const { RunGroups(name, items, 1, count_); }
  void RunGroups(const char* name, uint64_t items, uint64_t across, uint64_t down,
                 auto... arguments) const {
    Launch launch(session_, KernelFor(targets_[0], name));
    AddArguments(launch);
    (launch.Set(arguments), ...);
    launch.EnqueueGroups(across, down, items);
  }
  void AddArguments(Launch& launch) const {
    launch.Set(scans_.plan_memory);
    launch.Set(scans_.plan_bytes);
    launch.Set(scans_.memory);
  }

  void Unstuff() const {
    const auto chunks = [](const LsDecode& plan) { return plan.chunks; };
    Run("CountFilter", LS_CHUNK_ITEMS, chunks, scans_.bytes);
    RunOneEach("PlaceFilter", LS_CHUNK_ITEMS);
    Run("UnstuffFilter", LS_CHUNK_ITEMS, chunks, scans_.bytes);
  }

  void Synchronize() const {
    Run("SynchronizeFilter", LS_SUBSEQUENCES, [](const LsDecode& plan) { return plan.groups; });
    Run("JoinFilter", LS_SUBSEQUENCES,
        [](const LsDecode& plan) { return GroupsFor(plan.groups - 1, LS_SUBSEQUENCES); });
    for (const char* name : {"GuessFilter", "FollowFilter"})
      Run(name, LS_SUBSEQUENCES, [](const LsDecode& plan) {
        return GroupsFor(uint64_t{plan.subsequences} * plan.guesses, LS_SUBSEQUENCES);
      });
    RunOneEach("ChooseFilter", LS_SUM_ITEMS);
  }

  void FindBlocks() const {
    RunOneEach("NumberFilter", LS_SUM_ITEMS);
    Run("IndexFilter", LS_SUBSEQUENCES,
        [](const LsDecode& plan) { return GroupsFor(plan.subsequences, LS_SUBSEQUENCES); });
    uint64_t sums = 0;
    for (const LsDecode& plan : scans_.plans) sums = std::max<uint64_t>(sums, plan.sums);
    RunGroups("SumFilter", LS_SUM_ITEMS, sums, MAGICK_ACCELERATE_JPEG_COMPONENTS * count_);
    RunOneEach("CarryFilter", MAGICK_ACCELERATE_JPEG_COMPONENTS);
    Run("BlocksFilter", LS_TRANSFORMED,
        [](const LsDecode& plan) { return GroupsFor(plan.blocks, LS_TRANSFORMED); });
  }

  void MakePixels(uint32_t first, std::span<const ScanTarget> targets) const {
    uint64_t items = 0, looks = 0;
    std::vector<Plane> images;
    for (const ScanTarget& target : targets) {
      const LsDecode& plan = scans_.plans[first + images.size()];
      items = std::max(items, GroupsFor(plan.columns, LS_PIXELS_EACH) * plan.rows);
      if (target.is_looked_at)
        looks = std::max(looks, GroupsFor(plan.rows, MAGICK_ACCELERATE_LOOK_STEP(plan.rows)));
      images.push_back(target.destination);
    }
    const auto run = [&](const char* name, uint64_t across, uint64_t items_of_group) {
      Launch launch(session_, KernelFor(targets[0], name));
      AddArguments(launch);
      launch.Set(first);
      launch.SetImages(images);
      launch.EnqueueGroups(across, images.size(), items_of_group);
    };
    run("PixelsFilter", GroupsFor(items, LS_PIXEL_ITEMS), LS_PIXEL_ITEMS);
    if (looks > 0) run("LookFilter", looks, LS_LOOK_ITEMS);
  }

  Session& session_;
  const ScansOnDevice& scans_;
  const std::span<const ScanTarget> targets_;
  const uint64_t count_;
};

void EnqueueDecode(const Job& job, const Plane& source, const Plane& destination, Memory* scratch,
                   Rows) {
  const LsDecode plan = LayOutScan(job.work);
  job.session.timeline().Add(Stage::kKernel,
                             job.session.queue().Fill(*scratch, 0, sizeof(LsDecodeStatus)));
  const ScanTarget target{job.program, job.plan, destination, job.work.decoded != nullptr};
  EnqueueScans(job.session, {{&plan, 1}, job.tables.taps(), 0, source.buffer, scratch},
               {&target, 1});
}

std::string DecodeKernels(const MagickAccelerateWork& work, const KernelPlan& plan) {
  std::string names;
  for (const char* name : {"Count", "Place", "Unstuff", "Synchronize", "Join", "Guess", "Follow",
                           "Choose", "Number", "Index", "Sum", "Carry", "Blocks", "Pixels"})
    names += (names.empty() ? "" : ",") + KernelName(plan, name) + "Filter";
  if (work.decoded) names += "," + KernelName(plan, "LookFilter");
  return names;
}

// Of finding the blocks, and of the rest.
double DecodeSteps(const MagickAccelerateWork& work) {
  constexpr double kStepsPerByte = 100, kStepsPerPixel = 8;
  return kStepsPerByte * work.source.columns +
         kStepsPerPixel * work.destination.columns * work.destination.rows;
}

// In the words of the CPU, where it has them.
const char* EndDecode(const MagickAccelerateWork& work, const EndNumbers& numbers) {
  const auto [refusals, plain, hard] = numbers;
  if (work.decoded) *work.decoded = {plain, hard};
  constexpr std::pair<uint32_t, const char*> kReasons[] = {
      {LS_REFUSED_END, "the end is missing"},
      {LS_REFUSED_MARKER, "unusual marker in the scan"},
      {LS_REFUSED_FEW_RESTARTS, "restart markers are missing"},
      {LS_REFUSED_MANY_RESTARTS, "too many restart markers"},
      {LS_REFUSED_PLAIN, "too plain to synchronize"}};
  for (const auto& [bit, reason] : kReasons)
    if ((refusals & bit) != 0) return reason;
  return refusals != 0 ? "damaged data" : nullptr;
}

constexpr FamilyFunctions kDecodeFamily = {
    DecodePlan, ProgramsBySamples, WholeScan, DecodeScratchBytes, EnqueueDecode, DecodeKernels,
    nullptr,    DecodeSteps,       kUncut,    EndDecode};

}  // namespace

void EnqueueScans(Session& session, const ScansOnDevice& scans,
                  std::span<const ScanTarget> targets) {
  Decoding(session, scans, targets).Enqueue();
}

// clang-format off
const DeviceFamily kDecodeOnDevice = {
#include "kernels/jpeg/decode.cl.inc"
    , &kDecodeFamily, 900};
// clang-format on

}  // namespace lodestone::accel::gpu
