// lodestone events summarize: statistics of logs.
#include <cerrno>
#include <cstdio>

#include "base/printable_text.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/events/read/log_reader.hpp"
#include "utilities/events/subcommand.hpp"
#include "utilities/events/summary/summary.hpp"
#include "utilities/events/summary/summary_output.hpp"

namespace lodestone::cli {
namespace {

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

template <Layout kLayout>
void SetLayout(void* layout, const OwnUse&) {
  *static_cast<Layout*>(layout) = kLayout;
}

constexpr OwnOption kSummarizeOptions[] = {
    {"json", "", "print JSON", SetLayout<Layout::kJson>},
    {"csv", "", "print comma-separated values", SetLayout<Layout::kCsv>},
};

int RunSummarizeEvents(const Arguments& arguments) {
  Layout layout = Layout::kText;
  const Arguments logs = ParseWithLogs(kSummarizeOptions, arguments, &layout);
  EventSummary summary;
  const LogDamage damage = ReadLogs(logs, [&](const EventRecord& record) { summary.Add(record); });
  Print(summary, damage, layout);
  return 0;
}

}  // namespace

const Subcommand kSummarizeEvents = {
    .name = "summarize",
    .synopsis = "[-json | -csv] log [log ...]",
    .text =
        "Summarizes event logs: for each operation, size class, accelerator and device the calls,\n"
        "those declined or failed and why; separately for first calls, which include preparation,\n"
        "and later ones: sum, minimum, median, 90th and 99th percentile and maximum in\n"
        "milliseconds, megapixels per second, where the time went, bytes transferred, and\n"
        "predicted against actual times.",
    .options = Shown<kSummarizeOptions>,
    .run = RunSummarizeEvents,
};

}  // namespace lodestone::cli
