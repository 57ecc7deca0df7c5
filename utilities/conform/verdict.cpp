#include "utilities/conform/verdict.hpp"

#include "utilities/conform/pixel_digest.hpp"
#include "utilities/measure/timing.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/progress_monitor.hpp"

namespace lodestone::conform {
namespace {

Tally& TallyOf(const std::string& operation, Verdict* verdict) {
  auto& operations = verdict->operations;
  if (operations.empty() || operations.back().first != operation)
    operations.emplace_back(operation, Tally());
  return operations.back().second;
}

void Count(const Case& each, const CaseResult& result, const std::string& expected,
           Verdict* verdict) {
  const std::string found = result.pam.empty() ? "" : Sha256Of(result.pam);
  for (Tally* const tally : {&verdict->total, &TallyOf(each.operation, verdict)}) {
    ++tally->cases;
    ++(found.empty() ? tally->not_run : found == expected ? tally->equal : tally->different);
  }
  if (found != expected)
    verdict->failures.push_back({each.name(), expected, found, result.problem});
}

// Calls use(case, result) for each.
template <class Use>
void RunAll(const std::string& device, const std::vector<Case>& cases, const Listener& listener,
            const Use& use) {
  Target target(device);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    listener.before(i, cases[i]);
    const CaseResult result = target.Run(cases[i]);
    if (cli::InterruptRequested()) throw cli::Interrupted();
    listener.after(cases[i], result);
    use(cases[i], result);
  }
}

}  // namespace

Verdict Judge(const std::string& device, const std::vector<Case>& cases, const Digests& digests,
              const Listener& listener) {
  const measure::Stopwatch watch;
  Verdict verdict;
  verdict.device = device;
  RunAll(device, cases, listener, [&](const Case& each, const CaseResult& result) {
    Count(each, result, digests.at(each.name()), &verdict);
  });
  verdict.seconds = watch.Seconds();
  return verdict;
}

Digests DigestsOfCpu(const std::vector<Case>& cases, const Listener& listener) {
  Digests digests;
  RunAll("", cases, listener, [&](const Case& each, const CaseResult& result) {
    if (result.pam.empty()) throw cli::CommandError(each.name(), result.problem);
    digests[each.name()] = Sha256Of(result.pam);
  });
  return digests;
}

}  // namespace lodestone::conform
