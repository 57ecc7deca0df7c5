// lodestone events report: one page that visualizes logs.
#include <cstdio>
#include <string>

#include "utilities/events/read/compare_fetches.hpp"
#include "utilities/events/read/log_reader.hpp"
#include "utilities/events/output_file.hpp"
#include "utilities/events/report/report_sections.hpp"
#include "utilities/events/subcommand.hpp"

namespace lodestone::cli {
namespace {

// Log by log, since the page states which log a thread is from.
LogDamage Read(const Arguments& logs, ReportData* data) {
  LogDamage damage;
  for (std::size_t log = 0; log < logs.size(); ++log) {
    FetchJoiner joiner([&](const EventRecord& record) { data->AddForComparison(record); });
    const LogDamage found = ReadLogs({logs[log]}, [&](const EventRecord& record) {
      data->Add(record, log);
      joiner.Add(record);
    });
    joiner.Finish();
    for (const DamagedLine& line : found.lines) {
      if (damage.lines.size() < LogDamage::kMaxLines) damage.lines.push_back(line);
    }
    damage.count += found.count;
  }
  return damage;
}

int RunReportEvents(const Arguments& arguments) {
  const OutputRequest request = ParseOutputRequest(arguments);
  const ReportKind kind{"a report of events", kReportBeginning};
  RequireReplaceable(request.output, kind, request.logs);
  ReportData data;
  const LogDamage damage = Read(request.logs, &data);
  WriteFile(request.output, kind,
            ReportPage({data, ReportPaths(data.paths()), request.logs, damage}), request.logs);
  return 0;
}

}  // namespace

const Subcommand kReportEvents = {
    .name = "report",
    .synopsis = "[-o report.html] log [log ...]",
    .text =
        "Writes a self-contained HTML page, without scripts: time saved or lost, what is\n"
        "faster and from which size on, what devices declined, why, and what helps, a\n"
        "timeline, times of first and later calls, predictions.",
    .options = Shown<kOutputOption>,
    .run = RunReportEvents,
};

}  // namespace lodestone::cli
