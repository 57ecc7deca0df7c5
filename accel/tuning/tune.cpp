#include "accel/tuning/tune.hpp"

#include <algorithm>
#include <exception>
#include <vector>

#include "accel/tuning/calibrate.hpp"
#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/profile/learning.hpp"
#include "accel/mode.hpp"
#include "accel/modules/owner.hpp"
#include "accel/operation_table.hpp"
#include "accel/modules/registry.hpp"
#include "accel/tuning/warm_up.hpp"

namespace lodestone::accel {
namespace {

constexpr int kRuns = 3;

// A variant must be this much faster than the module's own choice to be worth remembering.
constexpr double kMaxShareToSwitch = 0.97;

constexpr TrialShape kLinkShape = {2048, 2048, 16, 16};
// One of each class; operations that determine the size of their result are reduced or enlarged
// once.
constexpr TrialShape kShapes[] = {
    {1600, 1200, 560, 420}, {1600, 1200, 1120, 840}, {1000, 750, 1500, 1125}};

constexpr TrialNeighborhood kNeighborhood = {5, kernels::Border::kEdge, false};

struct Kind {
  MagickAccelerateOperation operation;
  TrialShape shape;
  MagickAccelerateChannels channels;
};

// Whether works of the operation have this shape. Some determine the size of their result.
bool HasShape(const OperationTraits& operation, const TrialShape& shape) {
  switch (operation.size) {
    case SizeRule::kAny:
      return true;
    case SizeRule::kDouble:
      return shape.columns > shape.source_columns;
    case SizeRule::kHalf:
    case SizeRule::kSame:
    case SizeRule::kBordered:
    case SizeRule::kMapped:
    case SizeRule::kFree:
    case SizeRule::kParts:
    case SizeRule::kRows:
      break;
  }
  return &shape == kShapes;
}

std::vector<Kind> AllKinds() {
  std::vector<Kind> kinds;
  for (const OperationTraits& each : Operations())
    for (const TrialShape& shape : kShapes)
      for (const MagickAccelerateChannels channels : ChannelsTaken(each))
        if (HasShape(each, shape)) kinds.push_back({each.operation, shape, channels});
  return kinds;
}

}  // namespace

Tuning::Tuning(std::shared_ptr<PluginDevice> device, Clock::time_point deadline, Report report,
               double done, double share)
    : device_(std::move(device)),
      deadline_(deadline),
      report_(std::move(report)),
      begin_(done),
      share_(share) {}

bool Tuning::Run() {
  if (!TuneLinks()) return false;
  const std::vector<Kind> kinds = AllKinds();
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const Kind& kind = kinds[i];
    done_ = double(i + 1) / double(kinds.size() + 1);
    if (Stopped()) return false;
    if (!device_->Ready(kind.operation)) continue;
    const TrialWork trial(kind.operation, kind.shape, kind.channels, kNeighborhood);
    WorkPlan plan;
    if (!device_->Allows(kind.operation).done() || !device_->Plan(trial.work(), plan).done())
      continue;
    if (!TuneClassOn(trial, *plan)) return false;
  }
  return true;
}

// Measured through runs: the extra cost of a source that has to be uploaded over a resident one.
bool Tuning::TuneLinks() {
  const TrialWork trial(MagickAccelerateSample, kLinkShape, MagickAccelerateOpaque);
  TrialRun run(device_, trial);
  const TrialTime pageable = Shortest(kRuns, [&] { return run.Run(SourcePlace::kPageable); });
  const TrialTime resident = Shortest(kRuns, [&] { return run.Run(SourcePlace::kResident); });
  const TrialTime pinned = Shortest(kRuns, [&] { return run.Run(SourcePlace::kPinned); });
  const auto upload = [&](const TrialTime& whole) {
    return *whole > *resident ? *whole - *resident : 1;
  };
  if (!pageable || !resident) return true;  // it works in the host's memory
  if (!SendLink(trial, "upload", upload(pageable), run.source_bytes())) return false;
  if (pinned && !SendLink(trial, "upload pinned", upload(pinned), run.source_bytes())) return false;
  const TrialWork copy(MagickAccelerateMagnify, {1024, 1024, 2048, 2048}, MagickAccelerateOpaque);
  TrialRun back(device_, copy);
  if (!device_->Ready(MagickAccelerateMagnify) || !back.Run(SourcePlace::kPageable)) return true;
  const TrialTime fetch = Shortest(kRuns, [&] { return back.Fetch(); });
  return !fetch || SendLink(copy, "download", *fetch, back.bytes());
}

bool Tuning::TuneClassOn(const TrialWork& trial, const MagickAcceleratePlan& plan) {
  TrialPixels expected(trial.samples());
  if (!Cpu().Run(trial.Into(expected)).done()) return true;
  std::vector<std::string> variants{""};
  variants.insert(variants.end(), plan.variants, plan.variants + plan.variant_count);
  std::vector<Result> results;
  for (const std::string& variant : variants) {
    if (Stopped()) return false;
    results.push_back(Measure(trial, variant, expected));
  }
  const Result* best = &results[0];
  for (const Result& result : results) {
    const double least = &result == best ? 1 : best == &results[0] ? kMaxShareToSwitch : 1;
    const bool usable = result.ns > 0 && !result.wrong;
    if (usable && (best->ns == 0 || best->wrong || double(result.ns) < least * double(best->ns)))
      best = &result;
  }
  SetTunedVariant(device_->profile(), TuneClassOf(trial.work()),
                  best == &results[0] ? "" : best->name);
  LearnBoth(trial);
  SaveAllProfiles();
  for (const Result& result : results)
    if (!Send(trial, result, &result == best)) return false;
  return true;
}

Tuning::Result Tuning::Measure(const TrialWork& trial, const std::string& variant,
                               const TrialPixels& expected) {
  Result result;
  result.name = variant.empty() ? "default" : variant;
  TrialRun run(device_, trial);
  run.SetVariant(variant);
  if (!run.Run(SourcePlace::kPageable)) return result;
  const TrialPixels* pixels = run.Result();
  result.wrong = !pixels || *pixels != expected;
  const SourcePlace place = run.kept() ? SourcePlace::kResident : SourcePlace::kPageable;
  result.ns = Shortest(kRuns, [&] { return run.Run(place); }).value_or(0);
  return result;
}

// Older measurements were of another variant.
void Tuning::LearnBoth(const TrialWork& trial) {
  if (CostModel* costs = device_->costs())
    for (unsigned place = 0; place < WorkClass::kPlaces; ++place) {
      WorkClass stale = ClassOf(trial.work(), place >= WorkClass::kSources);
      stale.source = static_cast<SourcePlace>(place % WorkClass::kSources);
      costs->Forget(stale);
    }
  TimeOnDevice(device_, trial);
  TimeOnCpu(trial);
}

bool Tuning::SendLink(const TrialWork& trial, const char* item, std::uint64_t ns,
                      std::uint64_t bytes) {
  MagickAccelerateTuneStep step{};
  step.operation = step.shape = step.channels = "";
  step.item = item;
  step.ns = ns;
  step.bytes = bytes;
  return Send(step, trial);
}

bool Tuning::Send(const TrialWork& trial, const Result& result, bool best) {
  const TuneClass tune_class = TuneClassOf(trial.work());
  MagickAccelerateTuneStep step{};
  step.operation = GetOperation(tune_class.operation).name;
  step.shape = ShapeName(tune_class.shape);
  step.channels = ChannelsName(tune_class.channels);
  step.alpha = HasAlpha(tune_class.channels);
  step.item = result.name.c_str();
  step.ns = result.ns;
  step.wrong = result.wrong;
  step.best = best && result.ns > 0 && !result.wrong;
  return Send(step, trial);
}

bool Tuning::Send(MagickAccelerateTuneStep& step, const TrialWork& trial) {
  step.struct_size = sizeof step;
  step.device = device_->device().c_str();
  step.columns = trial.shape().source_columns;
  step.rows = trial.shape().source_rows;
  step.done = begin_ + share_ * done_;
  stopped_ = !report_(step);
  return !stopped_;
}

namespace {

unsigned TuneAll(double seconds, const Tuning::Report& report) {
  const DeviceSelector selector = CurrentSelector();
  Registry& registry = Registry::Get();
  if (!Learning() || selector.MatchesNothing() || Registry::Forked()) return 0;
  // A year stands for "unlimited" and fits every clock.
  constexpr double kMaxSeconds = 365.0 * 24 * 3600;
  const auto deadline =
      Tuning::Clock::now() +
      std::chrono::duration_cast<Tuning::Clock::duration>(
          std::chrono::duration<double>(seconds > 0 ? std::min(seconds, kMaxSeconds) : 0.0));
  const auto matches = [&](const PluginDevice& device) { return IsSelected(device, selector); };
  (void)PrepareDevices(matches);
  const auto running = registry.OpenAndHold();
  DeviceList devices = registry.Devices();
  std::erase_if(devices, [&](const auto& each) { return !matches(*each) || !each->ReadyForAny(); });
  const double share = 1.0 / std::max<double>(1, double(devices.size()));
  for (unsigned i = 0; i < devices.size(); ++i)
    if (!Tuning(devices[i], deadline, report, i * share, share).Run()) return i;
  return static_cast<unsigned>(devices.size());
}

}  // namespace
}  // namespace lodestone::accel

unsigned int MagickAccelerateTune(double seconds, MagickAccelerateTuneHandler handler,
                                  void* context) {
  try {
    return lodestone::accel::TuneAll(seconds, [&](const MagickAccelerateTuneStep& step) {
      return !handler || handler(&step, context) != 0;
    });
  } catch (const std::exception&) {
    return 0;  // out of memory: results so far are saved
  }
}
