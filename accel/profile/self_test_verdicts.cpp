#include "accel/profile/self_test_verdicts.hpp"

namespace lodestone::accel {

std::optional<std::string> SelfTestVerdicts::Find(MagickAccelerateOperation operation) {
  const std::lock_guard lock(mutex_);
  const auto known = verdicts_.find(operation);
  if (known != verdicts_.end()) return known->second;
  return verdicts_[operation] = Kept(operation);
}

// Stored as "BUILD problem".
std::optional<std::string> SelfTestVerdicts::Kept(MagickAccelerateOperation operation) {
  if (!profile_) return std::nullopt;
  const std::optional<std::string> text =
      profile_->Text(ProfileSection::kVerdicts, GetOperation(operation).name);
  if (!text || text->rfind(build_ + " ", 0) != 0) return std::nullopt;
  return text->substr(build_.size() + 1);
}

void SelfTestVerdicts::Set(MagickAccelerateOperation operation, const std::string& problem,
                           bool conclusive) {
  {
    const std::lock_guard lock(mutex_);
    verdicts_[operation] = problem;
  }
  if (!profile_ || !conclusive) return;
  profile_->SetText(ProfileSection::kVerdicts, GetOperation(operation).name,
                    build_ + " " + problem);
  profile_->Save();
}

void SelfTestVerdicts::Forget() {
  const std::lock_guard lock(mutex_);
  verdicts_.clear();
}

bool SelfTestVerdicts::AnyFailed() {
  for (const OperationTraits& operation : Operations())
    if (!Find(operation.operation).value_or("").empty()) return true;
  return false;
}

std::string SelfTestVerdicts::Text() {
  std::string passed, failed;
  std::size_t passes = 0;
  for (const OperationTraits& operation : Operations()) {
    const std::optional<std::string> problem = Find(operation.operation);
    if (!problem) continue;
    if (problem->empty()) {
      passed += (passed.empty() ? "" : ", ") + std::string(operation.name);
      ++passes;
    } else {
      failed +=
          (failed.empty() ? "failed: " : "; ") + std::string(operation.name) + ": " + *problem;
    }
  }
  if (!failed.empty()) return failed;
  if (passes == Operations().size()) return "passed";
  return passed.empty() ? "not run" : "passed: " + passed;
}

}  // namespace lodestone::accel
