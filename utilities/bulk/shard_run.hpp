// Does shards of a plan.
#pragma once

#include <cstdint>

#include "utilities/bulk/bulk_summary.hpp"
#include "utilities/bulk/plan.hpp"

namespace lodestone::cli {

struct ShardRunSettings {
  bool force = false;      // also what is finished
  bool simulates = false;  // records items as done without looking at them
};

// Does what is missing of a shard, by the journals of all who worked on it, and records the shard
// as finished unless the run was stopped. Any number of processes may do the same shard at once:
// their outputs are the same. Throws CommandError.
BulkSummary RunShard(const Plan& plan, std::uint64_t shard, const ShardRunSettings& settings);

}  // namespace lodestone::cli
