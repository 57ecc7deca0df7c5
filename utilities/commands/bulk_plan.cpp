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
#include "utilities/shell/progress_monitor.hpp"
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

// The directory that is the first of the words, which it is removed from.
std::string TakeFolder(Arguments* words, const char* of = "a plan") {
  if (words->empty() || words->front().empty())
    throw CommandError(std::string("Missing the directory of ") + of);
  const std::string folder = words->front();
  if (folder[0] == '-') throw UnrecognizedOption(folder, {});
  words->erase(words->begin());
  return fs::absolute(folder).lexically_normal().string();
}

// The only one.
std::string FolderIn(Arguments words) {
  const std::string folder = TakeFolder(&words);
  if (!words.empty()) throw CommandError("Unrecognized argument", words[0]);
  return folder;
}

// The last one of the two holds.
constexpr OwnOption kCountOptions[] = {
    {"shards", "n", "divide the inputs into n shards",
     [](void* count, const OwnUse& use) {
       *static_cast<ShardCount*>(count) = {ParseCount(use.option, use.value), std::nullopt};
     },
     kAnyValue},
    {"shard-size", "n", "n inputs in each shard (1000)",
     [](void* count, const OwnUse& use) {
       *static_cast<ShardCount*>(count) = {std::nullopt, ParseCount(use.option, use.value)};
     },
     kAnyValue},
};

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
  ShardCount count{std::nullopt, kItemsPerShard};
  Arguments words = ParseOwn(kCountOptions, arguments, Words::kLast, &count);
  const std::string folder = TakeFolder(&words);
  Describe(MakePlan(folder, ParseBulkOptions(words), count));
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

struct RunRequest {
  ShardRunSettings settings;
  std::optional<std::uint64_t> shard;
  bool json = false;
};

constexpr OwnOption kRunOptions[] = {
    {"shard", "k",
     "only this one; else those of its place in Slurm, MPI, PBS or\nKubernetes, else all",
     SetCount<RunRequest, &RunRequest::shard, 0>, kAnyValue},
    {"force", "", "do everything again, whatever the journal says",
     [](void* request, const OwnUse&) {
       static_cast<RunRequest*>(request)->settings.force = true;
     }},
    {"simulate", "", nullptr,
     [](void* request, const OwnUse&) {
       static_cast<RunRequest*>(request)->settings.simulates = true;
     }},
    {"json", "", "print the summary as JSON", Set<RunRequest, &RunRequest::json>},
};

int RunRun(const Arguments& arguments) {
  RunRequest request;
  const Plan plan = Enter(FolderIn(ParseOwn(kRunOptions, arguments, Words::kLast, &request)));
  BulkSummary total;
  for (const std::uint64_t each : ShardsToRun(plan, request.shard)) {
    Add(RunShard(plan, each, request.settings), &total);
    if (InterruptRequested() || !total.stopped.empty()) break;
  }
  request.json ? static_cast<void>(std::printf("%s\n", SummaryJson(total, "").c_str()))
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

struct StatusRequest {
  bool json = false;
};

constexpr OwnOption kStatusOptions[] = {
    {"json", "", "print JSON", Set<StatusRequest, &StatusRequest::json>}};

int RunStatus(const Arguments& arguments) {
  StatusRequest request;
  const Plan plan = ReadPlan(FolderIn(ParseOwn(kStatusOptions, arguments, Words::kLast, &request)));
  const PlanStatus status = StatusOf(plan);
  if (request.json) {
    std::printf("%s\n", StatusJson(plan, status).c_str());
  } else {
    PrintStatus(plan, status);
  }
  return 0;
}

int RunVerify(const Arguments& arguments) {
  const Plan plan = Enter(FolderIn(arguments));
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
  ShardCount count{std::nullopt, kItemsPerShard};
  Arguments words = ParseOwn(kCountOptions, arguments, Words::kLast, &count);
  const std::string folder = TakeFolder(&words), new_folder = TakeFolder(&words, "the new plan");
  if (!words.empty()) throw CommandError("Unrecognized argument", words[0]);
  const Plan plan = Enter(folder);
  InputSpool list(new_folder + ".inputs");
  Verify(plan, [&](const BulkInput& input, const std::string&) { list.Add(input); });
  BulkOptions options = plan.Options();
  options.inputs = {};
  options.inputs.shard = list.Finish();
  Describe(MakePlan(new_folder, options, count));
  return 0;
}

}  // namespace

const Subcommand kPlanCommand = {
    .name = "plan",
    .synopsis =
        "[-shards n | -shard-size n] directory [options of bulk] -output template input ...",
    .text = "Divides the inputs into shards, to be done by any number of machines.",
    .options = Shown<kCountOptions>,
    .run = RunPlan,
};

const Subcommand kRunCommand = {
    .name = "run",
    .synopsis = "[-shard k] [-force] [-json] directory",
    .text = "Does shards of a plan.",
    .options = Shown<kRunOptions>,
    .run = RunRun,
};

const Subcommand kStatusCommand = {
    .name = "status",
    .synopsis = "[-json] directory",
    .text = "Shows what is done, how fast, where, and why inputs failed.",
    .options = Shown<kStatusOptions>,
    .run = RunStatus,
};

const Subcommand kVerifyCommand = {
    .name = "verify",
    .synopsis = "directory",
    .text = "Reads all outputs, and tells what is missing, damaged or failed.",
    .options = nullptr,
    .run = RunVerify,
};

const Subcommand kRetryCommand = {
    .name = "retry",
    .synopsis = "[-shards n | -shard-size n] directory new-directory",
    .text = "Makes a plan of what verify finds missing, damaged or failed.",
    .options = Shown<kCountOptions>,
    .run = RunRetry,
};

}  // namespace lodestone::cli
