// lodestone benchmark, GraphicsMagick's form: runs another command repeatedly.
#include "utilities/commands/benchmark.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <functional>
#include <thread>
#include <vector>

#include "accel/accelerate.h"
#include "magick/api.h"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/process_state.hpp"
#include "utilities/measure/timing.hpp"
#include "utilities/shell/progress_line.hpp"

namespace lodestone::cli {
namespace {

struct Request {
  unsigned long iterations = 0;  // 0: unlimited
  double duration = 0;           // seconds, 0: unlimited
  unsigned long step = 0;        // of threads, 0: as many as allowed
  bool csv = false;
  bool concurrent = false;  // as many runs at a time as there are threads
  std::string event_log;
  Arguments command;
};

struct Result {
  unsigned long threads = 0;
  unsigned long iterations = 0;
  double user = 0, elapsed = 0;  // seconds
  int status = 0;
};

double CpuSeconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

constexpr OwnOption kCommandOptions[] = {
    {"iterations", "n", "run the command n times", SetCount<Request, &Request::iterations>},
    {"duration", "s", "run the command for s seconds", SetSeconds<Request, &Request::duration>},
    {"concurrent", "", "run the command as often at a time as there are threads",
     Set<Request, &Request::concurrent>},
    {"stepthreads", "n", "repeat with n more threads each time", SetCount<Request, &Request::step>},
    {"rawcsv", "", "threads,iterations,user_time,elapsed_time", Set<Request, &Request::csv>},
    {"accelerate-log", "log", nullptr, Set<Request, &Request::event_log>},
    {"op", "", nullptr, nullptr},
    {"choice", "", nullptr, nullptr},
};

Request ParseRequest(const Arguments& arguments) {
  Request request;
  request.command = ParseOwn(kCommandOptions, arguments, Words::kLast, &request);
  if (request.iterations == 0 && request.duration == 0) request.iterations = 1;
  return request;
}

// Whichever limit is reached first.
double ShareDone(const Request& request, unsigned long iterations, double seconds) {
  const double of_iterations =
      request.iterations == 0
          ? 0
          : static_cast<double>(iterations) / static_cast<double>(request.iterations);
  const double of_duration = request.duration == 0 ? 0 : seconds / request.duration;
  return std::max(of_iterations, of_duration);
}

// The runs of a command, by one or several threads.
class Runs {
 public:
  explicit Runs(const Request& request) : request_(request) {}

  // Runs `command` until enough is done, and calls before_run with the number done before each.
  void Work(const std::function<int()>& command,
            const std::function<void(unsigned long)>& before_run) {
    while (MayBegin()) {
      before_run(done_);
      const int status = RunGuarded(command);
      if (status != 0) status_ = status;
      ++done_;
    }
  }

  double seconds() const { return watch_.Seconds(); }
  unsigned long done() const { return done_; }
  int status() const { return status_; }

 private:
  // One run there is, however short the time.
  bool MayBegin() {
    const unsigned long before = begun_++;
    return before == 0 ||
           (status_ == 0 && (request_.iterations == 0 || before < request_.iterations) &&
            (request_.duration == 0 || seconds() < request_.duration));
  }

  const Request& request_;
  const measure::Stopwatch watch_;
  std::atomic<unsigned long> begun_{0}, done_{0};
  std::atomic<int> status_{0};
};

Result Measure(const Command& command, const CommandContext& context, const Request& request,
               unsigned long threads) {
  const std::string& name = request.command[0];
  const Arguments arguments(request.command.begin() + 1, request.command.end());
  MessageTarget* const messages = CurrentMessageTarget();
  const auto run = [&] { return RunWithin(context, command, arguments); };
  ProgressLine progress;
  const double user = CpuSeconds();
  Runs runs(request);
  {
    std::vector<std::jthread> others;
    for (unsigned long i = 1; request.concurrent && i < threads; ++i)
      others.emplace_back([&] {
        const MessageScope scope(messages);
        runs.Work(run, [](unsigned long) {});
      });
    runs.Work(run, [&](unsigned long done) {
      progress.Show({ShareDone(request, done, runs.seconds()), static_cast<double>(done),
                     "iterations", name});
    });
  }
  return {threads, runs.done(), CpuSeconds() - user, runs.seconds(), runs.status()};
}

Result MeasureNamed(const CommandContext& context, const Request& request, unsigned long threads) {
  const std::string& name = request.command[0];
  const Command& command = RequireCommand(name);
  Result result;
  result.status = RunNamed(std::string(GetClientName()) + " " + name, [&] {
    result = Measure(command, context, request, threads);
    return result.status;
  });
  return result;
}

double Rate(double count, double seconds) {
  return count / std::max(seconds, 1e-12);
}

// The serial share of the work, from the speed-up with `threads`.
double KarpFlatt(double speedup, double threads) {
  if (threads <= 1) return 1;
  return (1 / speedup - 1 / threads) / (1 - 1 / threads);
}

void Print(const Request& request, const Result& result, const Result& first) {
  const double iterations = static_cast<double>(result.iterations);
  if (request.csv) {
    std::fprintf(stderr, "\"%lu\",\"%lu\",\"%.2f\",\"%g\"\n", result.threads, result.iterations,
                 result.user, result.elapsed);
    return;
  }
  const double rate = Rate(iterations, result.elapsed);
  std::fprintf(stderr,
               "Results: %lu threads %lu iter %.2fs user %.6fs total %.3f iter/s %.3f iter/cpu",
               result.threads, result.iterations, result.user, result.elapsed, rate,
               Rate(iterations, result.user));
  if (request.step != 0) {
    const double speedup = rate / Rate(static_cast<double>(first.iterations), first.elapsed);
    std::fprintf(stderr, " %.2f speedup %.3f karp-flatt", speedup,
                 KarpFlatt(speedup, static_cast<double>(result.threads)));
  }
  std::fprintf(stderr, "\n");
}

std::vector<unsigned long> ThreadCounts(unsigned long step, unsigned long limit) {
  if (step == 0) return {limit};
  std::vector<unsigned long> counts = {1};
  for (unsigned long count = step == 1 ? 2 : step; count < limit; count += step) {
    if (count > 1) counts.push_back(count);
  }
  if (limit > 1) counts.push_back(limit);
  return counts;
}

}  // namespace

void LogEventsTo(const std::string& filename) {
  if (filename.empty()) return;
  NoteChange(ProcessSetting::kAccelerateLog);
  OpenAccelerateLog(filename);
}

int BenchmarkCommand(const CommandContext& context, const Arguments& arguments) {
  const Request request = ParseRequest(arguments);
  if (request.command.empty()) RefuseNoArguments(context, kBenchmarkCommand);
  LogEventsTo(request.event_log);
  const auto limit = static_cast<unsigned long>(GetMagickResourceLimit(ThreadsResource));
  if (request.csv) {
    std::fprintf(stderr, "\"Threads\",\"Iterations\",\"User Time\",\"Elapsed Time\"\n");
  }
  Result first;
  int status = 0;
  for (const unsigned long threads : ThreadCounts(request.step, limit)) {
    SetMagickResourceLimit(ThreadsResource, static_cast<magick_int64_t>(threads));
    const Result result = MeasureNamed(context, request, threads);
    if (first.iterations == 0) first = result;
    Print(request, result, first);
    status = result.status;
    if (status != 0) break;
  }
  SetMagickResourceLimit(ThreadsResource, static_cast<magick_int64_t>(limit));
  return status;
}

namespace {

int RunBenchmark(const CommandContext& context, const Arguments& arguments) {
  if (AsksForHelp(arguments)) {
    PrintUsage(context, kBenchmarkCommand);
    return 0;
  }
  // The options of the other command are not this one's.
  if (!arguments.empty() && arguments[0] == "-choice") return BenchmarkChoice(context, arguments);
  const bool in_memory = std::ranges::find(arguments, "-op") != arguments.end();
  return in_memory ? BenchmarkInMemory(context, arguments) : BenchmarkCommand(context, arguments);
}

constexpr OwnOption kSharedOptions[] = {
    {"accelerate-log", "log",
     "append a record per call, for events compare\n(.jsonl: JSON Lines, else text)", nullptr},
};

constexpr HelpPart kBenchmarkHelp[] = {
    {"", "", Shown<kSharedOptions>},
    {"", "The first form runs a whole command repeatedly, including file access.",
     Shown<kCommandOptions>},
    {"",
     "The second form reads an image once and times operations of convert in memory; it prints\n"
     "first, minimum and median time.",
     MemoryOptions},
    {"",
     "The third form times CPU, device and automatic choice on a grid of sizes and ratios, and\n"
     "rates the choice.",
     ChoiceOptions},
    {"Examples",
     "  $ -iterations 10 convert in.png -resize 50% null:\n"
     "  $ -iterations 20 -op \"-scale 50%\" -op \"-resize 50%\" in.jpg"},
};

}  // namespace

const Command kBenchmarkCommand = {
    .name = "benchmark",
    .summary = "benchmark one of the other commands, or operations in memory",
    .run = RunBenchmark,
    .synopsis =
        "$ [-iterations n | -duration seconds] [-concurrent]\n"
        "                 [-stepthreads n] [-rawcsv] [-accelerate-log log] command ...\n"
        "$ [-iterations n] [-threads n] [-accelerator cpu|opencl|auto] [-json]\n"
        "                 [-accelerate-log log] -op \"options\" [-op \"options\" ...] image\n"
        "$ -choice [-limit side] [-iterations n] [-resident] [-json]\n"
        "                 [-accelerate-log log]",
    .more = kBenchmarkHelp,
};

}  // namespace lodestone::cli
