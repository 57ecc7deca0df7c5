#include "utilities/bulk/shard_place.hpp"

#include <cerrno>
#include <cstdlib>

#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {
namespace {

struct Engine {
  const char* index;
  const char* size;  // null when the index is the number of one shard
};

// Ranks first: they are inside elements.
constexpr Engine kEngines[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                               {"PMI_RANK", "PMI_SIZE"},
                               {"SLURM_ARRAY_TASK_ID", nullptr},
                               {"PBS_ARRAY_INDEX", nullptr},
                               {"PBS_ARRAYID", nullptr},
                               {"JOB_COMPLETION_INDEX", nullptr}};

std::uint64_t Number(const char* variable) {
  const char* text = std::getenv(variable);
  char* end = nullptr;
  errno = 0;
  const unsigned long long number = text == nullptr ? 0 : std::strtoull(text, &end, 10);
  if (text == nullptr || *text < '0' || *text > '9' || *end != '\0' || errno != 0) {
    throw CommandError(std::string(variable) + " is not a number", text == nullptr ? "" : text);
  }
  return number;
}

}  // namespace

std::vector<std::uint64_t> ShardPlace::Shards(std::uint64_t shards) const {
  std::vector<std::uint64_t> mine;
  if (step == 0 && first >= shards) {
    throw CommandError("The plan has no shard of this number",
                       std::to_string(first) + ", from " + source);
  }
  for (std::uint64_t shard = first; shard < shards; shard += step) {
    mine.push_back(shard);
    if (step == 0) break;
  }
  return mine;
}

std::optional<ShardPlace> PlaceFromEnvironment() {
  for (const Engine& engine : kEngines) {
    if (std::getenv(engine.index) == nullptr) continue;
    ShardPlace place{Number(engine.index), 0, engine.index};
    if (engine.size != nullptr) place.step = Number(engine.size);
    if (engine.size != nullptr && place.step == 0) {
      throw CommandError(std::string(engine.size) + " is 0");
    }
    return place;
  }
  return std::nullopt;
}

}  // namespace lodestone::cli
