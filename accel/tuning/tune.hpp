// Thorough offline measurement of a device.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "accel/modules/plugin_device.hpp"
#include "accel/tuning/trial_run.hpp"

namespace lodestone::accel {

// One device: its links, then every variant for each work class, the best of which is saved at
// once. The device must be ready.
class Tuning {
 public:
  using Clock = std::chrono::steady_clock;
  // False: stop.
  using Report = std::function<bool(const MagickAccelerateTuneStep&)>;

  // done, share: where this device's part of the progress from 0 to 1 begins, and its size.
  Tuning(std::shared_ptr<PluginDevice> device, Clock::time_point deadline, Report report,
         double done, double share);

  // False if it was stopped or ran out of time.
  bool Run();

 private:
  struct Result {
    std::string name;
    std::uint64_t ns = 0;  // 0: could not be run
    bool wrong = false;
  };

  bool TuneLinks();
  bool TuneClassOn(const TrialWork& trial, const MagickAcceleratePlan& plan);
  Result Measure(const TrialWork& trial, const std::string& variant, const TrialPixels& expected);
  void LearnBoth(const TrialWork& trial);
  bool SendLink(const TrialWork& trial, const char* item, std::uint64_t ns, std::uint64_t bytes);
  bool Send(const TrialWork& trial, const Result& result, bool best);
  bool Send(MagickAccelerateTuneStep& step, const TrialWork& trial);
  bool Stopped() const { return stopped_ || Clock::now() >= deadline_; }

  const std::shared_ptr<PluginDevice> device_;
  const Clock::time_point deadline_;
  const Report report_;
  const double begin_, share_;
  double done_ = 0;  // of this device
  bool stopped_ = false;
};

}  // namespace lodestone::accel
