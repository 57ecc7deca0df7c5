// What each host did, and on what.
#include "utilities/events/report/report_html.hpp"
#include "utilities/events/report/report_sections.hpp"
#include "utilities/text/table.hpp"

namespace lodestone::cli {

std::string HostsSection(const ReportContents& report) {
  const auto& hosts = report.data.hosts();
  if (hosts.size() < 2) return "";
  Table table;
  table.AddColumn("host", Table::Align::kLeft);
  table.AddColumn("path", Table::Align::kLeft);
  for (const char* heading : {"calls", "sum of times", "mean ms"}) table.AddColumn(heading);
  for (const auto& [name, host] : hosts) {
    for (const auto& [path, calls] : host) {
      table.AddRow({Html(name), report.paths.Tag(path), CountText(calls.calls),
                    DurationText(calls.total_ms),
                    FormatMilliseconds(calls.total_ms / static_cast<double>(calls.calls))});
    }
  }
  return Section("hosts", "Hosts",
                 Paragraph("The calls that were done, by host and by what ran them.") +
                     HtmlTable("Calls of each host by what ran them", table));
}

}  // namespace lodestone::cli
