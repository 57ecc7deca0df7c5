#include "utilities/bulk/shard_run.hpp"

#include <unistd.h>

#include "utilities/bulk/bulk_run.hpp"
#include "utilities/bulk/shard_record.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/host_name.hpp"
#include "utilities/text/time_text.hpp"

namespace lodestone::cli {
namespace {

// Sorted by time, and nobody else's.
std::string OwnJournal(const Plan& plan, std::uint64_t shard) {
  return plan.JournalFolder(shard) + "/" + IsoTime(NowNanoseconds()) + "-" + HostName() + "-" +
         std::to_string(getpid()) + ".jsonl";
}

BulkSummary SummaryOf(const ShardRecord& record) {
  BulkSummary summary;
  summary.earlier = record.done;
  return summary;
}

}  // namespace

BulkSummary RunShard(const Plan& plan, std::uint64_t shard, const ShardRunSettings& settings) {
  const auto record = ReadShardRecord(plan, shard);
  if (record && record->failed == 0 && !settings.force) return SummaryOf(*record);
  BulkOptions options = plan.Options();
  if (options.Settings() != plan.settings) {
    throw CommandError("The options of the plan have another meaning here", plan.folder);
  }
  options.inputs = {};
  options.inputs.shard = plan.ShardFile(shard);
  options.other_journals = plan.Journals(shard);
  options.journal = OwnJournal(plan, shard);
  options.kept = plan.Files();
  options.force = settings.force;
  options.simulates = settings.simulates;
  const BulkSummary summary = RunBulkJob(options);
  if (summary.stopped.empty()) WriteShardRecord(plan, shard, RecordOf(summary));
  return summary;
}

}  // namespace lodestone::cli
