// What has become of the items of a plan.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "utilities/bulk/journal.hpp"
#include "utilities/bulk/plan.hpp"

namespace lodestone::cli {

struct ItemState {
  std::optional<ItemRecord> latest;  // one that says it was done before others
  std::uint64_t times_done = 0;
  bool differed = false;  // was done more than once, with other outputs
};

// Calls `each` with every input of a shard, in the order of the plan.
void ForEachItem(const Plan& plan, std::uint64_t shard,
                 const std::function<void(const BulkInput& input, const ItemState& state)>& each);

struct PlanStatus {
  std::uint64_t done = 0, failed = 0, shards_finished = 0;
  std::uint64_t warned = 0;                             // of those done, with warnings
  std::map<std::string, std::uint64_t> reasons;         // failures by each
  std::map<std::string, std::uint64_t> warnings;        // items done by each
  std::map<std::string, std::uint64_t> hosts, devices;  // items done by each
  std::int64_t started_ns = 0, latest_ns = 0;           // 0: nothing was done yet
};

// By the records of finished shards and the journals of the others.
PlanStatus StatusOf(const Plan& plan);

struct PlanVerdict {
  std::uint64_t done = 0, failed = 0, missing = 0;
  std::uint64_t warned = 0;    // of those done, with warnings
  std::uint64_t damaged = 0;   // outputs that are not there, or have another digest
  std::uint64_t repeated = 0;  // done more than once
  std::uint64_t differed = 0;  // of them, with different results

  bool complete() const { return failed == 0 && missing == 0 && damaged == 0 && differed == 0; }
};

// Reads every output. Calls `problem` for each input with one, at most from one thread at a time.
PlanVerdict Verify(
    const Plan& plan,
    const std::function<void(const BulkInput& input, const std::string& reason)>& problem);

}  // namespace lodestone::cli
