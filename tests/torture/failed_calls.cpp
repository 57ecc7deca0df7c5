// Every allocation, opening, reading, writing and renaming of a file, and every start of a thread,
// failed in turn: while the library reads, writes and changes images, and in commands. Whatever
// fails, the result is right or there is an error that says why (one about memory if it was
// memory); nothing is left behind, files that were there stay whole, and the next call works.
//
//   failed_calls COUNT [SEED]
//   failed_calls only SCENARIO KIND NTH [lasting]   one case, as losses are described
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <numeric>

#include "config.h"
#include "tests/torture/campaign.hpp"
#include "tests/torture/fault_scenarios.hpp"

namespace lodestone::torture {
namespace {

namespace fs = std::filesystem;

template <typename Shared>
Shared* MakeShared(std::size_t count, int file) {
  const int flags = MAP_SHARED | (file < 0 ? MAP_ANONYMOUS : 0);
  void* const memory =
      mmap(nullptr, count * sizeof(Shared), PROT_READ | PROT_WRITE, flags, file, 0);
  if (memory == MAP_FAILED) std::abort();
  return new (memory) Shared[count]{};
}

FaultControl& Control() {
  static FaultControl& control =
      *MakeShared<FaultControl>(1, std::atoi(std::getenv(kControlVariable)));
  return control;
}

void Plan(CallKind kind, std::size_t nth, bool lasting) {
  FaultControl& control = Control();
  control.process = 0;
  control.kind = static_cast<std::uint32_t>(kind);
  control.nth = nth;
  control.lasting = lasting;
  control.struck = false;
  for (auto& seen : control.seen) seen = 0;
}

bool IsAboutMemory(const std::string& text) {
  return text.find("emory") != std::string::npos || text.find("malloc") != std::string::npos;
}

// Scenarios with what they do without faults.
class Trials {
 public:
  explicit Trials(std::vector<Scenario> scenarios)
      : scenarios_(std::move(scenarios)), healthy_(MakeShared<Healthy>(scenarios_.size(), -1)) {
    for (std::size_t i = 0; i < scenarios_.size(); ++i) RunAlone([&] { Measure(i); }, 60);
  }

  // One for each call of that kind that any scenario makes.
  std::size_t Cases(CallKind kind) const {
    std::size_t all = 0;
    for (std::size_t i = 0; i < scenarios_.size(); ++i) all += CasesOf(i, kind);
    return all;
  }

  Verdict Try(CallKind kind, std::size_t number) const { return Try(kind, Find(kind, number)); }

  struct Place {
    std::size_t scenario, nth;
    bool lasting;
  };
  Verdict Try(CallKind kind, const Place& place) const {
    const Scenario& scenario = scenarios_[place.scenario];
    Plan(kind, place.nth, place.lasting);
    const Outcome outcome = scenario.run(Control());
    if (!outcome.complaint.empty()) return Lost(outcome.complaint + ": " + outcome.reason);
    if (!Control().struck) return NotTried();
    const Healthy& healthy = healthy_[place.scenario];
    if (outcome.done && outcome.digest != healthy.digest) return Lost("a wrong result");
    if (!outcome.done && outcome.reason.empty()) return Lost("no reason");
    if (outcome.reason.find("Unknown error") != std::string::npos) return Lost(outcome.reason);
    if (!outcome.done && kind == CallKind::kAllocation && !IsAboutMemory(outcome.reason))
      return Lost("the reason does not name memory: " + outcome.reason);
    Plan(kind, 0, false);
    const Outcome again = scenario.run(Control());
    if (!again.done || again.digest != healthy.digest)
      return Lost("the next call fails: " + again.reason + again.complaint);
    return Survived();
  }

  std::string Describe(CallKind kind, std::size_t number) const {
    const Place place = Find(kind, number);
    return scenarios_[place.scenario].name + ", " + kCallNames[static_cast<std::size_t>(kind)] +
           " " + std::to_string(place.nth) + (place.lasting ? " and all later ones" : "");
  }

 private:
  struct Healthy {
    bool done;
    std::uint64_t digest;
    std::uint64_t seen[kCallKinds];
  };
  void Measure(std::size_t i) const {
    Plan(CallKind::kAllocation, 0, false);
    const Outcome outcome = scenarios_[i].run(Control());
    healthy_[i].done = outcome.done && outcome.complaint.empty();
    healthy_[i].digest = outcome.digest;
    for (std::size_t kind = 0; kind < kCallKinds; ++kind)
      healthy_[i].seen[kind] = Control().seen[kind];
  }

  // Each call fails once, and once with all later ones.
  std::size_t CasesOf(std::size_t scenario, CallKind kind) const {
    const Healthy& healthy = healthy_[scenario];
    return healthy.done ? 2 * healthy.seen[static_cast<std::size_t>(kind)] : 0;
  }

  Place Find(CallKind kind, std::size_t number) const {
    std::size_t scenario = 0;
    for (; number >= CasesOf(scenario, kind); ++scenario) number -= CasesOf(scenario, kind);
    return {scenario, number / 2 + 1, number % 2 != 0};
  }

  const std::vector<Scenario> scenarios_;
  Healthy* const healthy_;
};

struct Row {
  const char* fault;
  CallKind kind;
  bool commands;
  std::size_t percent;  // of the count
};
constexpr Row kRows[] = {
    {"failed allocations, library", CallKind::kAllocation, false, 35},
    {"failed allocations, commands", CallKind::kAllocation, true, 25},
    {"failed opens, library", CallKind::kOpen, false, 5},
    {"failed opens, commands", CallKind::kOpen, true, 5},
    {"failed reads, library", CallKind::kRead, false, 5},
    {"failed reads, commands", CallKind::kRead, true, 5},
    {"full disk, library", CallKind::kWrite, false, 5},
    {"full disk, commands", CallKind::kWrite, true, 5},
    {"failed renames, library", CallKind::kName, false, 3},
    {"failed renames, commands", CallKind::kName, true, 3},
    {"threads that do not start, library", CallKind::kThread, false, 2},
    {"threads that do not start, commands", CallKind::kThread, true, 2},
};

std::size_t TryRow(const Row& row, const Trials& trials, const Arguments& arguments) {
  const std::size_t cases = trials.Cases(row.kind);
  const auto order = Shuffled(cases, arguments.seed);
  Campaign campaign;
  campaign.fault = row.fault;
  campaign.cases = cases;
  campaign.wanted = arguments.count * row.percent / 100;
  campaign.at_a_time = 1;  // what is done once in a process fails, too
  campaign.run = [&](std::size_t i) { return trials.Try(row.kind, order(i)); };
  campaign.describe = [&](std::size_t i) { return trials.Describe(row.kind, order(i)); };
  return Run(campaign).lost;
}

// The program in a build tree is a script of libtool, which calls much that is not the program's.
std::string Program(const fs::path& build) {
  const fs::path program = build / ".libs" / "lodestone";
  return fs::exists(program) ? program.string() : (build / "lodestone").string();
}

// Runs this program again with failing_calls.so and the block that controls it.
[[noreturn]] void RunControlled(const fs::path& build, char** argv) {
  const fs::path library = build / "tests" / "torture" / "failing_calls.so";
  if (!fs::exists(library)) {
    std::fputs("skipped: failing_calls.so has not been built\n", stderr);
    std::exit(77);
  }
  const int block = memfd_create("failing calls", 0);
  if (block < 0 || ftruncate(block, sizeof(FaultControl)) != 0) std::exit(1);
  setenv(kControlVariable, std::to_string(block).c_str(), 1);
  setenv("LD_PRELOAD", library.c_str(), 1);
  const char* const others = std::getenv("LD_LIBRARY_PATH");
  setenv(
      "LD_LIBRARY_PATH",
      ((build / ".libs").string() + (others != nullptr ? std::string(":") + others : "")).c_str(),
      1);
  execv("/proc/self/exe", argv);
  std::exit(1);
}

int TryAll(const fs::path& build, const Arguments& arguments) {
  std::size_t lost = 0;
  for (const bool commands : {false, true}) {
    const Trials trials(commands ? CommandScenarios(Program(build), Control())
                                 : LibraryScenarios());
    for (const Row& row : kRows)
      if (row.commands == commands) lost += TryRow(row, trials, arguments);
  }
  return lost == 0 ? 0 : 1;
}

int TryOne(const fs::path& build, const std::vector<std::string>& words) {
  const auto kind = std::find(std::begin(kCallNames), std::end(kCallNames), words.at(1));
  std::vector<Scenario> scenarios = LibraryScenarios();
  for (Scenario& command : CommandScenarios(Program(build), Control()))
    scenarios.push_back(std::move(command));
  std::erase_if(scenarios, [&](const Scenario& s) { return s.name != words.at(0); });
  if (scenarios.empty() || kind == std::end(kCallNames)) {
    std::fputs("failed_calls: no such scenario or kind of call\n", stderr);
    return 2;
  }
  Campaign campaign;
  campaign.fault = words.at(0);
  campaign.cases = 1;
  const Trials trials(std::move(scenarios));
  campaign.run = [&](std::size_t) {
    return trials.Try(static_cast<CallKind>(kind - std::begin(kCallNames)),
                      {0, std::stoul(words.at(2)), words.size() > 3});
  };
  campaign.describe = [&](std::size_t) { return words.at(1) + " " + words.at(2); };
  return Run(campaign).lost == 0 ? 0 : 1;
}

int TryInFolder(const fs::path& build, int argc, char** argv) {
  const fs::path folder = fs::temp_directory_path() / ("failed-calls-" + std::to_string(getpid()));
  fs::create_directory(folder);
  fs::current_path(folder);
  MakeInputs();
  const int status = argc > 4 && argv[1] == std::string("only")
                         ? TryOne(build, {argv + 2, argv + argc})
                         : TryAll(build, ReadArguments(argc, argv, 1000));
  fs::current_path("/");
  fs::remove_all(folder);
  return status;
}

}  // namespace
}  // namespace lodestone::torture

int main(int argc, char** argv) {
  using namespace lodestone::torture;
#ifdef LS_WITH_ASAN
  std::fputs("skipped: the address sanitizer has allocations of its own\n", stderr);
  return 77;
#endif
  const char* const folder = std::getenv("LODESTONE_BUILD_DIR");
  const fs::path build = folder != nullptr ? fs::path(folder) : fs::current_path();
  if (std::getenv(kControlVariable) == nullptr) RunControlled(build, argv);
  setenv("MAGICK_ACCELERATE", "off", 1);
  return TryInFolder(build, argc, argv);
}
