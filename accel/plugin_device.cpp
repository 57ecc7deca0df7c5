#include "accel/plugin_device.hpp"

#include <chrono>
#include <utility>

#include "accel/plugin_table.hpp"
#include "accel/learning.hpp"
#include "accel/self_test.hpp"
#include "accel/warm_up.hpp"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

namespace lodestone::accel {
namespace {

// Errors that a second try would only repeat.
bool IsLasting(const Attempt& attempt) {
  return attempt.outcome == MagickAccelerateFailed &&
         (attempt.parts.reason == MagickAccelerateBuildFailed ||
          attempt.parts.reason == MagickAccelerateDeviceError);
}

template <std::size_t kSize>
void EndText(char (&text)[kSize]) {
  text[kSize - 1] = '\0';
}

}  // namespace

PluginModule::PluginModule(const MagickAcceleratePlugin& table) : table_(CompleteTable(table)) {
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
                                                 std::string& problem, std::string& remedy) {
  std::shared_ptr<PluginModule> module(new PluginModule(table));
  Attempt attempt;
  char advice[256] = "";
  module->open_ = module->table_.open(&module->host_, &module->state_, &attempt.parts, advice) != 0;
  if (module->open_) return module;
  EndTexts(attempt.parts);
  advice[sizeof advice - 1] = '\0';
  problem =
      attempt.parts.detail[0] ? attempt.parts.detail : "it does not open and does not say why";
  remedy = advice[0] ? advice : "ask whoever made the module";
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
      keeps_images_(module_->table().buffer_create != nullptr) {
  if (!info.usable) problem_ = info.problem[0] ? info.problem : "its module says so";
  if (name_.empty()) problem_ = "the device has no name";
}

Attempt PluginDevice::Supports(const MagickAccelerateWork& work) {
  if (!problem_.empty()) return Declined(MagickAccelerateNoDevice, problem_);
  {
    const std::lock_guard lock(verdict_mutex_);
    if (!quarantine_.done()) return Declined(MagickAccelerateQuarantined, quarantine_.parts.detail);
    const auto verdict = verdicts_.find(work.operation);
    if (verdict != verdicts_.end() && !verdict->second.empty())
      return Declined(MagickAccelerateSelfTestFailed, verdict->second);
  }
  return module_->Call(module_->table().supports, index_, &work);
}

Attempt PluginDevice::Prepare(MagickAccelerateOperation operation) {
  const std::lock_guard lock(prepare_mutex_);
  if (Ready(operation)) return {};
  Attempt attempt = WarmUp(operation);
  if (attempt.done()) attempt.parts.test_ns = Test(GetOperation(operation));
  if (!attempt.done() || Ready(operation)) return attempt;
  return Declined(MagickAccelerateCancelled, "the program is ending");
}

Attempt PluginDevice::WarmUp(std::uint32_t operation) {
  if (!problem_.empty()) return Declined(MagickAccelerateNoDevice, problem_);
  {
    const std::lock_guard lock(verdict_mutex_);
    if (!quarantine_.done()) return quarantine_;
  }
  Attempt attempt =
      module_->Call(module_->table().warm_up, index_, std::uint32_t{LS_QUANTUM_DEPTH}, operation);
  Quarantine(attempt);
  return attempt;
}

std::uint64_t PluginDevice::Test(const OperationInfo& operation) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const std::string problem =
      SelfTest(operation.operation, [this](const MagickAccelerateWork& work) {
        return StopRequested() ? Declined(MagickAccelerateCancelled, "") : RunUntested(work);
      });
  if (StopRequested()) return 0;
  {
    const std::lock_guard lock(verdict_mutex_);
    verdicts_[operation.operation] = problem;
  }
  ready_ |= Bit(operation.operation);
  return static_cast<std::uint64_t>(std::chrono::nanoseconds(Clock::now() - start).count());
}

// "not run", "passed", "passed: scale, resize", "failed: scale: what was wrong; sample: ..."
std::string PluginDevice::SelfTestText() {
  std::string passed, failed;
  for (const auto& [operation, problem] : verdicts_) {
    const std::string name = GetOperation(operation).name;
    if (problem.empty())
      passed += (passed.empty() ? "" : ", ") + name;
    else
      failed += (failed.empty() ? "failed: " : "; ") + name + ": " + problem;
  }
  if (!failed.empty()) return failed;
  if (verdicts_.size() == Operations().size()) return "passed";
  return passed.empty() ? "not run" : "passed: " + passed;
}

void PluginDevice::Quarantine(const Attempt& attempt) {
  if (!IsLasting(attempt)) return;
  const std::lock_guard lock(verdict_mutex_);
  quarantine_ = attempt;
}

bool PluginDevice::Estimate(const MagickAccelerateWork& work, MagickAccelerateEstimate& estimate) {
  return module_->table().estimate(module_->state(), index_, &work, &estimate) != 0;
}

CostModel* PluginDevice::costs() {
  if (!Learning()) return nullptr;
  std::call_once(costs_once_, [this] {
    costs_ = std::make_unique<CostModel>();
    costs_->Attach(profile_, "");
    UseNativeCosts();
  });
  return costs_.get();
}

Attempt PluginDevice::RunUntested(const MagickAccelerateWork& work) {
  return module_->Call(module_->table().run, index_, &work);
}

Attempt PluginDevice::Run(const MagickAccelerateWork& work) {
  const Attempt attempt = RunUntested(work);
  Quarantine(attempt);
  return attempt;
}

MagickAccelerateBuffer* PluginDevice::CreateBuffer(std::uint64_t bytes, Attempt& attempt) {
  const MagickAcceleratePlugin& table = module_->table();
  if (!table.buffer_create) {
    attempt = Declined(MagickAccelerateUnsupported, "the accelerator keeps no images");
    return nullptr;
  }
  MagickAccelerateBuffer* buffer = nullptr;
  attempt = module_->Call(table.buffer_create, index_, bytes, &buffer);
  if (attempt.parts.reason == MagickAccelerateUnsupported) keeps_images_ = false;
  return attempt.done() ? buffer : nullptr;
}

void PluginDevice::ReleaseBuffer(MagickAccelerateBuffer* buffer) {
  module_->table().buffer_release(module_->state(), index_, buffer);
}

Attempt PluginDevice::ReadBuffer(const MagickAcceleratePixels& pixels) {
  return module_->Call(module_->table().buffer_read, index_, &pixels);
}

void* PluginDevice::AcquireHostMemory(std::uint64_t bytes) {
  const MagickAcceleratePlugin& table = module_->table();
  if (!table.host_acquire) return nullptr;
  return table.host_acquire(module_->state(), index_, bytes);
}

void PluginDevice::ReleaseHostMemory(void* data) {
  module_->table().host_release(module_->state(), index_, data);
}

void PluginDevice::Describe(MagickAccelerateDeviceInfo& info) {
  info = module_->Describe(index_);
  if (!problem_.empty()) {
    info.usable = 0;
    CopyText(info.problem, sizeof info.problem, problem_);
  }
  const std::lock_guard lock(verdict_mutex_);
  info.ready = verdicts_.size() == Operations().size();
  CopyText(info.self_test, sizeof info.self_test, SelfTestText());
  if (quarantine_.done()) return;
  info.usable = 0;
  CopyText(info.problem, sizeof info.problem, quarantine_.parts.detail);
  CopyText(info.remedy, sizeof info.remedy, "update the device's driver, or choose another device");
}

}  // namespace lodestone::accel
