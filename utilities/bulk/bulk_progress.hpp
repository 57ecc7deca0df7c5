// The progress line of a bulk run.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

#include "utilities/bulk/bulk_summary.hpp"
#include "utilities/bulk/input_list.hpp"
#include "utilities/shell/progress_line.hpp"

namespace lodestone::cli {

// How many inputs there will be is counted meanwhile, if somebody watches and the list can be read
// twice.
class BulkProgress {
 public:
  explicit BulkProgress(const InputSources& sources);
  ~BulkProgress();

  void Show(const BulkSummary& summary);

 private:
  using Clock = std::chrono::steady_clock;

  void CountInputs(const InputSources& sources);

  ProgressLine line_;
  std::atomic<bool> ending_{false};
  std::atomic<std::uint64_t> total_{0};  // 0: not known yet
  std::thread counter_;
  const Clock::time_point began_ = Clock::now();
};

}  // namespace lodestone::cli
