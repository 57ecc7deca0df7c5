// lodestone events summarize: statistics of logs.
#include <cerrno>
#include <cstdio>

#include "base/printable_text.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/value_argument.hpp"
#include "utilities/events/read/log_reader.hpp"
#include "utilities/events/subcommand.hpp"
#include "utilities/events/summary/summary.hpp"
#include "utilities/events/summary/summary_output.hpp"

namespace lodestone::cli {
namespace {

constexpr std::string_view kSummarizeOptions[] = {"-json", "-csv"};

enum class Layout { kText, kJson, kCsv };

void Print(const EventSummary& summary, const LogDamage& damage, Layout layout) {
  std::string text;
  switch (layout) {
    case Layout::kText:
      text = TextFor(stdout, SummaryText(summary, damage));
      break;
    case Layout::kJson:
      text = SummaryJson(summary, damage);
      break;
    case Layout::kCsv:
      text = SummaryCsv(summary);
      std::fputs(Printable(DamageText(damage), "\n").c_str(), stderr);
      break;
  }
  if (std::fputs(text.c_str(), stdout) == EOF || std::fflush(stdout) != 0) {
    throw CommandError("Unable to write", "standard output", errno);
  }
}

}  // namespace

int SummarizeEvents(const Arguments& arguments) {
  Layout layout = Layout::kText;
  Arguments logs;
  for (const auto& argument : arguments) {
    if (argument == "-json") {
      layout = Layout::kJson;
    } else if (argument == "-csv") {
      layout = Layout::kCsv;
    } else if (argument.size() > 1 && argument[0] == '-') {
      throw UnrecognizedOption(argument, kSummarizeOptions);
    } else {
      logs.push_back(argument);
    }
  }
  if (logs.empty()) throw CommandError("Missing a log filename");
  EventSummary summary;
  const LogDamage damage = ReadLogs(logs, [&](const EventRecord& record) { summary.Add(record); });
  Print(summary, damage, layout);
  return 0;
}

}  // namespace lodestone::cli
