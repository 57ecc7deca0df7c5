// The same work on several paths: who is faster.
#include <algorithm>
#include <cmath>

#include "utilities/events/report/report_charts.hpp"
#include "utilities/events/report/report_gain.hpp"
#include "utilities/events/report/report_html.hpp"
#include "utilities/events/report/report_sections.hpp"
#include "utilities/text/table.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kMostRows = 24;
constexpr double kRow = 42, kBar = 12, kTop = 4;
constexpr double kGap = 3;  // percent: between a label and the middle, where a mark may stand

// One work on a path beside the base path.
struct Beside {
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

std::vector<Beside> Pairs(const ReportData& data) {
  std::vector<Beside> pairs;
  for (const ReportWork* work : data.Works()) {
    const auto base = BasePath(*work, data);
    if (!base) continue;
    for (const auto& [path, times] : work->paths) {
      if (path != *base && !data.paths()[path].native) pairs.push_back({work, *base, path});
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

std::string Legend(const ReportContents& report, const std::vector<Beside>& pairs) {
  std::string html = "<ul class=\"legend\">\n";
  for (const std::size_t path : report.paths.order()) {
    const bool shown = std::any_of(pairs.begin(), pairs.end(),
                                   [&](const Beside& pair) { return pair.path == path; });
    if (shown) html += "<li>" + report.paths.Tag(path) + "</li>\n";
  }
  return html + "<li>beside the " + Html(report.paths.Label(pairs[0].base)) + "</li>\n</ul>\n";
}

std::string Chart(const ReportContents& report, const std::vector<Beside>& pairs) {
  double reach = std::log(2);
  for (const Beside& pair : pairs) {
    if (pair.speed() > 0) reach = std::max(reach, std::fabs(std::log(pair.speed())));
  }
  std::string marks, shows;
  double y = kTop;
  for (const Beside& pair : pairs) {
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
         Drawing("beside-chart", "Speed beside the " + report.paths.Label(pairs[0].base), shows,
                 y + 20, marks) +
         "</figure>\n";
}

std::string Numbers(const ReportContents& report, const std::vector<Beside>& pairs) {
  HtmlTable table("The same work on two paths, medians in milliseconds");
  table.AddColumn("work", HtmlTable::Align::kLeft);
  table.AddColumn("path", HtmlTable::Align::kLeft);
  for (const char* heading : {"calls", "ms", "beside", "calls", "ms", "speed"}) {
    const bool words = std::string(heading) == "beside";
    table.AddColumn(heading, words ? HtmlTable::Align::kLeft : HtmlTable::Align::kRight);
  }
  for (const Beside& pair : pairs) {
    table.AddRow({Html(pair.Title()), report.paths.Tag(pair.path), CountText(pair.times().calls()),
                  FormatMilliseconds(pair.times().MedianMs()), report.paths.Tag(pair.base),
                  CountText(pair.base_times().calls()),
                  FormatMilliseconds(pair.base_times().MedianMs()), SpeedText(pair.speed())});
  }
  return table.ToHtml();
}

}  // namespace

std::string BesideSection(const ReportContents& report) {
  std::vector<Beside> pairs = Pairs(report.data);
  if (pairs.empty()) return "";
  const std::size_t all = pairs.size();
  pairs.resize(std::min(all, kMostRows));
  std::string html = Paragraph(
      "Works that were done on more than one path, those with the longest times first. Medians of "
      "later calls, of first calls where there were no others; fetching a result later counts with "
      "the "
      "call that left it on the device.");
  if (all > pairs.size()) {
    html += Paragraph(CountText(all - pairs.size()) + " works with shorter times are left out.",
                      "soft");
  }
  return Section("beside", "Who is faster",
                 html + Chart(report, pairs) + Details("Table", Numbers(report, pairs), true));
}

}  // namespace lodestone::cli
