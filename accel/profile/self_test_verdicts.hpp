// The verdicts of one device's self-tests, remembered between processes.
#pragma once

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "accel/profile/device_profile.hpp"
#include "accel/work_kind.hpp"

namespace lodestone::accel {

// Thread-safe.
class SelfTestVerdicts {
 public:
  // profile: where they are stored; null: in this process only.
  // build:   of the module; verdicts on another build do not count.
  SelfTestVerdicts(std::shared_ptr<DeviceProfile> profile, std::string build)
      : profile_(std::move(profile)), build_(std::move(build)) {}

  // "": passed, else what was wrong; empty if the kind was not tested.
  std::optional<std::string> Find(const WorkKind& kind);
  // conclusive: another process would get the same result. Stored by Save.
  void Set(const WorkKind& kind, const std::string& problem, bool conclusive);
  void Save();
  void Forget();

  // What was wrong with the first kind of the operation that failed; "" if none did so far.
  std::string Problem(MagickAccelerateOperation operation);
  bool AnyFailed();

  // "not run", "passed", "passed: scale, resize (1 of 9 kinds)", "failed: scale: what was wrong;
  // ..."
  std::string Text();

 private:
  // With the mutex held.
  const std::optional<std::string>& Known(const WorkKind& kind);
  std::optional<std::string> Kept(const WorkKind& kind);

  const std::shared_ptr<DeviceProfile> profile_;
  const std::string build_;
  std::mutex mutex_;
  std::map<WorkKind, std::optional<std::string>> verdicts_;
  // Of each operation: no verdict is against it. Every call asks.
  std::array<std::atomic<bool>, kOperationIndexes> clean_{};
};

}  // namespace lodestone::accel
