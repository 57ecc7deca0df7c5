// The verdicts of one device's self-tests, remembered between processes.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "accel/profile/device_profile.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel {

// Thread-safe.
class SelfTestVerdicts {
 public:
  // profile: where they are stored; null: in this process only.
  // build:   of the module; verdicts on another build do not count.
  SelfTestVerdicts(std::shared_ptr<DeviceProfile> profile, std::string build)
      : profile_(std::move(profile)), build_(std::move(build)) {}

  // "": passed, else what was wrong; empty if the operation was not tested.
  std::optional<std::string> Find(MagickAccelerateOperation operation);
  // conclusive: another process would get the same result.
  void Set(MagickAccelerateOperation operation, const std::string& problem, bool conclusive);
  void Forget();

  // "not run", "passed", "passed: scale, resize", "failed: scale: what was wrong; sample: ..."
  std::string Text();
  bool AnyFailed();

 private:
  std::optional<std::string> Kept(MagickAccelerateOperation operation);

  const std::shared_ptr<DeviceProfile> profile_;
  const std::string build_;
  std::mutex mutex_;
  std::map<MagickAccelerateOperation, std::optional<std::string>> verdicts_;
};

}  // namespace lodestone::accel
