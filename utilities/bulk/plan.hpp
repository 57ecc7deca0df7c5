// A plan for many machines: what is to be done, once and for all, in shards that can be done
// anywhere, in any order, any number of times.
//
//   DIR/plan.json              options, version, totals; written last
//   DIR/shards/K.jsonl         the inputs of shard K
//   DIR/journals/K/*.jsonl     what workers did for shard K, a file each
//   DIR/records/K.json         that shard K is finished; written in one step
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "utilities/bulk/bulk_options.hpp"

namespace lodestone::cli {

struct Plan {
  std::string folder;
  std::string version;    // of the library that made it
  std::string directory;  // that relative names are relative to
  Arguments arguments;    // of bulk, without the inputs
  std::string settings;   // BulkOptions::Settings
  std::uint64_t items = 0, bytes = 0;
  std::uint64_t shards = 0;

  std::string ShardFile(std::uint64_t shard) const;
  std::string JournalFolder(std::uint64_t shard) const;
  std::vector<std::string> Journals(std::uint64_t shard) const;  // sorted
  std::string RecordFile(std::uint64_t shard) const;
  // All of these, or the folders that they are in.
  std::vector<std::string> Files() const;

  // Those of its arguments.
  BulkOptions Options() const;
};

// Throws CommandError when there is no plan, or another version of the library made it, whose
// outputs could differ.
Plan ReadPlan(const std::string& folder);

void WritePlan(const Plan& plan);

}  // namespace lodestone::cli
