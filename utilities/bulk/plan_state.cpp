#include "utilities/bulk/plan_state.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <unordered_map>
#include <vector>

#include "utilities/bulk/input_list.hpp"
#include "utilities/bulk/shard_record.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/progress_line.hpp"
#include "utilities/shell/progress_monitor.hpp"
#include "base/sha256.hpp"
#include "base/thread_pool.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kReadBytes = 1 << 20;

using States = std::unordered_map<std::string, ItemState>;

bool SameOutputs(const ItemRecord& a, const ItemRecord& b) {
  return std::equal(a.outputs.begin(), a.outputs.end(), b.outputs.begin(), b.outputs.end(),
                    [](const OutputRecord& x, const OutputRecord& y) {
                      return x.name == y.name && x.sha256 == y.sha256;
                    });
}

void Take(const ItemRecord& record, ItemState* state) {
  if (record.done) {
    ++state->times_done;
    if (state->latest && state->latest->done && !SameOutputs(*state->latest, record)) {
      state->differed = true;
    }
  }
  if (!state->latest || record.done || !state->latest->done) state->latest = record;
}

States StatesOf(const Plan& plan, std::uint64_t shard) {
  States states;
  for (const std::string& journal : plan.Journals(shard)) {
    ForEachRecord(journal, [&](const ItemRecord& record) {
      if (!record.begun && record.settings == plan.settings)
        Take(record, &states[record.input.name]);
    });
  }
  return states;
}

void Add(const std::map<std::string, std::uint64_t>& counts,
         std::map<std::string, std::uint64_t>* total) {
  for (const auto& [name, count] : counts) (*total)[name] += count;
}

void AddRecord(const ShardRecord& record, PlanStatus* status) {
  ++status->shards_finished;
  status->done += record.done;
  status->failed += record.failed;
  status->warned += record.warned;
  status->hosts[record.host] += record.done;
  Add(record.reasons, &status->reasons);
  Add(record.warnings, &status->warnings);
  Add(record.devices, &status->devices);
}

void Extend(std::int64_t from_ns, std::int64_t to_ns, PlanStatus* status) {
  if (status->started_ns == 0 || from_ns < status->started_ns) status->started_ns = from_ns;
  status->latest_ns = std::max(status->latest_ns, to_ns);
}

void AddUnfinished(const Plan& plan, std::uint64_t shard, PlanStatus* status) {
  BulkSummary counts;
  for (const auto& [name, state] : StatesOf(plan, shard)) {
    const ItemRecord& record = *state.latest;
    const auto length_ns = static_cast<std::int64_t>(record.seconds * 1e9);
    Extend(record.started_ns, record.started_ns + length_ns, status);
    if (record.done) {
      ++status->done;
      ++status->hosts[record.host];
      counts.CountDevices(record.devices);
      counts.CountWarnings(record.warnings);
    } else {
      ++status->failed;
      counts.CountReason(record.reason);
    }
  }
  status->warned += counts.warned;
  Add(counts.reasons, &status->reasons);
  Add(counts.warnings, &status->warnings);
  Add(counts.devices, &status->devices);
}

// Why an output is not as it was recorded; "" if it is.
std::string ProblemOf(const OutputRecord& output) {
  std::ifstream file(output.name, std::ios::binary);
  if (!file) return "an output is missing: " + output.name;
  Sha256 digest;
  std::uint64_t bytes = 0;
  std::vector<char> buffer(kReadBytes);
  while (file.read(buffer.data(), static_cast<std::streamsize>(buffer.size())), file.gcount() > 0) {
    const auto length = static_cast<std::size_t>(file.gcount());
    digest.Update(reinterpret_cast<const std::uint8_t*>(buffer.data()), length);
    bytes += length;
  }
  const bool same = bytes == output.bytes && digest.Finish(8 * bytes) == output.sha256;
  return same ? "" : "an output has changed: " + output.name;
}

struct Checked {
  BulkInput input;
  ItemState state;
  std::string problem;
};

void Check(Checked* item) {
  if (!item->state.latest) {
    item->problem = "it was not done";
  } else if (!item->state.latest->done) {
    item->problem = item->state.latest->reason;
  } else if (item->state.differed) {
    item->problem = "it was done more than once, with different results";
  } else {
    for (const OutputRecord& output : item->state.latest->outputs) {
      if (item->problem.empty()) item->problem = ProblemOf(output);
    }
  }
}

void Count(const Checked& item, PlanVerdict* verdict) {
  const ItemState& state = item.state;
  if (!state.latest) {
    ++verdict->missing;
  } else if (!state.latest->done) {
    ++verdict->failed;
  } else {
    ++verdict->done;
    verdict->warned += !state.latest->warnings.empty();
    verdict->repeated += state.times_done > 1;
    verdict->differed += state.differed;
    verdict->damaged += !state.differed && !item.problem.empty();
  }
}

}  // namespace

void ForEachItem(const Plan& plan, std::uint64_t shard,
                 const std::function<void(const BulkInput& input, const ItemState& state)>& each) {
  const States states = StatesOf(plan, shard);
  static const ItemState kNothing;
  InputSources sources;
  sources.shard = plan.ShardFile(shard);
  InputList inputs(sources, InputDetails::kNameOnly);
  while (const auto input = inputs.Next()) {
    const auto state = states.find(input->name);
    each(*input, state == states.end() ? kNothing : state->second);
  }
}

PlanStatus StatusOf(const Plan& plan) {
  PlanStatus status;
  for (std::uint64_t shard = 0; shard < plan.shards; ++shard) {
    if (const auto record = ReadShardRecord(plan, shard)) {
      AddRecord(*record, &status);
      Extend(record->started_ns, record->finished_ns, &status);
    } else {
      AddUnfinished(plan, shard, &status);
    }
  }
  return status;
}

PlanVerdict Verify(
    const Plan& plan,
    const std::function<void(const BulkInput& input, const std::string& reason)>& problem) {
  PlanVerdict verdict;
  ProgressLine line;
  for (std::uint64_t shard = 0; shard < plan.shards; ++shard) {
    if (InterruptRequested()) throw Interrupted();
    std::vector<Checked> items;
    ForEachItem(plan, shard, [&](const BulkInput& input, const ItemState& state) {
      items.push_back({input, state, ""});
    });
    accel::ParallelBands(items.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) Check(&items[i]);
    });
    for (const Checked& item : items) {
      Count(item, &verdict);
      if (!item.problem.empty()) problem(item.input, item.problem);
    }
    line.Show({static_cast<double>(shard + 1) / static_cast<double>(plan.shards),
               static_cast<double>(shard + 1), "shards", ""});
  }
  return verdict;
}

}  // namespace lodestone::cli
