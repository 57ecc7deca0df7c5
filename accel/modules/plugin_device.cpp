#include "accel/modules/plugin_device.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "accel/modules/plugin_table.hpp"
#include "accel/profile/conformance.hpp"
#include "accel/profile/learning.hpp"
#include "accel/trials/self_test.hpp"
#include "base/thread_pool.hpp"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

namespace lodestone::accel {
namespace {

using Clock = std::chrono::steady_clock;

std::uint64_t NanosecondsSince(Clock::time_point start) {
  return static_cast<std::uint64_t>(std::chrono::nanoseconds(Clock::now() - start).count());
}

// Errors that a retry would only repeat.
bool IsPermanent(const Attempt& attempt) {
  return attempt.outcome == MagickAccelerateFailed &&
         (attempt.parts.reason == MagickAccelerateBuildFailed ||
          attempt.parts.reason == MagickAccelerateDeviceError);
}

template <std::size_t kSize>
void EndText(char (&text)[kSize]) {
  text[kSize - 1] = '\0';
}

}  // namespace

PluginModule::PluginModule(const MagickAcceleratePlugin& table, const std::string& build)
    : table_(CompleteTable(table)), build_(build) {
  host_.struct_size = sizeof host_;
  host_.abi = MAGICK_ACCELERATE_ABI;
  host_.library_version = PACKAGE_VERSION;
  host_.cache_directory = cache_.path.c_str();
  host_.cache_problem = cache_.problem.c_str();
  host_.stopping = [] { return static_cast<int>(StopRequested()); };
}

PluginModule::~PluginModule() {
  if (devices_ > 0) table_.close(state_);
}

std::shared_ptr<PluginModule> PluginModule::Open(const MagickAcceleratePlugin& table,
                                                 const std::string& build, std::string& problem,
                                                 std::string& hint) {
  std::shared_ptr<PluginModule> module(new PluginModule(table, build));
  const Clock::time_point start = Clock::now();
  Attempt attempt;
  char advice[256] = "";
  module->devices_ = module->table_.open(&module->host_, &module->state_, &attempt.parts, advice);
  module->open_ns_ = NanosecondsSince(start);
  if (module->devices_ > 0) return module;
  EndTexts(attempt.parts);
  advice[sizeof advice - 1] = '\0';
  problem = attempt.parts.detail[0] ? attempt.parts.detail
                                    : "the module failed to open and gave no reason";
  hint = advice[0] ? advice : "ask the vendor of the module";
  return nullptr;
}

void PluginModule::EndTexts(MagickAccelerateParts& parts) {
  EndText(parts.kernels);
  EndText(parts.detail);
}

MagickAccelerateDeviceInfo PluginModule::Describe(unsigned device) const {
  MagickAccelerateDeviceInfo info{};
  info.struct_size = sizeof info;
  table_.describe(state_, device, &info);
  EndText(info.name);
  EndText(info.platform);
  EndText(info.driver);
  EndText(info.cache);
  EndText(info.problem);
  EndText(info.hint);
  EndText(info.hardware);
  CopyText(info.accelerator, sizeof info.accelerator, table_.name);
  return info;
}

PluginDevice::PluginDevice(std::shared_ptr<PluginModule> module, unsigned index)
    : PluginDevice(module, index, module->Describe(index)) {}

PluginDevice::PluginDevice(std::shared_ptr<PluginModule> module, unsigned index,
                           const MagickAccelerateDeviceInfo& info)
    : module_(std::move(module)),
      index_(index),
      accelerator_(info.accelerator),
      name_(info.name),
      hardware_(info.hardware),
      type_(info.type),
      profile_(OpenProfile({name_, std::string(info.platform) + "\n" + info.driver})),
      // Nothing is stored for a table that comes from no file, as in tests.
      marker_(module_->build().empty() ? nullptr : CrashMarker::Get().Slot(profile_->key())),
      verdicts_(module_->build().empty() ? nullptr : profile_, module_->build()),
      keeps_images_(module_->table().allocate != nullptr) {
  UseCpuCosts();
  if (!info.usable) problem_ = info.problem[0] ? info.problem : "its module reports it unusable";
  if (name_.empty()) problem_ = "the device has no name";
  ReadDriverCrashes();
}

void PluginDevice::ReadDriverCrashes() {
  driver_crashes_ = DriverCrashesOf(*profile_);
  quarantined_for_crashes_ = Quarantines(driver_crashes_);
  if (quarantined_for_crashes_)
    quarantine_ = Declined(MagickAccelerateQuarantined,
                           QuarantineText(driver_crashes_) + "; hint: " + QuarantineHint(name_));
}

void PluginDevice::Forget() {
  for (const ProfileSection section : kProfileSections) profile_->Clear(section);
  profile_->Save();
  verdicts_.Forget();
  ready_ = 0;
  calibrated_ = false;
  const std::lock_guard lock(state_mutex_);
  quarantine_ = Attempt();
  driver_crashes_ = {};
  quarantined_for_crashes_ = false;
  prepared_.clear();
  ran_.clear();
}

bool PluginDevice::KeepConformance(const MagickAccelerateConformance& found) {
  return accel::KeepConformance(*profile_, module_->build(), found);
}

// The CPU takes over.
Attempt PluginDevice::Exiting() {
  return Declined(MagickAccelerateDisabled, "the program is exiting");
}

Attempt PluginDevice::Cancelled() {
  return Declined(MagickAccelerateCancelled, "the program is exiting");
}

Attempt PluginDevice::Allowed() {
  if (!problem_.empty()) return Declined(MagickAccelerateNoDevice, problem_);
  const std::lock_guard lock(state_mutex_);
  if (quarantine_.done()) return {};
  return Declined(MagickAccelerateQuarantined, quarantine_.parts.detail);
}

Attempt PluginDevice::Allows(MagickAccelerateOperation operation) {
  if (const Attempt allowed = Allowed(); !allowed.done()) return allowed;
  if (const std::string problem = verdicts_.Problem(operation); !problem.empty())
    return Declined(MagickAccelerateSelfTestFailed, problem);
  return {};
}

Attempt PluginDevice::Plan(const MagickAccelerateWork& work, WorkPlan& plan) {
  if (work.variant || !Learning()) return NewPlan(work, plan);
  MagickAccelerateWork tuned = work;
  const std::string variant = TunedVariant(*profile_, TuneClassOf(work));
  tuned.variant = variant.c_str();
  return NewPlan(tuned, plan);
}

Attempt PluginDevice::NewPlan(const MagickAccelerateWork& work, WorkPlan& plan) {
  MagickAcceleratePlan* made = nullptr;
  const Attempt attempt = module_->Call(module_->table().plan, index_, &work, &made);
  if (!attempt.done()) return attempt;
  plan = WorkPlan(made, [module = module_, index = index_, made](const MagickAcceleratePlan*) {
    module->table().plan_free(module->state(), index, made);
  });
  return attempt;
}

Attempt PluginDevice::Prepare(MagickAccelerateOperation operation) {
  const std::lock_guard lock(prepare_mutex_);
  if (Ready(operation)) return {};
  Attempt attempt = WarmUp(operation);
  if (!attempt.done()) return attempt;
  const bool tested = Test(KindsOf(GetOperation(operation)), attempt.parts);
  const std::lock_guard state_lock(state_mutex_);
  AddPreparation(warmed_up_, attempt.parts);
  if (!tested) return Cancelled();
  ready_ |= Bit(operation);
  return attempt;
}

bool PluginDevice::PreparedFor(const WorkKind& kind) {
  if (Ready(kind.operation)) return true;
  const std::lock_guard lock(state_mutex_);
  return prepared_.contains(kind);
}

bool PluginDevice::IsFirstRun(const MagickAccelerateWork& work, const std::string& kernels) {
  if (Ready(work.operation)) return false;
  const std::lock_guard lock(state_mutex_);
  return ran_.emplace(KindOf(work), kernels).second;
}

Attempt PluginDevice::PrepareFor(const MagickAccelerateWork& work, const WorkPlan& plan) {
  if (!module_->table().prepare) return Prepare(work.operation);
  const WorkKind kind = KindOf(work);
  if (PreparedFor(kind)) return {};
  const std::lock_guard lock(prepare_mutex_);
  if (PreparedFor(kind)) return {};
  Attempt attempt = GetReady(work.operation, plan.get());
  if (!attempt.done()) return attempt;
  const bool tested = Test({{kind}}, attempt.parts);
  const std::lock_guard state_lock(state_mutex_);
  AddPreparation(warmed_up_, attempt.parts);
  if (!tested) return Cancelled();
  prepared_.insert(kind);
  return attempt;
}

Attempt PluginDevice::Build() {
  if (!module_->table().prepare)
    return Declined(MagickAccelerateUnsupported, "the module builds nothing in advance");
  const std::lock_guard lock(prepare_mutex_);
  return GetReady(0, nullptr, true);
}

Attempt PluginDevice::GetReady(std::uint32_t operation, const MagickAcceleratePlan* plan,
                               bool build_only) {
  if (!problem_.empty()) return Declined(MagickAccelerateNoDevice, problem_);
  {
    const std::lock_guard lock(state_mutex_);
    if (!quarantine_.done()) return quarantine_;
  }
  if (!StopRequested()) CrashMarker::Get().Arm();
  if (!module_->table().prepare) return {};
  const MagickAcceleratePreparation what{sizeof what, LS_QUANTUM_DEPTH, plan, operation,
                                         build_only};
  Attempt attempt = Enter(DriverPhase::kWarmUp, what.operation, module_->table().prepare, &what);
  Quarantine(attempt);
  return attempt;
}

Attempt PluginDevice::WarmUp(MagickAccelerateOperation operation) {
  return GetReady(operation);
}

Attempt PluginDevice::RunTrial(const MagickAccelerateWork& work) {
  WorkPlan plan;
  const Attempt planned = NewPlan(work, plan);
  if (!planned.done()) return planned;
  return Enter(DriverPhase::kRun, work.operation, module_->table().run, plan.get(), &work);
}

bool PluginDevice::Test(std::span<const WorkKind> kinds, MagickAccelerateParts& parts) {
  const Clock::time_point start = Clock::now();
  MagickAccelerateParts built{};
  const auto run = [&](const MagickAccelerateWork& work) {
    if (StopRequested()) return Cancelled();
    const Attempt attempt = RunTrial(work);
    AddPreparation(built, attempt.parts);
    return attempt;
  };
  bool fresh = false;
  for (const WorkKind& kind : kinds) {
    if (verdicts_.Find(kind)) continue;
    const SelfTestResult result = SelfTest(kind, run);
    if (StopRequested()) return false;
    verdicts_.Set(kind, result.problem, result.conclusive);
    fresh = true;
    if (!result.problem.empty()) break;
  }
  if (!fresh) return true;
  verdicts_.Save();
  const std::uint64_t elapsed = NanosecondsSince(start);
  parts.test_ns += elapsed - std::min(elapsed, PreparationNs(built));
  AddPreparation(parts, built);
  return true;
}

bool PluginDevice::PassesAllTests() {
  const auto run = [this](const MagickAccelerateWork& work) { return RunTrial(work); };
  return std::all_of(Operations().begin(), Operations().end(), [&](const OperationTraits& each) {
    if (!WarmUp(each.operation).done()) return false;
    const std::vector<WorkKind> kinds = KindsOf(each);
    return std::all_of(kinds.begin(), kinds.end(),
                       [&](const WorkKind& kind) { return SelfTest(kind, run).problem.empty(); });
  });
}

void PluginDevice::Quarantine(const Attempt& attempt) {
  if (!IsPermanent(attempt)) return;
  in_use_ = false;
  const std::lock_guard lock(state_mutex_);
  quarantine_ = attempt;
}

CostModel* PluginDevice::costs() {
  if (!Learning()) return nullptr;
  std::call_once(costs_once_, [this] { costs_ = MakeCosts(profile_, ""); });
  return costs_.get();
}

Attempt PluginDevice::Run(const MagickAccelerateWork& work, const WorkPlan& plan) {
  const DriverScope scope(marker_, DriverPhase::kRun, work.operation);
  if (AllThreadsStopped()) return Exiting();
  std::optional<ThreadSharePause> waits;
  if (type_ != MagickAccelerateTypeCPU) waits.emplace(ThreadSharePause::For::kDevice);
  const Attempt attempt = module_->Call(module_->table().run, index_, plan.get(), &work);
  waits.reset();
  if (marker_ && attempt.done()) marker_->runs.fetch_add(1, std::memory_order_relaxed);
  Quarantine(attempt);
  return attempt;
}

void PluginDevice::Describe(MagickAccelerateDeviceInfo& info) {
  info = module_->Describe(index_);
  if (!problem_.empty()) {
    info.usable = 0;
    CopyText(info.problem, sizeof info.problem, problem_);
  }
  CopyText(info.self_test, sizeof info.self_test, verdicts_.Text());
  const ConformanceState conformance = ConformanceOf(*profile_, module_->build());
  CopyText(info.conformance, sizeof info.conformance, conformance.text);
  info.conforms = conformance.conforms;
  if (verdicts_.AnyFailed())
    CopyText(info.hint, sizeof info.hint, "to retest: " + ForgetCommand(name_));
  info.ready = std::all_of(Operations().begin(), Operations().end(),
                           [&](const OperationTraits& each) { return Ready(each.operation); });
  info.open_ns = module_->open_ns();
  const std::lock_guard lock(state_mutex_);
  info.context_ns = warmed_up_.context_ns;
  info.load_ns = warmed_up_.load_ns;
  info.compile_ns = warmed_up_.compile_ns;
  info.test_ns = warmed_up_.test_ns;
  info.driver_crashes = driver_crashes_.count;
  CopyText(info.last_driver_crash, sizeof info.last_driver_crash, driver_crashes_.last);
  if (!quarantine_.done()) DescribeQuarantine(info);
}

void PluginDevice::DescribeQuarantine(MagickAccelerateDeviceInfo& info) {
  info.usable = 0;
  CopyText(info.problem, sizeof info.problem,
           quarantined_for_crashes_ ? QuarantineText(driver_crashes_) : quarantine_.parts.detail);
  CopyText(info.hint, sizeof info.hint,
           quarantined_for_crashes_ ? QuarantineHint(name_)
                                    : "update the device's driver, or choose another device");
}

}  // namespace lodestone::accel
