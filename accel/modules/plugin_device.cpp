#include "accel/modules/plugin_device.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "accel/modules/plugin_table.hpp"
#include "accel/profile/conformance.hpp"
#include "accel/profile/learning.hpp"
#include "accel/trials/self_test.hpp"

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
  if (open_) table_.close(state_);
}

std::shared_ptr<PluginModule> PluginModule::Open(const MagickAcceleratePlugin& table,
                                                 const std::string& build, std::string& problem,
                                                 std::string& hint) {
  std::shared_ptr<PluginModule> module(new PluginModule(table, build));
  const Clock::time_point start = Clock::now();
  Attempt attempt;
  char advice[256] = "";
  module->open_ = module->table_.open(&module->host_, &module->state_, &attempt.parts, advice) != 0;
  module->open_ns_ = NanosecondsSince(start);
  if (module->open_) return module;
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
  EndText(info.remedy);
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
      type_(info.type),
      profile_(OpenProfile({name_, std::string(info.platform) + "\n" + info.driver})),
      // Nothing is stored for a table that comes from no file, as in tests.
      marker_(module_->build().empty() ? nullptr : CrashMarker::Get().Slot(profile_->key())),
      verdicts_(module_->build().empty() ? nullptr : profile_, module_->build()),
      keeps_images_(module_->table().buffer_create != nullptr) {
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
  tuned_.Forget();
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

Attempt PluginDevice::Supports(const MagickAccelerateWork& work) {
  if (const Attempt allowed = Allowed(); !allowed.done()) return allowed;
  if (const std::string problem = verdicts_.Problem(work.operation); !problem.empty())
    return Declined(MagickAccelerateSelfTestFailed, problem);
  return module_->Call(module_->table().supports, index_, &work);
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

Attempt PluginDevice::PrepareFor(const MagickAccelerateWork& work) {
  if (!module_->table().prepare) return Prepare(work.operation);
  const WorkKind kind = KindOf(work);
  if (PreparedFor(kind)) return {};
  const std::lock_guard lock(prepare_mutex_);
  if (PreparedFor(kind)) return {};
  Attempt attempt = GetReady(work.operation, module_->table().prepare, &work);
  if (!attempt.done()) return attempt;
  const bool tested = Test({{kind}}, attempt.parts);
  const std::lock_guard state_lock(state_mutex_);
  AddPreparation(warmed_up_, attempt.parts);
  if (!tested) return Cancelled();
  prepared_.insert(kind);
  return attempt;
}

Attempt PluginDevice::Build() {
  if (!module_->table().build)
    return Declined(MagickAccelerateUnsupported, "the module builds nothing in advance");
  const std::lock_guard lock(prepare_mutex_);
  return GetReady(0, module_->table().build, std::uint32_t{LS_QUANTUM_DEPTH});
}

template <class Function, class... Arguments>
Attempt PluginDevice::GetReady(std::uint32_t operation, Function function, Arguments... arguments) {
  if (!problem_.empty()) return Declined(MagickAccelerateNoDevice, problem_);
  {
    const std::lock_guard lock(state_mutex_);
    if (!quarantine_.done()) return quarantine_;
  }
  if (!StopRequested()) CrashMarker::Get().Arm();
  Attempt attempt = Enter(DriverPhase::kWarmUp, operation, function, arguments...);
  Quarantine(attempt);
  return attempt;
}

Attempt PluginDevice::WarmUp(MagickAccelerateOperation operation) {
  return GetReady(operation, module_->table().warm_up, std::uint32_t{LS_QUANTUM_DEPTH},
                  std::uint32_t{operation});
}

bool PluginDevice::Test(std::span<const WorkKind> kinds, MagickAccelerateParts& parts) {
  const Clock::time_point start = Clock::now();
  MagickAccelerateParts built{};
  const auto run = [&](const MagickAccelerateWork& work) {
    if (StopRequested()) return Cancelled();
    const Attempt attempt = Enter(DriverPhase::kRun, work.operation, module_->table().run, &work);
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
  const auto run = [this](const MagickAccelerateWork& work) {
    return Enter(DriverPhase::kRun, work.operation, module_->table().run, &work);
  };
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

bool PluginDevice::Estimate(const MagickAccelerateWork& work, MagickAccelerateEstimate& estimate) {
  return module_->table().estimate(module_->state(), index_, &work, &estimate) != 0;
}

CostModel* PluginDevice::costs() {
  if (!Learning()) return nullptr;
  std::call_once(costs_once_, [this] { costs_ = MakeCosts(profile_, ""); });
  return costs_.get();
}

std::uint32_t PluginDevice::VariantCount(const MagickAccelerateWork& work) {
  const auto count = module_->table().variant_count;
  return count && module_->table().variant_name ? count(module_->state(), index_, &work) : 0;
}

std::string PluginDevice::VariantName(const MagickAccelerateWork& work, std::uint32_t variant) {
  if (variant < 1 || variant > VariantCount(work)) return "";
  const char* name = module_->table().variant_name(module_->state(), index_, &work, variant);
  return name ? name : "";
}

std::uint32_t PluginDevice::TunedVariant(const MagickAccelerateWork& work) {
  if (!Learning()) return 0;
  const auto number_of = [&](const std::string& name) {
    std::uint32_t variant = VariantCount(work);
    while (variant > 0 && VariantName(work, variant) != name) --variant;
    return variant;
  };
  return tuned_.Find(TuneClassOf(work), number_of);
}

Attempt PluginDevice::Run(const MagickAccelerateWork& work) {
  const DriverScope scope(marker_, DriverPhase::kRun, work.operation);
  if (AllThreadsStopped()) return Exiting();
  const Attempt attempt = module_->Call(module_->table().run, index_, &work);
  if (marker_ && attempt.done()) marker_->runs.fetch_add(1, std::memory_order_relaxed);
  Quarantine(attempt);
  return attempt;
}

MagickAccelerateBuffer* PluginDevice::CreateBuffer(std::uint64_t bytes, Attempt& attempt) {
  const MagickAcceleratePlugin& table = module_->table();
  if (!table.buffer_create) {
    attempt = Declined(MagickAccelerateUnsupported, "the accelerator does not keep images");
    return nullptr;
  }
  MagickAccelerateBuffer* buffer = nullptr;
  attempt = Enter(DriverPhase::kMemory, 0, table.buffer_create, bytes, &buffer);
  if (attempt.parts.reason == MagickAccelerateUnsupported) keeps_images_ = false;
  return attempt.done() ? buffer : nullptr;
}

void PluginDevice::ReleaseBuffer(MagickAccelerateBuffer* buffer) {
  const DriverScope scope(marker_, DriverPhase::kMemory);
  module_->table().buffer_release(module_->state(), index_, buffer);
}

Attempt PluginDevice::ReadBuffer(const MagickAcceleratePixels& pixels) {
  return Enter(DriverPhase::kMemory, 0, module_->table().buffer_read, &pixels);
}

void* PluginDevice::AcquireHostMemory(std::uint64_t bytes) {
  const MagickAcceleratePlugin& table = module_->table();
  if (!table.host_acquire) return nullptr;
  const DriverScope scope(marker_, DriverPhase::kMemory);
  return table.host_acquire(module_->state(), index_, bytes);
}

void PluginDevice::ReleaseHostMemory(void* data) {
  const DriverScope scope(marker_, DriverPhase::kMemory);
  module_->table().host_release(module_->state(), index_, data);
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
    CopyText(info.remedy, sizeof info.remedy, "to retest: " + ForgetCommand(name_));
  info.ready = std::all_of(Operations().begin(), Operations().end(),
                           [&](const OperationTraits& each) { return Ready(each.operation); });
  info.open_ns = module_->open_ns();
  const std::lock_guard lock(state_mutex_);
  info.context_ns = warmed_up_.context_ns;
  info.load_ns = warmed_up_.load_ns;
  info.compile_ns = warmed_up_.compile_ns;
  info.test_ns = warmed_up_.test_ns;
  info.strikes = driver_crashes_.count;
  CopyText(info.last_strike, sizeof info.last_strike, driver_crashes_.last);
  if (!quarantine_.done()) DescribeQuarantine(info);
}

void PluginDevice::DescribeQuarantine(MagickAccelerateDeviceInfo& info) {
  info.usable = 0;
  CopyText(info.problem, sizeof info.problem,
           quarantined_for_crashes_ ? QuarantineText(driver_crashes_) : quarantine_.parts.detail);
  CopyText(info.remedy, sizeof info.remedy,
           quarantined_for_crashes_ ? QuarantineHint(name_)
                                    : "update the device's driver, or choose another device");
}

}  // namespace lodestone::accel
