// That a shard of a plan is finished, and what became of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "utilities/bulk/bulk_summary.hpp"
#include "utilities/bulk/plan.hpp"

namespace lodestone::cli {

struct ShardRecord {
  std::uint64_t done = 0, failed = 0;
  std::uint64_t warned = 0;                       // of those done, with warnings
  std::map<std::string, std::uint64_t> reasons;   // of the failures
  std::map<std::string, std::uint64_t> warnings;  // by each, the same
  std::map<std::string, std::uint64_t> devices;   // that inputs were computed on
  std::string host;                               // where it was finished
  double pixels = 0;                              // as far as they were read by that process
  std::int64_t started_ns = 0, finished_ns = 0;   // by that process
};

ShardRecord RecordOf(const BulkSummary& summary);

// In one step, in place of an earlier one.
void WriteShardRecord(const Plan& plan, std::uint64_t shard, const ShardRecord& record);

// Nothing if the shard is not finished.
std::optional<ShardRecord> ReadShardRecord(const Plan& plan, std::uint64_t shard);

}  // namespace lodestone::cli
