// Makes plans.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "utilities/bulk/bulk_options.hpp"
#include "utilities/bulk/plan.hpp"

namespace lodestone::cli {

// How many shards; one of the two.
struct ShardCount {
  std::optional<std::uint64_t> shards;
  std::optional<std::uint64_t> items_per_shard;
};

// Plans all of `options.inputs`, in order, each for the shard that has the fewest bytes so far: the
// same inputs give the same shards. Throws CommandError: when the folder holds a plan already, and
// when two inputs would have an output of the same name. Memory does not grow with the number of
// inputs.
Plan MakePlan(const std::string& folder, const BulkOptions& options, const ShardCount& count);

}  // namespace lodestone::cli
