// lodestone events compare: one log against another.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "utilities/shell/command_error.hpp"
#include "utilities/events/read/compare_fetches.hpp"
#include "utilities/events/compare/compare_report.hpp"
#include "utilities/events/output_file.hpp"
#include "utilities/events/subcommand.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kMaxLogs = 26;  // letters

struct Request {
  bool json = false;
  bool by_accelerator = false;
  std::optional<double> fail_if_slower;  // percent
  std::string chart;
  Arguments logs;
};

double ParsePercent(const std::string& option, const std::string& value) {
  std::string text = value;
  if (!text.empty() && text.back() == '%') text.pop_back();
  double percent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), percent);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (!whole || !(percent >= 0) || std::isinf(percent)) throw MalformedArgument(option, value);
  return percent;
}

constexpr OwnOption kCompareOptions[] = {
    {"json", "", "print JSON", Set<Request, &Request::json>},
    {"by-accelerator", "", "compare only calls on the same accelerator",
     Set<Request, &Request::by_accelerator>},
    {"fail-if-slower", "percent",
     "exit status 1 if anything is significantly slower, by more than that",
     [](void* request, const OwnUse& use) {
       static_cast<Request*>(request)->fail_if_slower = ParsePercent(use.option, use.value);
     }},
    {"chart", "file.svg", "also draw the ratios, as SVG", Set<Request, &Request::chart>},
    {"picture", "file.svg", nullptr, Set<Request, &Request::chart>},
};

Request ParseRequest(const Arguments& arguments) {
  Request request;
  request.logs = ParseOwn(kCompareOptions, arguments, Words::kAmong, &request);
  if (request.logs.size() < 2) throw CommandError("Missing a log filename, two are compared");
  if (request.logs.size() > kMaxLogs) throw CommandError("Too many logs");
  if (std::count(request.logs.begin(), request.logs.end(), "-") > 1) {
    throw CommandError("Standard input can be read only once");
  }
  return request;
}

ComparedLog ReadComparedLog(const std::string& file, std::size_t place, bool by_accelerator) {
  ComparedLog log{
      std::string(1, static_cast<char>('A' + place)), file, LogSide(by_accelerator), {}};
  FetchJoiner fetches([&](const EventRecord& record) { log.side.Add(record); });
  log.damage = ReadLogs({file}, [&](const EventRecord& record) { fetches.Add(record); });
  fetches.Finish();
  return log;
}

// Titles of the operations that are significantly slower, and by more than `percent`.
std::vector<std::string> FindSlowdowns(const Comparison& comparison, double percent) {
  std::vector<std::string> found;
  bool any_judged = false;
  for (const WorkComparison& work : comparison.works) {
    for (const auto& [times, calls] :
         {std::pair(&work.warm, "later calls"), std::pair(&work.cold, "first calls")}) {
      if (!*times || (*times)->verdict == Verdict::kTooFewCalls) continue;
      any_judged = true;
      const double ratio = (*times)->ratio.ratio;
      if ((*times)->verdict != Verdict::kSlower || ratio <= 1 + percent / 100) continue;
      found.push_back(work.key.Title() + ", " + calls + ": " + RatioText(ratio));
    }
  }
  // What could not be judged must not pass as fast.
  if (!any_judged) {
    throw CommandError("Too few calls of the same operation to tell whether it is slower",
                       Format("%zu in each log at least", kMinValues));
  }
  return found;
}

void FailIfSlower(const std::vector<ComparedLog>& logs, const std::vector<Comparison>& comparisons,
                  double percent) {
  std::size_t count = 0;
  std::string first;
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    for (const std::string& work : FindSlowdowns(comparisons[i], percent)) {
      if (count++ == 0) first = logs[i + 1].name + ", " + work + " times as long";
    }
  }
  if (count == 0) return;
  if (count > 1) first += Format("; and %zu more", count - 1);
  throw CommandError(Format("Slower by more than %g%%", percent), first);
}

int RunCompareEvents(const Arguments& arguments) {
  const Request request = ParseRequest(arguments);
  if (!request.chart.empty()) RequireReplaceable(request.chart, kChart, request.logs);
  std::vector<ComparedLog> logs;
  for (const std::string& file : request.logs) {
    logs.push_back(ReadComparedLog(file, logs.size(), request.by_accelerator));
  }
  std::vector<Comparison> comparisons;
  for (std::size_t i = 1; i < logs.size(); ++i) {
    comparisons.push_back(Compare(logs[0].side, logs[i].side));
    if (comparisons.back().works.empty()) {
      throw CommandError("The logs have no operation in common",
                         logs[0].file + ", " + logs[i].file);
    }
  }
  request.json ? PrintComparisonsJson(logs, comparisons) : PrintComparisons(logs, comparisons);
  if (!request.chart.empty()) {
    WriteFile(request.chart, kChart, ComparisonChart(logs, comparisons), request.logs);
  }
  if (request.fail_if_slower) FailIfSlower(logs, comparisons, *request.fail_if_slower);
  return 0;
}

}  // namespace

const Subcommand kCompareEvents = {
    .name = "compare",
    .synopsis =
        "[-json] [-by-accelerator] [-fail-if-slower percent]\n"
        "           [-chart file.svg] log log [log ...]",
    .text =
        "Compares the times of each log with the first one: the ratio of the medians with\n"
        "its 95% interval (bootstrap), separately for first calls and those that\n"
        "compiled, loaded, opened or tested something, and later ones, and whether that\n"
        "is faster, slower or no difference (also if below 1%); fewer than 5 calls are\n"
        "too few to tell. Calls are compared if operation, sizes and channels are the\n"
        "same, on any accelerator; logs without sizes by operation.",
    .options = Shown<kCompareOptions>,
    .run = RunCompareEvents,
};

}  // namespace lodestone::cli
