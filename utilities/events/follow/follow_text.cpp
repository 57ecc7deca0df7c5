#include "utilities/events/follow/follow_text.hpp"

#include <cmath>

#include "utilities/text/table.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

std::string Rate(double count, double seconds) {
  const double rate = seconds > 0 ? count / seconds : 0;
  if (rate == 0) return "0";
  return Format(rate < 9.95 ? "%.2f" : rate < 99.5 ? "%.1f" : "%.0f", rate);
}

// Only where the log states sizes at all.
std::string PixelRate(const FollowCounts& counts, double megapixels, double seconds) {
  return counts.megapixels > 0 ? Rate(megapixels, seconds) : "-";
}

std::string QuantileText(const DurationStats& times, double share) {
  return times.count() == 0 ? "-" : FormatMilliseconds(times.Quantile(share));
}

std::string Where(const FollowRow& row, DeviceLegend* legend) {
  const std::string mark = legend->Mark(row.device);
  if (row.accelerator.empty() || mark.empty()) return row.accelerator + mark;
  return row.accelerator + " " + mark;
}

Table NewTable() {
  Table table;
  table.AddColumn("operation", Table::Align::kLeft);
  table.AddColumn("by", Table::Align::kLeft);
  for (const char* heading :
       {"calls/s", "MP/s", "median ms", "p99 ms", "calls", "declined", "failed"}) {
    table.AddColumn(heading, Table::Align::kRight);
  }
  return table;
}

void AddRow(Table* table, const FollowRow& row, const std::string& where, const std::string& calls,
            const std::string& pixels, const DurationStats& times) {
  table->AddRow({row.operation, where, calls, pixels, QuantileText(times, 0.5),
                 QuantileText(times, 0.99), std::to_string(row.total.times.count()),
                 std::to_string(row.total.declined), std::to_string(row.total.failed)});
}

std::string WithLegend(const Table& table, const DeviceLegend& legend) {
  return table.empty() ? "" : table.ToText() + legend.ToText();
}

std::string CallsAndTimes(const FollowRow& row, double seconds, DeviceLegend* legend) {
  const DurationStats& times = row.interval.times;
  std::string text = row.operation + " " + Where(row, legend) + " ";
  if (times.count() != 0) {
    text += Rate(static_cast<double>(times.count()), seconds) + "/s";
    if (row.interval.megapixels > 0) text += " " + Rate(row.interval.megapixels, seconds) + " MP/s";
    text += " median " + QuantileText(times, 0.5) + " p99 " + QuantileText(times, 0.99) + " ms";
  }
  const auto add = [&](std::uint64_t count, const char* what) {
    if (count == 0) return;
    if (text.back() != ' ') text += ", ";
    text += std::to_string(count) + " " + what;
  };
  add(row.interval.declined, "declined");
  add(row.interval.failed, "failed");
  return text;
}

bool AnyInInterval(const FollowRow& row) {
  return row.interval.calls() + row.interval.refusals() != 0;
}

}  // namespace

std::string FollowTable(const FollowStats& stats, double seconds, DeviceLegend* legend) {
  Table table = NewTable();
  for (const FollowRow* row : stats.Rows()) {
    const FollowCounts& last = row->interval;
    AddRow(&table, *row, Where(*row, legend),
           Rate(static_cast<double>(last.times.count()), seconds),
           PixelRate(row->total, last.megapixels, seconds), last.times);
  }
  return WithLegend(table, *legend);
}

std::string FollowLine(const FollowStats& stats, double seconds, DeviceLegend* legend) {
  FollowCounts all;
  double calls = 0;
  std::string rows;
  for (const FollowRow* row : stats.Rows()) {
    if (!AnyInInterval(*row)) continue;
    calls += static_cast<double>(row->interval.times.count());
    all.megapixels += row->interval.megapixels;
    all.declined += row->interval.declined;
    all.failed += row->interval.failed;
    rows += (rows.empty() ? ": " : "; ") + CallsAndTimes(*row, seconds, legend);
  }
  std::string line = Rate(calls, seconds) + " calls/s, " + PixelRate(all, all.megapixels, seconds) +
                     " MP/s, " + std::to_string(all.declined) + " declined, " +
                     std::to_string(all.failed) + " failed";
  return line + rows;
}

std::string FollowSummary(const FollowStats& stats, double seconds, DeviceLegend* legend) {
  Table table = NewTable();
  for (const FollowRow* row : stats.Rows()) {
    AddRow(&table, *row, Where(*row, legend), Rate(row->live_calls, seconds),
           PixelRate(row->total, row->live_megapixels, seconds), row->total.times);
  }
  return WithLegend(table, *legend);
}

std::string ElapsedText(double seconds) {
  if (seconds < 60) return Format("%.1f s", seconds);
  const auto whole = static_cast<unsigned long>(seconds);
  if (whole < 3600) return Format("%lu:%02lu", whole / 60, whole % 60);
  return Format("%lu:%02lu:%02lu", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace lodestone::cli
