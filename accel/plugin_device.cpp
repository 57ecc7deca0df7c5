#include "accel/plugin_device.hpp"

#include <utility>

#include "accel/operation_table.hpp"
#include "accel/self_test.hpp"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

namespace lodestone::accel {
namespace {

std::uint32_t Bit(MagickAccelerateOperation operation) {
  return 1u << operation;
}

// Errors that a second try would only repeat.
bool IsLasting(const Attempt& attempt) {
  return attempt.outcome == MagickAccelerateFailed &&
         (attempt.parts.reason == MagickAccelerateBuildFailed ||
          attempt.parts.reason == MagickAccelerateDeviceError);
}

}  // namespace

PluginModule::PluginModule(const MagickAcceleratePlugin& table) : table_(table) {
  host_.struct_size = sizeof host_;
  host_.abi = MAGICK_ACCELERATE_ABI;
  host_.library_version = PACKAGE_VERSION;
  host_.cache_directory = cache_.path.c_str();
  host_.cache_problem = cache_.problem.c_str();
}

PluginModule::~PluginModule() {
  if (state_) table_.close(state_);
}

std::shared_ptr<PluginModule> PluginModule::Open(const MagickAcceleratePlugin& table,
                                                 std::string& problem, std::string& remedy) {
  std::shared_ptr<PluginModule> module(new PluginModule(table));
  Attempt attempt;
  char advice[256] = "";
  if (table.open(&module->host_, &module->state_, &attempt.parts, advice)) return module;
  problem = attempt.parts.detail;
  remedy = advice;
  return nullptr;
}

PluginDevice::PluginDevice(std::shared_ptr<PluginModule> module, unsigned index)
    : module_(std::move(module)), index_(index) {
  MagickAccelerateDeviceInfo info{};
  info.struct_size = sizeof info;
  module_->table().describe(module_->state(), index_, &info);
  accelerator_ = module_->table().name;
  name_ = info.name;
  type_ = info.type;
  if (!info.usable) problem_ = info.problem;
}

Attempt PluginDevice::Supports(const MagickAccelerateWork& work) {
  if (!problem_.empty()) return Declined(MagickAccelerateNoDevice, problem_);
  {
    const std::lock_guard lock(verdict_mutex_);
    if (!quarantine_.done()) return Declined(MagickAccelerateQuarantined, quarantine_.parts.detail);
    if (disagreeing_ & Bit(work.operation))
      return Declined(MagickAccelerateSelfTestFailed, self_test_);
  }
  Attempt attempt;
  attempt.outcome = module_->table().supports(module_->state(), index_, &work, &attempt.parts);
  return attempt;
}

Attempt PluginDevice::Prepare() {
  const std::lock_guard lock(prepare_mutex_);
  if (ready_) return {};
  {
    const std::lock_guard verdict_lock(verdict_mutex_);
    if (!quarantine_.done()) return quarantine_;
  }
  Attempt attempt = WarmUp();
  if (!attempt.done()) return attempt;
  TestOperations();
  ready_ = true;
  return attempt;
}

Attempt PluginDevice::WarmUp() {
  if (!problem_.empty()) return Declined(MagickAccelerateNoDevice, problem_);
  Attempt attempt;
  attempt.outcome =
      module_->table().warm_up(module_->state(), index_, LS_QUANTUM_DEPTH, 0, &attempt.parts);
  Quarantine(attempt);
  return attempt;
}

void PluginDevice::TestOperations() {
  std::string verdict;
  for (const OperationInfo& info : Operations()) {
    const std::string problem = SelfTest(
        info.operation, [this](const MagickAccelerateWork& work) { return RunUntested(work); });
    if (problem.empty()) continue;
    disagreeing_ |= Bit(info.operation);
    verdict += (verdict.empty() ? "" : "; ") + std::string(info.name) + ": " + problem;
  }
  const std::lock_guard lock(verdict_mutex_);
  self_test_ = verdict.empty() ? "passed" : "failed: " + verdict;
}

void PluginDevice::Quarantine(const Attempt& attempt) {
  if (!IsLasting(attempt)) return;
  const std::lock_guard lock(verdict_mutex_);
  quarantine_ = attempt;
}

std::uint64_t PluginDevice::EstimateNs(const MagickAccelerateWork& work) {
  MagickAccelerateEstimate estimate{};
  estimate.struct_size = sizeof estimate;
  if (!module_->table().estimate(module_->state(), index_, &work, &estimate)) return UINT64_MAX;
  return estimate.launch_ns + estimate.upload_ns + estimate.kernel_ns + estimate.download_ns;
}

Attempt PluginDevice::RunUntested(const MagickAccelerateWork& work) {
  Attempt attempt;
  attempt.outcome = module_->table().run(module_->state(), index_, &work, &attempt.parts);
  return attempt;
}

Attempt PluginDevice::Run(const MagickAccelerateWork& work) {
  const Attempt attempt = RunUntested(work);
  Quarantine(attempt);
  return attempt;
}

MagickAccelerateBuffer* PluginDevice::CreateBuffer(std::uint64_t bytes, Attempt& attempt) {
  const MagickAcceleratePlugin& table = module_->table();
  if (!table.buffer_create || !table.buffer_release || !table.buffer_read) {
    attempt = Declined(MagickAccelerateUnsupported, "the accelerator keeps no images");
    return nullptr;
  }
  MagickAccelerateBuffer* buffer = nullptr;
  attempt = Attempt();
  attempt.outcome = table.buffer_create(module_->state(), index_, bytes, &buffer, &attempt.parts);
  return attempt.done() ? buffer : nullptr;
}

void PluginDevice::ReleaseBuffer(MagickAccelerateBuffer* buffer) {
  module_->table().buffer_release(module_->state(), index_, buffer);
}

Attempt PluginDevice::ReadBuffer(const MagickAcceleratePixels& pixels) {
  Attempt attempt;
  attempt.outcome = module_->table().buffer_read(module_->state(), index_, &pixels, &attempt.parts);
  return attempt;
}

void* PluginDevice::AcquireHostMemory(std::uint64_t bytes) {
  const MagickAcceleratePlugin& table = module_->table();
  if (!table.host_acquire || !table.host_release) return nullptr;
  return table.host_acquire(module_->state(), index_, bytes);
}

void PluginDevice::ReleaseHostMemory(void* data) {
  module_->table().host_release(module_->state(), index_, data);
}

void PluginDevice::Describe(MagickAccelerateDeviceInfo& info) {
  module_->table().describe(module_->state(), index_, &info);
  CopyText(info.accelerator, sizeof info.accelerator, accelerator_);
  info.ready = ready_;
  const std::lock_guard lock(verdict_mutex_);
  CopyText(info.self_test, sizeof info.self_test, self_test_);
  if (quarantine_.done()) return;
  info.usable = 0;
  CopyText(info.problem, sizeof info.problem, quarantine_.parts.detail);
  CopyText(info.remedy, sizeof info.remedy, "update the device's driver, or choose another device");
}

}  // namespace lodestone::accel
