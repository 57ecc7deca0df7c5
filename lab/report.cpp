#include "lab/report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "utilities/text/table.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kMillion = 1e6;

std::string Milliseconds(const LabFinding& finding) {
  return finding.done() ? FormatMilliseconds(static_cast<double>(finding.raw.ns) / kMillion) : "-";
}

double PerSecond(const LabFinding& finding) {
  if (finding.raw.ns == 0) return 0;
  return 1e9 * finding.raw.columns * finding.raw.rows / static_cast<double>(finding.raw.ns);
}

std::string Ratio(double ratio) {
  if (ratio <= 0) return "";
  return Format(ratio < 9.95 ? "%.2f x" : ratio < 99.5 ? "%.1f x" : "%.0f x", ratio);
}

std::string Published(const LabFinding& finding) {
  if (finding.raw.published_ns != 0)
    return FormatMilliseconds(static_cast<double>(finding.raw.published_ns) / kMillion) + " ms";
  if (finding.raw.published_per_second > 0)
    return Format("%.0f M/s", finding.raw.published_per_second / kMillion);
  return "";
}

std::string Remark(const LabFinding& finding) {
  if (finding.raw.wrong != 0) return "WRONG: " + finding.detail;
  if (finding.raw.outcome != MagickAccelerateDone)
    return (finding.raw.outcome == MagickAccelerateFailed ? "failed: " : "skipped: ") +
           finding.detail;
  return finding.raw.error != 0 ? Format("differs by up to %u in 255", finding.raw.error) : "";
}

Table NewTable() {
  Table table;
  table.AddColumn("", Table::Align::kLeft);
  table.AddColumn("group", Table::Align::kRight);
  for (const char* heading : {"ms", "M/s", "ratio", "published", "ratio there"})
    table.AddColumn(heading, Table::Align::kRight);
  table.AddColumn("", Table::Align::kLeft);
  return table;
}

void AddRow(Table* table, const LabFinding& finding, double ratio) {
  const std::string rate =
      finding.done() ? Format("%.0f", PerSecond(finding) / kMillion) : std::string();
  table->AddRow({finding.variant, finding.Group(), Milliseconds(finding), rate, Ratio(ratio),
                 Published(finding), Ratio(finding.raw.published_ratio), Remark(finding)});
}

// A variant's one line: what is wrong with it, else its fastest group.
void AddRow(Table* table, const LabRow& row) {
  const LabFinding& shown = row.wrong ? *row.wrong : row.best ? *row.best : *row.first;
  AddRow(table, shown, row.ratio);
}

std::string Heading(const LabFinding& finding) {
  const std::string size = finding.raw.rows == 1 && finding.raw.bytes == 0
                               ? Format("%u work-items", finding.raw.columns)
                               : Format("%u x %u pixels", finding.raw.columns, finding.raw.rows);
  std::string text = "\n" + LabTitle(finding.experiment) + " (" + finding.experiment + "), " + size;
  if (!finding.source.empty()) text += "\nfrom \"" + finding.source + "\"";
  return text + "\n";
}

std::string ExperimentText(const LabFindings& findings, const std::vector<LabRow>& rows,
                           const LabFinding& first, bool every_group) {
  Table table = NewTable();
  const LabFinding* cited = &first;
  for (const LabRow& row : rows) {
    if (row.first->device != first.device || row.first->experiment != first.experiment) continue;
    if (cited->source.empty()) cited = row.first;
    if (!every_group) {
      AddRow(&table, row);
      continue;
    }
    for (const LabFinding& finding : findings.all())
      if (finding.SameVariant(*row.first))
        AddRow(&table, finding, &finding == row.best ? row.ratio : 0);
  }
  return Heading(*cited) + table.ToText();
}

Json ToJson(const LabFinding& finding) {
  const MagickAccelerateLabRecord& raw = finding.raw;
  Json json{{"device", finding.device},
            {"experiment", finding.experiment},
            {"variant", finding.variant},
            {"baseline", finding.baseline},
            {"columns", raw.columns},
            {"rows", raw.rows},
            {"group_columns", raw.group_columns},
            {"group_rows", raw.group_rows},
            {"on_host", raw.on_host != 0},
            {"outcome", MagickAccelerateOutcomeName(raw.outcome)},
            {"reason", MagickAccelerateReasonName(raw.reason)},
            {"detail", finding.detail},
            {"wrong", raw.wrong != 0},
            {"error", raw.error},
            {"ns", raw.ns}};
  if (raw.bytes != 0) json["bytes"] = raw.bytes;
  if (!finding.source.empty()) json["published_source"] = finding.source;
  if (raw.published_ns != 0) json["published_ns"] = raw.published_ns;
  if (raw.published_per_second > 0) json["published_per_second"] = raw.published_per_second;
  if (raw.published_ratio > 0) json["published_ratio"] = raw.published_ratio;
  return json;
}

Json ToJson(const LabRow& row) {
  const LabFinding& finding = row.best ? *row.best : *row.first;
  Json json{{"device", finding.device},
            {"experiment", finding.experiment},
            {"variant", finding.variant},
            {"baseline", finding.baseline},
            {"wrong", row.wrong != nullptr}};
  if (row.best) {
    json["ns"] = finding.raw.ns;
    json["per_second"] = PerSecond(finding);
    json["group"] = finding.Group();
  }
  if (row.ratio > 0) json["ratio"] = row.ratio;
  if (finding.raw.published_ratio > 0) json["published_ratio"] = finding.raw.published_ratio;
  return json;
}

}  // namespace

std::string LabText(const LabFindings& findings, bool every_group) {
  const std::vector<LabRow> rows = findings.Rows();
  std::string text;
  const LabFinding* before = nullptr;
  for (const LabFinding& finding : findings.all()) {
    if (!before || before->device != finding.device)
      text += (before ? "\n" : "") + finding.device + "\n";
    const bool begins =
        !before || before->device != finding.device || before->experiment != finding.experiment;
    before = &finding;
    if (finding.variant.empty())
      text += (finding.experiment.empty() ? "" : LabTitle(finding.experiment) + ": ") +
              Remark(finding) + "\n";
    else if (begins)
      text += ExperimentText(findings, rows, finding, every_group);
  }
  return text;
}

std::string LabJson(const LabFindings& findings, unsigned finished) {
  Json document{
      {"finished_devices", finished}, {"variants", Json::array()}, {"records", Json::array()}};
  for (const LabRow& row : findings.Rows()) document["variants"].push_back(ToJson(row));
  for (const LabFinding& finding : findings.all()) document["records"].push_back(ToJson(finding));
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lodestone::cli
