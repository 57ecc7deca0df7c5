#include "utilities/events/report/report_sections.hpp"

#include <algorithm>

#include "utilities/events/report/report_charts.hpp"
#include "utilities/events/report/report_html.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kMaxNames = 12;

struct PageSection {
  const char* id;
  const char* link;
  std::string (*write)(const ReportContents& report);
};

constexpr PageSection kSections[] = {
    {"headline", "In short", HeadlineSection},
    {"beside", "What is faster", ComparisonSection},
    {"speed", "Speed by size", SpeedSection},
    {"hosts", "Hosts", HostsSection},
    {"fallbacks", "Refusals", FallbackSection},
    {"timeline", "Timeline", TimelineSection},
    {"distributions", "Distribution of times", DistributionSection},
    {"cold", "First calls", ColdSection},
    {"predictions", "Predictions", PredictionSection},
};

std::string Names(const std::vector<std::string>& logs) {
  std::string text;
  for (std::size_t i = 0; i < std::min(logs.size(), kMaxNames); ++i) {
    text += (i == 0 ? "" : ", ") + Html(logs[i] == "-" ? "standard input" : BaseName(logs[i]));
  }
  if (logs.size() > kMaxNames) text += " and " + CountText(logs.size() - kMaxNames) + " more";
  return text;
}

std::string Damage(const LogDamage& damage) {
  if (damage.count == 0) return "";
  std::string list;
  for (const DamagedLine& line : damage.lines) {
    list += "<li>" + Html(line.file) + ":" + std::to_string(line.line) + "</li>\n";
  }
  if (damage.count > damage.lines.size()) list += "<li>\xE2\x80\xA6</li>\n";
  return Details(CountText(damage.count, "damaged line", "damaged lines") + " skipped",
                 "<ul>\n" + list + "</ul>\n");
}

std::string Header(const ReportContents& report) {
  const ReportData& data = report.data;
  std::string when;
  if (data.first_ns() != 0) {
    when = ", " + TimeText(data.first_ns()) + " to " + TimeText(data.last_ns());
  }
  return "<header>\n<h1>Acceleration report</h1>\n" +
         Paragraph(
             CountText(data.records(), "record", "records") + when + ": " + Names(report.logs),
             "soft") +
         Damage(report.damage) + "</header>\n";
}

std::string Footer(const ReportContents& report) {
  std::string text =
      "Later calls are neither the first of their operation on an accelerator in a process, nor "
      "did they open a device or load, compile or test programs. In large logs, medians and "
      "percentiles are accurate to 1%; those of single operations and sizes, and the charts of "
      "distributions and predictions, use random samples; counts, sums and extremes are exact.";
  if (report.data.left_out() != 0) {
    text += " " + CountText(report.data.left_out(), "call was", "calls were") +
            " of too many different kinds to list, included in the totals only.";
  }
  return "<footer>\n" + Paragraph(text) +
         Paragraph("Written by <code>lodestone events report</code>.") + "</footer>\n";
}

}  // namespace

// Nothing may be fetched or executed, whatever a log manages to inject.
constexpr std::string_view kReportBeginning = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>Acceleration report</title>
<style>)";

std::string ReportPage(const ReportContents& report) {
  std::string links, sections;
  for (const PageSection& section : kSections) {
    const std::string html = section.write(report);
    if (html.empty()) continue;
    links += std::string("<li><a href=\"#") + section.id + "\">" + section.link + "</a></li>\n";
    sections += html;
  }
  return std::string(kReportBeginning) + kReportStyle +
         "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#headline\">Skip to the "
         "results</a>\n" +
         ChartDefinitions() + Header(report) + "<nav aria-label=\"Sections\"><ul>\n" + links +
         "</ul></nav>\n<main>\n" + sections + "</main>\n" + Footer(report) + "</body>\n</html>\n";
}

}  // namespace lodestone::cli
