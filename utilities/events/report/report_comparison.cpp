// The same operation on several paths: which is faster.
#include <algorithm>
#include <cmath>

#include "utilities/events/report/report_charts.hpp"
#include "utilities/events/report/report_gain.hpp"
#include "utilities/events/report/report_html.hpp"
#include "utilities/events/report/report_sections.hpp"
#include "utilities/text/table.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kMaxRows = 24;
constexpr double kRow = 42, kBar = 12, kTop = 4;
constexpr double kGap = 3;  // percent: between a label and the centre, where a mark may stand

// An operation on one path relative to the base path.
struct Comparison {
  const ReportWork* work;
  std::size_t base, path;

  const WorkOnPath& base_times() const { return work->paths.at(base); }
  const WorkOnPath& times() const { return work->paths.at(path); }
  double speed() const {  // above 1: faster than the base
    return times().MedianMs() > 0 ? base_times().MedianMs() / times().MedianMs() : 0;
  }
  std::string Title() const {
    std::string text = work->operation;
    for (const std::string& part : {work->size, work->channels}) {
      if (!part.empty()) text += ", " + part;
    }
    if (work->size.empty()) text += ", all sizes";
    return text + (times().warm.seen() == 0 ? " (first calls)" : "");
  }
};

std::vector<Comparison> Pairs(const ReportData& data) {
  std::vector<Comparison> pairs;
  for (const ReportWork* work : data.Works()) {
    const auto base = BasePath(*work, data);
    if (!base) continue;
    for (const auto& [path, times] : work->paths) {
      if (path != *base && !data.paths()[path].cpu) pairs.push_back({work, *base, path});
    }
  }
  return pairs;
}

std::string SpeedText(double speed) {
  if (!(speed > 0)) return "-";
  if (std::fabs(speed - 1) < 0.01) return "as fast";
  return speed > 1 ? ShortNumber(speed) + " \xC3\x97 as fast"
                   : ShortNumber(1 / speed) + " \xC3\x97 as slow";
}

std::string Legend(const ReportContents& report, const std::vector<Comparison>& pairs) {
  std::string html = "<ul class=\"legend\">\n";
  for (const std::size_t path : report.paths.order()) {
    const bool shown = std::any_of(pairs.begin(), pairs.end(),
                                   [&](const Comparison& pair) { return pair.path == path; });
    if (shown) html += "<li>" + report.paths.Tag(path) + "</li>\n";
  }
  return html + "<li>compared with the " + Html(report.paths.Label(pairs[0].base)) +
         "</li>\n</ul>\n";
}

std::string Chart(const ReportContents& report, const std::vector<Comparison>& pairs) {
  double reach = std::log(2);
  for (const Comparison& pair : pairs) {
    if (pair.speed() > 0) reach = std::max(reach, std::fabs(std::log(pair.speed())));
  }
  std::string marks, shows;
  double y = kTop;
  for (const Comparison& pair : pairs) {
    const double at = pair.speed() > 0 ? 50 * std::log(pair.speed()) / reach : 0;
    marks += Label(0, y + 13, pair.Title());
    // On the side that the bar leaves free.
    marks += Label(at >= 0 ? 50 - kGap : 50 + kGap, y + 30, SpeedText(pair.speed()),
                   at >= 0 ? "end" : "start");
    marks += Bar(std::min(50.0, 50 + at), y + 19, std::fabs(at), kBar,
                 "p" + std::to_string(report.paths.Style(pair.path)));
    marks += Mark(report.paths.Style(pair.path), 50 + at, y + 19 + kBar / 2,
                  report.paths.Label(pair.path) + ": " + SpeedText(pair.speed()));
    shows += (shows.empty() ? "" : "; ") + pair.Title() + ": " + report.paths.Label(pair.path) +
             " " + SpeedText(pair.speed());
    y += kRow;
  }
  marks += Line(50, kTop + 16, 50, y, "even");
  marks += Label(49, y + 14, "\xE2\x86\x90 slower", "end", "soft") +
           Label(51, y + 14, "faster \xE2\x86\x92", "start", "soft");
  return Legend(report, pairs) + "<figure>" +
         Drawing("beside-chart", "Speed compared with the " + report.paths.Label(pairs[0].base),
                 shows, y + 20, marks) +
         "</figure>\n";
}

std::string Numbers(const ReportContents& report, const std::vector<Comparison>& pairs) {
  Table table;
  table.AddColumn("work", Table::Align::kLeft);
  table.AddColumn("path", Table::Align::kLeft);
  for (const char* heading : {"calls", "ms", "baseline", "calls", "ms", "speed"}) {
    const bool words = std::string(heading) == "baseline";
    table.AddColumn(heading, words ? Table::Align::kLeft : Table::Align::kRight);
  }
  for (const Comparison& pair : pairs) {
    table.AddRow({Html(pair.Title()), report.paths.Tag(pair.path), CountText(pair.times().calls()),
                  FormatMilliseconds(pair.times().MedianMs()), report.paths.Tag(pair.base),
                  CountText(pair.base_times().calls()),
                  FormatMilliseconds(pair.base_times().MedianMs()), SpeedText(pair.speed())});
  }
  return HtmlTable("The same operations on two accelerators, medians in milliseconds", table);
}

}  // namespace

std::string ComparisonSection(const ReportContents& report) {
  std::vector<Comparison> pairs = Pairs(report.data);
  if (pairs.empty()) return "";
  const std::size_t all = pairs.size();
  pairs.resize(std::min(all, kMaxRows));
  std::string html = Paragraph(
      "Operations that ran on more than one accelerator, longest times first. Medians of later "
      "calls, or of first calls if there are no others; fetching a result counts with the call "
      "that left it on the device.");
  if (all > pairs.size()) {
    html += Paragraph(CountText(all - pairs.size()) + " operations with shorter times are omitted.",
                      "soft");
  }
  return Section("beside", "What is faster",
                 html + Chart(report, pairs) + Details("Table", Numbers(report, pairs), true));
}

}  // namespace lodestone::cli
