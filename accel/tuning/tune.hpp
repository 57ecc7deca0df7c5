// Measuring a device offline, thoroughly.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "accel/modules/plugin_device.hpp"
#include "accel/tuning/trial_run.hpp"

namespace lodestone::accel {

// One device: its links, then for each kind of work every variant, the best of which is remembered
// at once. The device must be ready.
class Tuning {
 public:
  using Clock = std::chrono::steady_clock;
  // False: stop.
  using Report = std::function<bool(const MagickAccelerateTuneStep&)>;

  // done, share: where on the way from 0 to 1 this device begins, and how much of it is its.
  Tuning(std::shared_ptr<PluginDevice> device, Clock::time_point deadline, Report report,
         double done, double share);

  // False when it was stopped, or time was up.
  bool Run();

 private:
  struct Result {
    std::string name;
    std::uint64_t ns = 0;  // 0: could not be done
    bool wrong = false;
  };

  bool TuneLinks();
  bool TuneClassOn(const TrialWork& trial);
  Result Measure(const TrialWork& trial, std::uint32_t variant, const TrialPixels& expected);
  void LearnBoth(const TrialWork& trial);
  bool TellLink(const TrialWork& trial, const char* item, std::uint64_t ns, std::uint64_t bytes);
  bool Tell(const TrialWork& trial, const Result& result, bool best);
  bool Tell(MagickAccelerateTuneStep& step, const TrialWork& trial);
  bool Stopped() const { return stopped_ || Clock::now() >= deadline_; }

  const std::shared_ptr<PluginDevice> device_;
  const Clock::time_point deadline_;
  const Report report_;
  const double begin_, share_;
  double done_ = 0;  // of this device
  bool stopped_ = false;
};

}  // namespace lodestone::accel
