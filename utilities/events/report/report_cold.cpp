// First calls compared with later ones, by the parts of their time.
#include <algorithm>
#include <map>

#include "utilities/events/report/report_charts.hpp"
#include "utilities/events/report/report_html.hpp"
#include "utilities/events/report/report_sections.hpp"
#include "utilities/text/table.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kMaxRows = 12;
constexpr double kHead = 22, kLine = 17, kBar = 14, kPitch = 36;

// Means of the cold or the warm calls of an operation, of all sizes.
struct Mean {
  std::uint64_t calls = 0;
  double ms = 0, megapixels = 0;
  CallParts parts{};

  void Add(const ReportPhase& phase) {
    calls += phase.calls();
    ms += phase.times.sum();
    megapixels += phase.megapixels;
    for (std::size_t i = 0; i < kCallParts; ++i) parts[i] += phase.parts[i];
  }
  double mean_ms() const { return calls == 0 ? 0 : ms / static_cast<double>(calls); }
  double mean_megapixels() const {
    return calls == 0 ? 0 : megapixels / static_cast<double>(calls);
  }
  CallParts mean_parts() const {
    CallParts means = parts;
    for (double& part : means) part /= static_cast<double>(std::max<std::uint64_t>(calls, 1));
    return means;
  }
};

struct Row {
  std::string operation;
  std::size_t path = 0;
  Mean cold, warm;
};

std::vector<Row> Rows(const ReportData& data) {
  std::map<std::pair<std::string, std::size_t>, Row> rows;
  for (const ReportGroup* group : data.Groups()) {
    Row& row = rows[{group->operation, group->path}];
    row.operation = group->operation;
    row.path = group->path;
    row.cold.Add(group->cold);
    row.warm.Add(group->warm);
  }
  std::vector<Row> both;
  for (auto& [key, row] : rows) {
    if (row.cold.calls != 0 && row.warm.calls != 0) both.push_back(row);
  }
  std::stable_sort(both.begin(), both.end(),
                   [](const Row& a, const Row& b) { return a.cold.ms > b.cold.ms; });
  both.resize(std::min(both.size(), kMaxRows));
  return both;
}

std::string MeanLine(const char* what, const Mean& mean, double longest_ms, double y) {
  const CallParts parts = mean.mean_parts();
  const double width = longest_ms > 0 ? 100 * mean.mean_ms() / longest_ms : 0;
  return "<g><title>" + Html(PartsText(parts)) + "</title>" + Label(0, y + 12, what) +
         Label(100, y + 12, DurationText(mean.mean_ms()), "end") +
         PartBars(parts, 0, y + kLine, width, kBar) + Bar(0, y + kLine, width, kBar, "call") +
         "</g>\n";
}

std::string Chart(const ReportContents& report, const std::vector<Row>& rows) {
  std::string marks, shows;
  CallParts used{};
  double y = 0;
  for (const Row& row : rows) {
    const std::string title = row.operation + ", " + report.paths.Label(row.path);
    const double longest_ms = std::max(row.cold.mean_ms(), row.warm.mean_ms());
    marks += Label(0, y + 15, title, "start", "head");
    y += kHead;
    marks +=
        MeanLine(row.cold.calls == 1 ? "first call" : "first calls, mean", row.cold, longest_ms, y);
    marks += MeanLine("later calls, mean", row.warm, longest_ms, y + kPitch);
    y += 2 * kPitch + 14;
    for (std::size_t i = 0; i < kCallParts; ++i) used[i] += row.cold.parts[i] + row.warm.parts[i];
    shows += title + ": first " + DurationText(row.cold.mean_ms()) + ", later " +
             DurationText(row.warm.mean_ms()) + ". ";
  }
  return PartLegend(used) + "<figure>" +
         Drawing("cold-chart", "First and later calls by parts", shows, y, marks) + "</figure>\n";
}

std::string Numbers(const ReportContents& report, const std::vector<Row>& rows) {
  Table table;
  table.AddColumn("operation", Table::Align::kLeft);
  table.AddColumn("path", Table::Align::kLeft);
  table.AddColumn("", Table::Align::kLeft);
  for (const char* heading : {"calls", "mean ms", "mean MP"}) table.AddColumn(heading);
  for (const CallPartInfo& part : kCallPartInfo) table.AddColumn(part.name);
  for (const Row& row : rows) {
    for (const Mean* mean : {&row.cold, &row.warm}) {
      std::vector<std::string> cells = {
          Html(row.operation),
          report.paths.Tag(row.path),
          mean == &row.cold ? "first" : "later",
          CountText(mean->calls),
          FormatMilliseconds(mean->mean_ms()),
          mean->megapixels > 0 ? ShortNumber(mean->mean_megapixels()) : "-"};
      for (const double part : mean->mean_parts()) {
        cells.push_back(part > 0 ? FormatMilliseconds(part) : "-");
      }
      table.AddRow(cells);
    }
  }
  return HtmlTable("Means of first and later calls in milliseconds", table);
}

}  // namespace

std::string ColdSection(const ReportContents& report) {
  const std::vector<Row> rows = Rows(report.data);
  if (rows.empty()) return "";
  return Section("cold", "First and later calls",
                 Paragraph("The first call of each operation in a process, and calls that opened a "
                           "device or built programs, compared with the others. Each pair has its "
                           "own scale. Sizes may differ; see the table.") +
                     Chart(report, rows) + Details("Table", Numbers(report, rows)));
}

}  // namespace lodestone::cli
