// Which shards of a plan are this process's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lodestone::cli {

// Shard `first`, and every `step`-th after it; only that one when `step` is 0.
struct ShardPlace {
  std::uint64_t first = 0, step = 0;
  std::string source;  // what says so

  std::vector<std::uint64_t> Shards(std::uint64_t shards) const;
};

// From the environment that engines give their processes: a rank among several (Open MPI, PMI), or
// the number of an element (Slurm, PBS, Kubernetes). Nothing when there is none. Throws
// CommandError when a variable is no number.
std::optional<ShardPlace> PlaceFromEnvironment();

}  // namespace lodestone::cli
