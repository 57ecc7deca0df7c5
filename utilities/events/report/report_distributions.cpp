// The distribution of call times.
#include <algorithm>
#include <array>

#include "utilities/events/report/report_charts.hpp"
#include "utilities/events/report/report_html.hpp"
#include "utilities/events/report/report_sections.hpp"
#include "utilities/text/table.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kMaxGroups = 24, kBins = 60, kMaxFirst = 20, kMaxRows = 60;
constexpr double kHead = 24, kName = 18, kStrip = 30;

using Groups = std::vector<const ReportGroup*>;

std::string Title(const ReportGroup& group) {
  return group.operation + (group.size_class.empty() ? "" : ", " + group.size_class);
}

// The groups of one work class are adjacent, the CPU first.
Groups Chosen(const ReportContents& report) {
  Groups groups = report.data.Groups();
  groups.resize(std::min(groups.size(), kMaxGroups));
  std::vector<std::string> titles;
  for (const ReportGroup* group : groups) {
    if (std::find(titles.begin(), titles.end(), Title(*group)) == titles.end()) {
      titles.push_back(Title(*group));
    }
  }
  const auto place = [&](const ReportGroup& group) {
    return std::pair(std::find(titles.begin(), titles.end(), Title(group)) - titles.begin(),
                     report.paths.Style(group.path));
  };
  std::stable_sort(groups.begin(), groups.end(), [&](const ReportGroup* a, const ReportGroup* b) {
    return place(*a) < place(*b);
  });
  return groups;
}

std::string Histogram(const ReportGroup& group, const LogAxis& axis, const std::string& style,
                      double top) {
  std::array<double, kBins> bins{};
  for (const double ms : group.warm.sample.values()) {
    ++bins[std::min(kBins - 1, static_cast<std::size_t>(axis.At(ms) * kBins))];
  }
  const double most = *std::max_element(bins.begin(), bins.end());
  std::string marks;
  for (std::size_t i = 0; i < kBins; ++i) {
    if (bins[i] <= 0) continue;
    const double height = std::max(2.0, (kStrip - 4) * bins[i] / most);
    marks += Bar(100.0 * static_cast<double>(i) / kBins, top + kStrip - height, 100.0 / kBins,
                 height, style);
  }
  return marks;
}

std::string Strip(const ReportGroup& group, const LogAxis& axis, const std::string& style,
                  double top) {
  const double bottom = top + kStrip;
  std::string marks = Histogram(group, axis, style, top);
  if (group.warm.calls() != 0) {
    const double median = 100 * axis.At(group.warm.times.Median());
    const double tail = 100 * axis.At(group.warm.times.Quantile(0.9));
    marks +=
        Line(tail, top + 4, tail, bottom, "tail") + Line(median, top, median, bottom, "median");
  }
  std::size_t shown = 0;
  for (const double ms : group.cold.sample.values()) {
    if (++shown > kMaxFirst) break;
    marks += "<circle cx=\"" + std::to_string(100 * axis.At(ms)) + "%\" cy=\"" +
             std::to_string(top + kStrip / 2) + "\" r=\"4\" class=\"hollow\"><title>first call, " +
             DurationText(ms) + "</title></circle>\n";
  }
  return marks + Line(0, bottom, 100, bottom, "grid");
}

std::string MedianText(const ReportGroup& group) {
  const bool warm = group.warm.calls() != 0;
  return (warm ? "" : "first ") + DurationText((warm ? group.warm : group.cold).times.Median());
}

std::string Chart(const ReportContents& report, const Groups& groups) {
  LogAxis axis;
  for (const ReportGroup* group : groups) {
    for (const ReportPhase* phase : {&group->cold, &group->warm}) {
      for (const double ms : phase->sample.values()) axis.Include(ms);
    }
  }
  if (axis.empty()) return "";
  std::string marks, shows, before;
  double y = 0;
  for (const ReportGroup* group : groups) {
    const std::size_t style = report.paths.Style(group->path);
    if (Title(*group) != before) {
      marks += Label(0, y + 18, Title(*group), "start", "head");
      y += kHead;
    }
    before = Title(*group);
    marks += "<g transform=\"translate(6 0)\">" + Mark(style, 0, y + 10) + "</g>";
    marks += "<g transform=\"translate(16 0)\">" +
             Label(0, y + 14, report.paths.Label(group->path)) + "</g>" +
             Label(100, y + 14, MedianText(*group), "end");
    marks += Strip(*group, axis, "p" + std::to_string(style), y + kName);
    shows += Title(*group) + ", " + report.paths.Label(group->path) + ": median " +
             MedianText(*group) + ". ";
    y += kName + kStrip + 6;
  }
  const std::string ruler = AxisAcross(axis, 0, y, "milliseconds");
  return "<figure>" +
         Drawing("distributions-chart", "Distribution of the times of calls", shows, y + 40,
                 ruler + marks) +
         "</figure>\n";
}

std::string Numbers(const ReportContents& report) {
  Table table;
  table.AddColumn("work", Table::Align::kLeft);
  table.AddColumn("path", Table::Align::kLeft);
  for (const char* heading : {"first calls", "median", "later calls", "min", "median", "p90", "p99",
                              "max", "sum, all", "MP/s"}) {
    table.AddColumn(heading);
  }
  std::size_t rows = 0;
  for (const ReportGroup* group : report.data.Groups()) {
    if (++rows > kMaxRows) break;
    const DurationStats& warm = group->warm.times;
    const auto of = [&](double ms) { return warm.count() == 0 ? "-" : FormatMilliseconds(ms); };
    const double speed = group->warm.MegapixelsPerSecond();
    table.AddRow({Html(Title(*group)), report.paths.Tag(group->path),
                  CountText(group->cold.calls()),
                  group->cold.calls() == 0 ? "-" : FormatMilliseconds(group->cold.times.Median()),
                  CountText(warm.count()), of(warm.minimum()), of(warm.Median()),
                  of(warm.Quantile(0.9)), of(warm.Quantile(0.99)), of(warm.maximum()),
                  FormatMilliseconds(group->total_ms()), speed > 0 ? ShortNumber(speed) : "-"});
  }
  return HtmlTable("Times of calls in milliseconds", table);
}

}  // namespace

std::string DistributionSection(const ReportContents& report) {
  const Groups groups = Chosen(report);
  if (groups.empty()) return "";
  std::string html = Paragraph(
      "Each strip is one operation and size class on one accelerator: the distribution of its "
      "later calls. The solid line is the median, the dotted line the 90th percentile; circles are "
      "first calls.");
  const std::size_t all = report.data.Groups().size();
  if (all > groups.size()) {
    html += Paragraph("The " + CountText(groups.size()) +
                          " operations with the longest times, of " + CountText(all) + ".",
                      "soft");
  }
  return Section("distributions", "Distribution of times",
                 html + Chart(report, groups) + Details("Table", Numbers(report), true));
}

}  // namespace lodestone::cli
