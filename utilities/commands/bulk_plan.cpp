#include "utilities/commands/bulk_plan.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "utilities/bulk/bulk_summary.hpp"
#include "utilities/bulk/plan_maker.hpp"
#include "utilities/bulk/plan_state.hpp"
#include "utilities/bulk/shard_line.hpp"
#include "utilities/bulk/shard_place.hpp"
#include "utilities/bulk/shard_run.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/ordinary_output.hpp"
#include "utilities/shell/count_argument.hpp"
#include "utilities/shell/progress_monitor.hpp"
#include "utilities/shell/value_argument.hpp"
#include "utilities/text/json_text.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kItemsPerShard = 1000;
constexpr std::uint64_t kProblemsShown = 20;

unsigned long long Ull(std::uint64_t number) {
  return number;
}

// The options in front of the first other argument, which they are removed with.
class Switches {
 public:
  explicit Switches(const Arguments& arguments) : arguments_(arguments) {}

  bool Has(const char* name) {
    if (std::find(known_.begin(), known_.end(), name) == known_.end()) known_.emplace_back(name);
    if (AtEnd() || arguments_[position_] != name) return false;
    ++position_;
    return true;
  }
  std::optional<std::uint64_t> Number(const char* name, std::uint64_t least) {
    if (!Has(name)) return std::nullopt;
    if (AtEnd()) throw MalformedArgument(name);
    return ParseCount(name, arguments_[position_++], least);
  }
  std::string Folder(const char* of = "a plan") {
    if (AtEnd() || arguments_[position_].empty()) {
      throw CommandError(std::string("Missing the directory of ") + of);
    }
    if (arguments_[position_][0] == '-') {
      throw UnrecognizedOption(arguments_[position_], known_);
    }
    return fs::absolute(arguments_[position_++]).lexically_normal().string();
  }
  bool AtEnd() const { return position_ == arguments_.size(); }
  Arguments Rest() const {
    return {arguments_.begin() + static_cast<std::ptrdiff_t>(position_), arguments_.end()};
  }
  void ExpectEnd() const {
    if (!AtEnd()) throw CommandError("Unrecognized argument", arguments_[position_]);
  }

 private:
  const Arguments& arguments_;
  std::size_t position_ = 0;
  std::vector<std::string_view> known_;
};

// Nothing that is no option for the number of shards is taken.
bool TakeCount(Switches* switches, ShardCount* count) {
  if (const auto shards = switches->Number("-shards", 1)) {
    *count = {shards, std::nullopt};
  } else if (const auto items = switches->Number("-shard-size", 1)) {
    *count = {std::nullopt, items};
  } else {
    return false;
  }
  return true;
}

// Reads the plan, and goes to where its names are relative to.
Plan Enter(const std::string& folder) {
  Plan plan = ReadPlan(folder);
  if (chdir(plan.directory.c_str()) != 0) {
    throw CommandError("Unable to enter the directory of the plan", plan.directory, errno);
  }
  return plan;
}

void Describe(const Plan& plan) {
  std::printf("%s: %s in %s\n", TextFor(stdout, plan.folder).c_str(),
              Counted(plan.items, "input", "inputs").c_str(),
              Counted(plan.shards, "shard", "shards").c_str());
}

int RunPlan(const Arguments& arguments) {
  Switches switches(arguments);
  ShardCount count{std::nullopt, kItemsPerShard};
  while (TakeCount(&switches, &count)) {
  }
  const std::string folder = switches.Folder();
  Describe(MakePlan(folder, ParseBulkOptions(switches.Rest()), count));
  return 0;
}

// The shards to do: the one given, else those of this process's place in its engine, else all.
std::vector<std::uint64_t> ShardsToRun(const Plan& plan, std::optional<std::uint64_t> shard) {
  if (shard) return ShardPlace{*shard, 0, "-shard"}.Shards(plan.shards);
  const auto place = PlaceFromEnvironment();
  return place.value_or(ShardPlace{0, 1, ""}).Shards(plan.shards);
}

void Add(const BulkSummary& shard, BulkSummary* total) {
  total->done += shard.done;
  total->failed += shard.failed;
  total->warned += shard.warned;
  total->earlier += shard.earlier;
  total->outputs += shard.outputs;
  total->pixels += shard.pixels;
  total->bytes_read += shard.bytes_read;
  total->bytes_written += shard.bytes_written;
  total->seconds += shard.seconds;
  total->failures.insert(total->failures.end(), shard.failures.begin(), shard.failures.end());
  total->stopped = shard.stopped;
}

int RunRun(const Arguments& arguments) {
  Switches switches(arguments);
  ShardRunSettings settings;
  std::optional<std::uint64_t> shard;
  bool json = false;
  for (bool more = true; more;) {
    const auto number = switches.Number("-shard", 0);
    if (number) shard = number;
    more = number.has_value();
    if (switches.Has("-force")) more = settings.force = true;
    if (switches.Has("-simulate")) more = settings.simulates = true;
    if (switches.Has("-json")) more = json = true;
  }
  const Plan plan = Enter(switches.Folder());
  switches.ExpectEnd();
  BulkSummary total;
  for (const std::uint64_t each : ShardsToRun(plan, shard)) {
    Add(RunShard(plan, each, settings), &total);
    if (InterruptRequested() || !total.stopped.empty()) break;
  }
  json ? static_cast<void>(std::printf("%s\n", SummaryJson(total, "").c_str()))
       : PrintSummary(total, "");
  if (!total.stopped.empty()) throw CommandError(kStopped + total.stopped);
  return total.complete() ? 0 : 1;
}

double SecondsOf(const PlanStatus& status) {
  return static_cast<double>(status.latest_ns - status.started_ns) * 1e-9;
}

void PrintStatus(const Plan& plan, const PlanStatus& status) {
  Describe(plan);
  const std::uint64_t finished = status.done + status.failed;
  std::printf("done %llu (%.1f%%)%s, failed %llu, to do %llu; %llu of %llu shards finished\n",
              Ull(status.done),
              100.0 * static_cast<double>(status.done) / static_cast<double>(plan.items),
              WarnedText(status.warned).c_str(), Ull(status.failed),
              Ull(plan.items - std::min(plan.items, finished)), Ull(status.shards_finished),
              Ull(plan.shards));
  const double seconds = SecondsOf(status);
  if (seconds > 0) {
    std::printf("%.3g inputs/s", static_cast<double>(status.done) / seconds);
    if (finished < plan.items) {
      const double each = seconds / static_cast<double>(finished);
      std::printf(", about %.0f s left", static_cast<double>(plan.items - finished) * each);
    }
    std::printf("\n");
  }
  for (const auto& [host, count] : status.hosts) {
    std::printf("host %s: %llu done\n", Printable(host).c_str(), Ull(count));
  }
  for (const auto& [device, count] : status.devices) {
    std::printf("device %s: %llu done\n", Printable(device).c_str(), Ull(count));
  }
  for (const auto& [warning, count] : status.warnings) {
    std::printf("warned %llu: %s\n", Ull(count), Printable(warning).c_str());
  }
  for (const auto& [reason, count] : status.reasons) {
    std::printf("failed %llu: %s\n", Ull(count), Printable(reason).c_str());
  }
}

std::string StatusJson(const Plan& plan, const PlanStatus& status) {
  JsonText text;
  text.AddNumber("items", static_cast<double>(plan.items))
      .AddNumber("done", static_cast<double>(status.done))
      .AddNumber("warned", static_cast<double>(status.warned))
      .AddNumber("failed", static_cast<double>(status.failed))
      .AddNumber("shards", static_cast<double>(plan.shards))
      .AddNumber("shards_finished", static_cast<double>(status.shards_finished))
      .AddNumber("seconds", SecondsOf(status))
      .AddCounts("hosts", "host", status.hosts)
      .AddCounts("devices", "device", status.devices)
      .AddCounts("warnings", "warning", status.warnings)
      .AddCounts("failures", "reason", status.reasons);
  return text.Object();
}

int RunStatus(const Arguments& arguments) {
  Switches switches(arguments);
  const bool json = switches.Has("-json");
  const Plan plan = ReadPlan(switches.Folder());
  switches.ExpectEnd();
  const PlanStatus status = StatusOf(plan);
  if (json) {
    std::printf("%s\n", StatusJson(plan, status).c_str());
  } else {
    PrintStatus(plan, status);
  }
  return 0;
}

int RunVerify(const Arguments& arguments) {
  Switches switches(arguments);
  const Plan plan = Enter(switches.Folder());
  switches.ExpectEnd();
  std::uint64_t problems = 0;
  const PlanVerdict verdict = Verify(plan, [&](const BulkInput& input, const std::string& reason) {
    if (++problems > kProblemsShown) return;
    std::printf("%s\n", FailureText(input.name, reason).c_str());
  });
  if (problems > kProblemsShown) std::printf("and %llu more\n", Ull(problems - kProblemsShown));
  std::printf(
      "%llu inputs: %llu done%s, %llu failed, %llu missing, %llu with damaged outputs, "
      "%llu done more than once (%llu with different results)\n",
      Ull(plan.items), Ull(verdict.done), WarnedText(verdict.warned).c_str(), Ull(verdict.failed),
      Ull(verdict.missing), Ull(verdict.damaged), Ull(verdict.repeated), Ull(verdict.differed));
  return verdict.complete() ? 0 : 1;
}

int RunRetry(const Arguments& arguments) {
  Switches switches(arguments);
  ShardCount count{std::nullopt, kItemsPerShard};
  while (TakeCount(&switches, &count)) {
  }
  const std::string folder = switches.Folder(), new_folder = switches.Folder("the new plan");
  switches.ExpectEnd();
  const Plan plan = Enter(folder);
  InputSpool list(new_folder + ".inputs");
  Verify(plan, [&](const BulkInput& input, const std::string&) { list.Add(input); });
  BulkOptions options = plan.Options();
  options.inputs = {};
  options.inputs.shard = list.Finish();
  Describe(MakePlan(new_folder, options, count));
  return 0;
}

constexpr PlanCommand kCommands[] = {
    {"plan", "[-shards n | -shard-size n] directory [options of bulk] -output template input ...",
     "divides the inputs into shards (of 1000), to be done by any number of machines", RunPlan},
    {"run", "[-shard k] [-force] [-json] directory",
     "does a shard; without -shard those of its place in Slurm, MPI, PBS or Kubernetes, else all",
     RunRun},
    {"status", "[-json] directory", "shows what is done, how fast, where, and why inputs failed",
     RunStatus},
    {"verify", "directory", "reads all outputs, and tells what is missing, damaged or failed",
     RunVerify},
    {"retry", "[-shards n | -shard-size n] directory new-directory",
     "makes a plan of what verify finds missing, damaged or failed", RunRetry},
};

}  // namespace

const PlanCommand* FindPlanCommand(const std::string& name) {
  const auto found = std::find_if(std::begin(kCommands), std::end(kCommands),
                                  [&](const PlanCommand& each) { return name == each.name; });
  return found == std::end(kCommands) ? nullptr : found;
}

std::string MeantPlanCommand(const std::string& name) {
  std::vector<std::string> names;
  for (const PlanCommand& command : kCommands) names.emplace_back(command.name);
  return MeantWord(name, names);
}

void PrintPlanCommand(const std::string& program, const PlanCommand& command) {
  std::printf("  %s bulk %s %s\n      %s\n", program.c_str(), command.name, command.arguments,
              command.help);
}

void PrintPlanCommands(const std::string& program) {
  for (const PlanCommand& command : kCommands) PrintPlanCommand(program, command);
}

}  // namespace lodestone::cli
