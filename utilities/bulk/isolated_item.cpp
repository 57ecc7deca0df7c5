#include "utilities/bulk/isolated_item.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <limits>
#include <optional>
#include <thread>
#include <utility>

#include "utilities/bulk/bulk_summary.hpp"
#include "utilities/bulk/journal_file.hpp"
#include "utilities/bulk/shard_line.hpp"
#include "utilities/bulk/staged_file.hpp"
#include "utilities/measure/process.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/progress_monitor.hpp"

namespace lodestone::cli {
namespace {

constexpr int kSignalBase = 128;  // of the status of a process that a signal ended

std::string DeathText(int status, std::uint64_t seconds) {
  const int signal = status - kSignalBase;
  if (signal == SIGALRM) {
    return "Not done after " + std::to_string(seconds) + " seconds in a process of its own";
  }
  const char* name = sigdescr_np(signal);
  return "The process ended by signal " + std::to_string(signal) +
         (name == nullptr ? "" : std::string(", ") + name) + ", for the second time";
}

// Why the process stopped, which it says in the file if it can.
std::string StopText(const std::string& name, int status) {
  std::string last;
  std::ifstream file(name);
  for (std::string line; std::getline(file, line);) last = line;
  if (last.empty() && measure::NotStarted(status)) return "Unable to start a process for one input";
  if (last.empty()) return "The process for one input ended with status " + std::to_string(status);
  const auto begin = last.find(kStopped);
  if (begin == std::string::npos) return "The process for one input did not work: " + last;
  last.erase(0, begin + std::strlen(kStopped));
  return last.substr(0, last.rfind('.'));
}

bool HasEnded(pid_t child) {
  siginfo_t end{};
  const int result = waitid(P_PID, static_cast<id_t>(child), &end, WEXITED | WNOHANG | WNOWAIT);
  return result != 0 || end.si_pid == child;
}

// Its exit status. A signal that ends this process ends that one, too.
int Await(pid_t child) {
  bool told = false;
  while (child > 0 && !HasEnded(child)) {
    if (InterruptRequested() && !std::exchange(told, true)) kill(child, SIGTERM);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return measure::WaitFor(child).status;
}

}  // namespace

ItemRecord DoIsolated(const BulkOptions& options, const BulkInput& input) {
  const FolderOfJournal folder(options.journal);
  const std::string shard = folder / "input.jsonl";
  const std::string journal = folder / "journal.jsonl";
  const std::string messages = folder / "messages";
  StagedFile(shard, ShardLine(input)).Publish();
  Arguments words = {measure::OwnProgram(), "bulk"};
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  for (const std::string& kept : options.kept) words.insert(words.end(), {"-keep", kept});
  words.insert(words.end(), {"-isolated", shard, "-journal", journal});
  const int status = Await(measure::StartProcess(words, {}, "/dev/null", messages));
  std::optional<ItemRecord> record;
  try {
    ForEachRecord(journal, [&](const ItemRecord& each) {
      if (!each.begun) record = each;
    });
  } catch (const CommandError&) {
    // There is none: it died before.
  }
  if (record) {
    for (const std::string& warning : record->warnings) {
      if (std::ranges::count(options.warnings, warning) != 0) continue;
      PrintMessage(CommandError(warning).WithSeverity(WarningException));
    }
    return *record;
  }
  if (status > kSignalBase) {
    throw CommandError(DeathText(status, options.isolated_seconds), input.name);
  }
  throw RunError(StopText(messages, status));
}

void PrepareForTheWorst(std::uint64_t seconds) {
  alarm(static_cast<unsigned>(std::min<std::uint64_t>(seconds, std::numeric_limits<int>::max())));

  std::ofstream("/proc/self/oom_score_adj") << 1000;
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

}  // namespace lodestone::cli
