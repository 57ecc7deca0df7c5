#include "utilities/bulk/isolated_item.hpp"

#include <sys/resource.h>

#include <csignal>
#include <cstring>
#include <fstream>
#include <optional>

#include "utilities/bulk/shard_line.hpp"
#include "utilities/bulk/staged_file.hpp"
#include "utilities/measure/process.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {
namespace {

constexpr int kSignalBase = 128;  // of the status of a process that a signal ended

std::string DeathText(int status) {
  const int signal = status - kSignalBase;
  const char* name = sigdescr_np(signal);
  return "The process ended by signal " + std::to_string(signal) +
         (name == nullptr ? "" : std::string(", ") + name) + ", for the second time";
}

}  // namespace

ItemRecord DoIsolated(const BulkOptions& options, const BulkInput& input) {
  const measure::TemporaryFolder folder;
  const std::string shard = (folder / "input.jsonl").string();
  const std::string journal = (folder / "journal.jsonl").string();
  StagedFile(shard, ShardLine(input)).Publish();
  Arguments words = {"/proc/self/exe", "bulk"};
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  words.insert(words.end(), {"-isolated", shard, "-journal", journal});
  const int status = measure::RunProcess(words).status;
  std::optional<ItemRecord> record;
  try {
    ForEachRecord(journal, [&](const ItemRecord& each) {
      if (!each.begun) record = each;
    });
  } catch (const CommandError&) {
    // There is none: it died before.
  }
  if (record) return *record;
  if (status > kSignalBase) throw CommandError(DeathText(status), input.name);
  throw CommandError("The process for this input alone did not work", input.name);
}

void PrepareForTheWorst() {
  std::ofstream("/proc/self/oom_score_adj") << 1000;
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

}  // namespace lodestone::cli
