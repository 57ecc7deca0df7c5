// Predicted and actual times.
#include <algorithm>

#include "utilities/events/report/report_charts.hpp"
#include "utilities/events/report/report_html.hpp"
#include "utilities/events/report/report_sections.hpp"
#include "utilities/measure/statistics.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

constexpr double kHeight = 344, kTop = 22, kBottom = 302;
constexpr std::size_t kMaxRows = 40;

std::string DiagonalOf(const LogAxis& axis, double factor, const char* style) {
  const double low = axis.low() / std::min(factor, 1.0), high = axis.high() / std::max(factor, 1.0);
  if (low >= high) return "";
  return Line(100 * axis.At(low), PlaceUp(axis, low * factor, kTop, kBottom), 100 * axis.At(high),
              PlaceUp(axis, high * factor, kTop, kBottom), style);
}

std::string Chart(const ReportContents& report) {
  LogAxis axis;
  for (const auto& [path, sample] : report.data.predictions()) {
    for (const PredictedCall& call : sample.values()) {
      axis.Include(call.predicted_ms);
      axis.Include(call.actual_ms);
    }
  }
  std::string marks = AxisAcross(axis, kTop, kBottom, "predicted milliseconds") +
                      AxisUp(axis, kTop, kBottom, "actual milliseconds");
  marks +=
      DiagonalOf(axis, 1, "even") + DiagonalOf(axis, 2, "double") + DiagonalOf(axis, 0.5, "double");
  std::size_t points = 0;
  for (const auto& [path, sample] : report.data.predictions()) {
    for (const PredictedCall& call : sample.values()) {
      marks += Mark(report.paths.Style(path), 100 * axis.At(call.predicted_ms),
                    PlaceUp(axis, call.actual_ms, kTop, kBottom),
                    report.paths.Label(path) + ": predicted " + DurationText(call.predicted_ms) +
                        ", took " + DurationText(call.actual_ms));
      ++points;
    }
  }
  return "<figure class=\"up\">" +
         Drawing("predictions-chart", "Predicted against actual times of later calls",
                 CountText(points, "call", "calls") +
                     ". On the solid line, predictions are exact; between the dashed lines, they "
                     "are within a factor of two. The table below summarizes them.",
                 kHeight, marks) +
         "</figure>\n";
}

std::string Legend(const ReportContents& report) {
  std::string html = "<ul class=\"legend\">\n";
  for (const std::size_t path : report.paths.order()) {
    if (report.data.predictions().count(path) == 0) continue;
    html += "<li>" + report.paths.Tag(path) + "</li>\n";
  }
  return html + "</ul>\n";
}

std::string Percent(double share) {
  return Format("%.0f%%", 100 * share);
}

std::string Numbers(const ReportContents& report) {
  Table table;
  table.AddColumn("work", Table::Align::kLeft);
  table.AddColumn("path", Table::Align::kLeft);
  for (const char* heading : {"calls", "p10", "median", "p90", "half to double"}) {
    table.AddColumn(heading);
  }
  std::size_t rows = 0;
  for (const ReportGroup* group : report.data.Groups()) {
    const std::vector<double>& ratios = group->actual_to_predicted.values();
    if (ratios.empty() || ++rows > kMaxRows) continue;
    const auto close = std::count_if(ratios.begin(), ratios.end(),
                                     [](double ratio) { return ratio > 0.5 && ratio < 2; });
    table.AddRow(
        {Html(group->operation + (group->size_class.empty() ? "" : ", " + group->size_class)),
         report.paths.Tag(group->path), CountText(group->actual_to_predicted.seen()),
         ShortNumber(measure::Quantile(ratios, 0.1)), ShortNumber(measure::Median(ratios)),
         ShortNumber(measure::Quantile(ratios, 0.9)),
         Percent(static_cast<double>(close) / static_cast<double>(ratios.size()))});
  }
  return HtmlTable("Actual time as a multiple of the predicted one, later calls", table);
}

}  // namespace

std::string PredictionSection(const ReportContents& report) {
  std::uint64_t seen = 0, shown = 0;
  for (const auto& [path, sample] : report.data.predictions()) {
    seen += sample.seen();
    shown += sample.values().size();
  }
  if (seen == 0) return "";
  std::string html = Paragraph(
      "Each mark is a later call: above the solid line it took longer than predicted, below it "
      "less. Outside the dashed lines it took more than double or less than half.");
  if (seen > shown) {
    html += Paragraph(
        "A random sample of " + CountText(shown) + " of " + CountText(seen, "call", "calls") + ".",
        "soft");
  }
  return Section("predictions", "Predictions",
                 html + Legend(report) + Chart(report) + Details("Table", Numbers(report), true));
}

}  // namespace lodestone::cli
