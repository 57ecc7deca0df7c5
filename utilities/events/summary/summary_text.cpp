#include <algorithm>
#include <functional>

#include "utilities/devices/device_legend.hpp"
#include "utilities/events/summary/summary_output.hpp"
#include "utilities/text/table.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

constexpr const char* kNothing = "-";

// One line of a table: the first or the later calls of a group.
struct Row {
  const EventGroup* group;
  const char* when;
  const CallTally* calls;
};

struct Column {
  const char* heading;
  std::function<std::string(const Row&)> cell;  // "" where there is no value
};

std::vector<Row> RowsOf(const std::vector<EventGroup>& groups) {
  std::vector<Row> rows;
  for (const EventGroup& group : groups) {
    if (group.first.calls() != 0) rows.push_back({&group, "first", &group.first});
    if (group.later.calls() != 0) rows.push_back({&group, "later", &group.later});
  }
  return rows;
}

std::string DeclinedBy(const EventGroup& group, DeviceLegend* legend) {
  if (group.device.empty()) return group.accelerator;
  return (group.accelerator.empty() ? "" : group.accelerator + " ") + legend->Mark(group.device);
}

std::string SpeedText(double megapixels_per_second) {
  if (megapixels_per_second <= 0) return "";
  return Format(megapixels_per_second < 10 ? "%.2f" : "%.1f", megapixels_per_second);
}

std::string Calls(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " call" : " calls");
}

// Columns that are empty in every row are omitted.
std::string TableText(const std::vector<Column>& names, const std::vector<Column>& figures,
                      const std::vector<Row>& rows) {
  Table table;
  std::vector<const Column*> columns;
  const auto add = [&](const std::vector<Column>& candidates, Table::Align align) {
    for (const Column& column : candidates) {
      const auto says = [&](const Row& row) { return !column.cell(row).empty(); };
      if (std::none_of(rows.begin(), rows.end(), says)) continue;
      table.AddColumn(column.heading, align);
      columns.push_back(&column);
    }
  };
  add(names, Table::Align::kLeft);
  add(figures, Table::Align::kRight);
  for (const Row& row : rows) {
    std::vector<std::string> cells;
    for (const Column* column : columns) {
      const std::string cell = column->cell(row);
      cells.push_back(cell.empty() ? kNothing : cell);
    }
    table.AddRow(cells);
  }
  return table.empty() ? "" : table.ToText();
}

std::vector<Column> NameColumns(DeviceLegend* legend) {
  return {{"operation", [](const Row& row) { return row.group->operation; }},
          {"work", [](const Row& row) { return row.group->work; }},
          {"done by", [legend](const Row& row) { return DeclinedBy(*row.group, legend); }},
          {"calls", [](const Row& row) { return std::string(row.when); }}};
}

std::vector<Column> TimeColumns() {
  const auto quantile = [](double share) {
    return [share](const Row& row) { return FormatMilliseconds(row.calls->times.Quantile(share)); };
  };
  return {{"number", [](const Row& row) { return std::to_string(row.calls->calls()); }},
          {"sum ms", [](const Row& row) { return FormatMilliseconds(row.calls->times.sum()); }},
          {"min ms", quantile(0)},
          {"median ms", quantile(0.5)},
          {"p90 ms", quantile(0.9)},
          {"p99 ms", quantile(0.99)},
          {"max ms", quantile(1)},
          {"MP/s", [](const Row& row) { return SpeedText(row.calls->MegapixelsPerSecond()); }}};
}

std::string PartText(const CallTally& calls, double nanoseconds) {
  if (calls.parts_calls == 0 || nanoseconds <= 0) return "";
  return FormatMilliseconds(nanoseconds / 1e6 / static_cast<double>(calls.parts_calls));
}

Column PartColumn(const char* heading, double EventParts::*part) {
  return {heading, [part](const Row& row) { return PartText(*row.calls, row.calls->parts.*part); }};
}

Column BytesColumn(const char* heading, std::uint64_t CallTally::*bytes) {
  return {heading, [bytes](const Row& row) {
            const std::uint64_t sum = row.calls->*bytes;
            return sum == 0 ? "" : FormatBytes(sum / row.calls->calls());
          }};
}

std::vector<Column> PartColumns() {
  return {PartColumn("open", &EventParts::context_ns),
          PartColumn("load", &EventParts::load_ns),
          PartColumn("compile", &EventParts::compile_ns),
          PartColumn("test", &EventParts::test_ns),
          PartColumn("upload", &EventParts::upload_ns),
          PartColumn("kernel", &EventParts::kernel_ns),
          PartColumn("download", &EventParts::download_ns),
          {"wait", [](const Row& row) { return PartText(*row.calls, row.calls->wait_ns); }},
          BytesColumn("up", &CallTally::bytes_up),
          BytesColumn("down", &CallTally::bytes_down)};
}

std::vector<Column> PredictionColumns() {
  const auto ratio = [](double share) {
    return [share](const Row& row) {
      const DurationStats& ratios = row.calls->ratios;
      return ratios.count() == 0 ? "" : Format("%.2f", ratios.Quantile(share));
    };
  };
  const auto sum = [](double CallTally::*ms) {
    return [ms](const Row& row) {
      return row.calls->ratios.count() == 0 ? "" : FormatMilliseconds(row.calls->*ms);
    };
  };
  return {{"predicted ms", sum(&CallTally::predicted_ms)},
          {"actual ms", sum(&CallTally::predicted_actual_ms)},
          {"ratio p10", ratio(0.1)},
          {"median", ratio(0.5)},
          {"p90", ratio(0.9)}};
}

std::string ReasonsText(const EventGroup& group) {
  std::string text;
  for (const auto& [reason, count] : group.reasons) {
    text += (text.empty() ? "" : ", ") + (reason.empty() ? std::string("not stated") : reason) +
            " " + std::to_string(count);
  }
  return text;
}

std::vector<Column> RefusalColumns(DeviceLegend* legend) {
  return {{"operation", [](const Row& row) { return row.group->operation; }},
          {"work", [](const Row& row) { return row.group->work; }},
          {"by", [legend](const Row& row) { return DeclinedBy(*row.group, legend); }},
          {"reasons", [](const Row& row) { return ReasonsText(*row.group); }}};
}

std::vector<Column> RefusalCounts() {
  return {{"declined", [](const Row& row) { return std::to_string(row.group->declined); }},
          {"failed", [](const Row& row) { return std::to_string(row.group->failed); }}};
}

std::string TotalSentence(const EventGroup& group, DeviceLegend* legend) {
  std::string text = group.operation + ", " + group.accelerator;
  if (!group.accelerator.empty() && !group.device.empty()) text += " on ";
  text += legend->Mark(group.device) + ": " + Calls(group.calls());
  const double first_ms = group.first.times.sum(), later_ms = group.later.times.sum();
  if (group.calls() != 0) text += ", " + FormatMilliseconds(first_ms + later_ms) + " ms";
  if (group.first.calls() == 1) {
    text += "; first " + FormatMilliseconds(first_ms) + " ms";
  } else if (group.first.calls() > 1) {
    text += "; " + std::to_string(group.first.calls()) + " first calls " +
            FormatMilliseconds(first_ms) + " ms";
  }
  if (group.first.calls() != 0 && group.later.calls() != 0) {
    text += ", other " + Calls(group.later.calls()) + " " + FormatMilliseconds(later_ms) + " ms";
  }
  if (group.declined != 0) text += "; declined " + std::to_string(group.declined);
  if (group.failed != 0) text += "; failed " + std::to_string(group.failed);
  return text + "\n";
}

std::string KernelsText(const EventGroup& group) {
  std::string text;
  for (const std::string& names : group.kernels) text += (text.empty() ? "" : "; ") + names;
  return text.empty() ? "" : "    kernels: " + text + "\n";
}

// A heading and a table, or nothing.
std::string Section(const char* heading, const std::string& table) {
  return table.empty() ? "" : heading + (":\n\n" + table + "\n");
}

std::string TablesText(const std::vector<EventGroup>& groups, DeviceLegend* legend) {
  const std::vector<Row> rows = RowsOf(groups);
  std::vector<Row> with_parts, predicted, refused;
  for (const Row& row : rows) {
    if (row.calls->parts_calls != 0) with_parts.push_back(row);
    if (row.calls->ratios.count() != 0) predicted.push_back(row);
  }
  for (const EventGroup& group : groups) {
    if (group.declined + group.failed != 0) refused.push_back({&group, "", nullptr});
  }
  const std::vector<Column> names = NameColumns(legend);
  return Section("Times", TableText(names, TimeColumns(), rows)) +
         Section("Parts of a call, mean ms", TableText(names, PartColumns(), with_parts)) +
         Section("Predicted and actual times", TableText(names, PredictionColumns(), predicted)) +
         Section("Declined and failed",
                 TableText(RefusalColumns(legend), RefusalCounts(), refused));
}

}  // namespace

std::string DamageText(const LogDamage& damage) {
  if (damage.count == 0) return "";
  std::string text = std::to_string(damage.count) +
                     (damage.count == 1 ? " damaged line skipped:\n" : " damaged lines skipped:\n");
  for (const DamagedLine& damaged : damage.lines) {
    text += "    " + damaged.file + ":" + std::to_string(damaged.line) + "\n";
  }
  if (damage.count > damage.lines.size()) text += "    ...\n";
  return text;
}

std::string SummaryText(const EventSummary& summary, const LogDamage& damage) {
  const std::vector<EventGroup> groups = summary.Groups();
  std::string text;
  if (groups.empty()) {
    text = "no acceleration records\n";
  } else {
    DeviceLegend legend;
    text = TablesText(groups, &legend);
    std::string sentences;
    for (const EventGroup& total : TotalsOf(groups)) {
      sentences += TotalSentence(total, &legend) + KernelsText(total);
    }
    if (const std::string devices = legend.ToText(); !devices.empty()) text += devices + "\n";
    text += sentences;
  }
  if (damage.count != 0) text += "\n" + DamageText(damage);
  return text;
}

}  // namespace lodestone::cli
