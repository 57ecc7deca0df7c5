#include "lab/report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "utilities/text/table.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::lab {
namespace {

using cli::Format;
using cli::FormatMilliseconds;
using cli::Table;

using Json = nlohmann::ordered_json;

constexpr double kMillion = 1e6;

std::string Milliseconds(const Record& record) {
  return record.done() ? FormatMilliseconds(static_cast<double>(record.ns) / kMillion) : "-";
}

double PerSecond(const Record& record) {
  if (record.ns == 0) return 0;
  return 1e9 * record.columns * record.rows / static_cast<double>(record.ns);
}

// "" where there is none, "driver's" or columns x rows.
std::string GroupText(const Record& record) {
  if (record.on_host || !record.done()) return "";
  if (record.group_columns == 0) return "driver's";
  return Format("%u x %u", record.group_columns, record.group_rows);
}

std::string Ratio(double ratio) {
  if (ratio <= 0) return "";
  return Format(ratio < 9.95 ? "%.2f x" : ratio < 99.5 ? "%.1f x" : "%.0f x", ratio);
}

std::string Published(const Record& record) {
  if (record.published_ns != 0)
    return FormatMilliseconds(static_cast<double>(record.published_ns) / kMillion) + " ms";
  if (record.published_per_second > 0)
    return Format("%.0f M/s", record.published_per_second / kMillion);
  return "";
}

std::string Remark(const Record& record) {
  if (record.wrong) return "WRONG: " + record.detail;
  if (record.outcome != MagickAccelerateDone)
    return (record.outcome == MagickAccelerateFailed ? "failed: " : "skipped: ") + record.detail;
  return record.error != 0 ? Format("differs by up to %u in 255", record.error) : "";
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

void AddRow(Table* table, const Record& record, double ratio) {
  const std::string rate =
      record.done() ? Format("%.0f", PerSecond(record) / kMillion) : std::string();
  table->AddRow({record.variant, GroupText(record), Milliseconds(record), rate, Ratio(ratio),
                 Published(record), Ratio(record.published_ratio), Remark(record)});
}

// One line per variant: its error, otherwise its fastest work-group size.
void AddRow(Table* table, const Row& row) {
  const Record& shown = row.wrong ? *row.wrong : row.best ? *row.best : *row.first;
  AddRow(table, shown, row.ratio);
}

std::string Heading(const Record& record) {
  const std::string size = record.rows == 1 && record.bytes == 0
                               ? Format("%u work-items", record.columns)
                               : Format("%u x %u pixels", record.columns, record.rows);
  std::string text = "\n" + TitleOf(record.experiment) + " (" + record.experiment + "), " + size;
  if (!record.published_source.empty()) text += "\nfrom \"" + record.published_source + "\"";
  return text + "\n";
}

std::string ExperimentText(const Findings& findings, const std::vector<Row>& rows,
                           const Record& first, bool every_group) {
  Table table = NewTable();
  const Record* cited = &first;
  for (const Row& row : rows) {
    if (row.first->device != first.device || row.first->experiment != first.experiment) continue;
    if (cited->published_source.empty()) cited = row.first;
    if (!every_group) {
      AddRow(&table, row);
      continue;
    }
    for (const Record& record : findings.all())
      if (record.SameVariant(*row.first))
        AddRow(&table, record, &record == row.best ? row.ratio : 0);
  }
  return Heading(*cited) + table.ToText();
}

Json ToJson(const Record& record) {
  Json json{{"device", record.device},
            {"experiment", record.experiment},
            {"variant", record.variant},
            {"baseline", record.baseline},
            {"columns", record.columns},
            {"rows", record.rows},
            {"group_columns", record.group_columns},
            {"group_rows", record.group_rows},
            {"on_host", record.on_host},
            {"outcome", MagickAccelerateOutcomeName(record.outcome)},
            {"reason", MagickAccelerateReasonName(record.reason)},
            {"detail", record.detail},
            {"wrong", record.wrong},
            {"error", record.error},
            {"ns", record.ns}};
  if (record.bytes != 0) json["bytes"] = record.bytes;
  if (!record.published_source.empty()) json["published_source"] = record.published_source;
  if (record.published_ns != 0) json["published_ns"] = record.published_ns;
  if (record.published_per_second > 0) json["published_per_second"] = record.published_per_second;
  if (record.published_ratio > 0) json["published_ratio"] = record.published_ratio;
  return json;
}

Json ToJson(const Row& row) {
  const Record& record = row.best ? *row.best : *row.first;
  Json json{{"device", record.device},
            {"experiment", record.experiment},
            {"variant", record.variant},
            {"baseline", record.baseline},
            {"wrong", row.wrong != nullptr}};
  if (row.best) {
    json["ns"] = record.ns;
    json["per_second"] = PerSecond(record);
    json["group"] = GroupText(record);
  }
  if (row.ratio > 0) json["ratio"] = row.ratio;
  if (record.published_ratio > 0) json["published_ratio"] = record.published_ratio;
  return json;
}

}  // namespace

std::string ReportText(const Findings& findings, bool every_group) {
  const std::vector<Row> rows = findings.Rows();
  std::string text;
  const Record* before = nullptr;
  for (const Record& record : findings.all()) {
    if (!before || before->device != record.device)
      text += (before ? "\n" : "") + record.device + "\n";
    const bool begins =
        !before || before->device != record.device || before->experiment != record.experiment;
    before = &record;
    if (record.variant.empty())
      text += (record.experiment.empty() ? "" : TitleOf(record.experiment) + ": ") +
              Remark(record) + "\n";
    else if (begins)
      text += ExperimentText(findings, rows, record, every_group);
  }
  return text;
}

std::string ReportJson(const Findings& findings, unsigned finished) {
  Json document{
      {"finished_devices", finished}, {"variants", Json::array()}, {"records", Json::array()}};
  for (const Row& row : findings.Rows()) document["variants"].push_back(ToJson(row));
  for (const Record& record : findings.all()) document["records"].push_back(ToJson(record));
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lodestone::lab
