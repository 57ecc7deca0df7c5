#include "accel/profile/self_test_verdicts.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace lodestone::accel {

std::optional<std::string> SelfTestVerdicts::Find(const WorkKind& kind) {
  const std::lock_guard lock(mutex_);
  return Known(kind);
}

const std::optional<std::string>& SelfTestVerdicts::Known(const WorkKind& kind) {
  const auto known = verdicts_.find(kind);
  if (known != verdicts_.end()) return known->second;
  return verdicts_[kind] = Kept(kind);
}

// Stored as "BUILD problem".
std::optional<std::string> SelfTestVerdicts::Kept(const WorkKind& kind) {
  if (!profile_) return std::nullopt;
  const std::optional<std::string> text = profile_->Text(ProfileSection::kVerdicts, NameOf(kind));
  if (!text || text->rfind(build_ + " ", 0) != 0) return std::nullopt;
  return text->substr(build_.size() + 1);
}

void SelfTestVerdicts::Set(const WorkKind& kind, const std::string& problem, bool conclusive) {
  {
    const std::lock_guard lock(mutex_);
    verdicts_[kind] = problem;
    if (!problem.empty()) clean_[kind.operation] = false;
  }
  if (profile_ && conclusive)
    profile_->SetText(ProfileSection::kVerdicts, NameOf(kind), build_ + " " + problem);
}

void SelfTestVerdicts::Save() {
  if (profile_) profile_->Save();
}

void SelfTestVerdicts::Forget() {
  const std::lock_guard lock(mutex_);
  verdicts_.clear();
  for (std::atomic<bool>& clean : clean_) clean = false;
}

std::string SelfTestVerdicts::Problem(MagickAccelerateOperation operation) {
  if (clean_[operation]) return "";
  const std::lock_guard lock(mutex_);
  for (const WorkKind& kind : KindsOf(GetOperation(operation)))
    if (std::string problem = Known(kind).value_or(""); !problem.empty()) return problem;
  clean_[operation] = true;
  return "";
}

bool SelfTestVerdicts::AnyFailed() {
  return std::any_of(Operations().begin(), Operations().end(),
                     [&](const OperationTraits& each) { return !Problem(each.operation).empty(); });
}

std::string SelfTestVerdicts::Text() {
  std::string passed, failed;
  std::size_t complete = 0;
  for (const OperationTraits& operation : Operations()) {
    if (const std::string problem = Problem(operation.operation); !problem.empty()) {
      failed += (failed.empty() ? "failed: " : "; ") + std::string(operation.name) + ": " + problem;
      continue;
    }
    const std::vector<WorkKind> kinds = KindsOf(operation);
    const auto tested = static_cast<std::size_t>(std::count_if(
        kinds.begin(), kinds.end(), [&](const WorkKind& kind) { return Find(kind).has_value(); }));
    if (tested == 0) continue;
    passed += (passed.empty() ? "passed: " : ", ") + std::string(operation.name);
    if (tested == kinds.size())
      ++complete;
    else
      passed += " (" + std::to_string(tested) + " of " + std::to_string(kinds.size()) + " kinds)";
  }
  if (!failed.empty()) return failed;
  if (complete == Operations().size()) return "passed";
  return passed.empty() ? "not run" : passed;
}

}  // namespace lodestone::accel
