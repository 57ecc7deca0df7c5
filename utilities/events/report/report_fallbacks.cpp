// What devices declined, why, and hints.
#include <algorithm>

#include "utilities/events/report/reason_help.hpp"
#include "utilities/events/report/report_charts.hpp"
#include "utilities/events/report/report_html.hpp"
#include "utilities/events/report/report_sections.hpp"

namespace lodestone::cli {
namespace {

using Entry = std::pair<std::string, const ReportFallback*>;

constexpr double kRow = 40, kBar = 14;

std::string ReasonText(const std::string& reason) {
  return reason.empty() ? "no reason given" : reason;
}

std::vector<Entry> ByCount(const ReportContents& report) {
  std::vector<Entry> entries;
  for (const auto& [reason, fallback] : report.data.fallbacks()) {
    entries.emplace_back(reason, &fallback);
  }
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.second->refusals() > b.second->refusals();
  });
  return entries;
}

std::string Chart(const std::vector<Entry>& entries) {
  const double most = static_cast<double>(entries.front().second->refusals());
  std::string marks, shows;
  double y = 0;
  for (const auto& [reason, fallback] : entries) {
    const std::string count = CountText(fallback->refusals());
    marks += Label(0, y + 14, ReasonText(reason)) + Label(100, y + 14, count, "end");
    marks += Bar(0, y + 20, 100 * static_cast<double>(fallback->refusals()) / most, kBar, "count");
    shows += (shows.empty() ? "" : ", ") + ReasonText(reason) + " " + count;
    y += kRow;
  }
  return "<figure>" + Drawing("fallbacks-chart", "Refusals by reason", shows, y, marks) +
         "</figure>\n";
}

std::string List(const std::map<std::string, std::uint64_t>& counts) {
  std::string text;
  for (const auto& [name, count] : counts) {
    text += (text.empty() ? "" : ", ") + name + " " + CountText(count);
  }
  return Html(text);
}

std::string DeclinedBy(const ReportFallback& fallback) {
  std::string text;
  for (const std::string& who : fallback.refusers) text += (text.empty() ? "" : "; ") + who;
  return Html(text);
}

// Text between backquotes is to be typed.
std::string Advice(const char* text) {
  std::string html;
  bool code = false;
  for (const char c : Html(text)) {
    if (c != '`') {
      html += c;
      continue;
    }
    html += code ? "</code>" : "<code>";
    code = !code;
  }
  return html;
}

std::string Hint(const std::string& reason, const ReportFallback& fallback) {
  const ReasonHelp& help = HelpFor(reason);
  std::string html =
      "<h3>" + Html(ReasonText(reason)) + "</h3>\n" +
      Paragraph(Advice(help.meaning) + " <strong>What helps:</strong> " + Advice(help.hint));
  html += "<ul class=\"soft\">\n<li>" + CountText(fallback.declined) + " declined, " +
          CountText(fallback.failed) + " failed: " + List(fallback.operations) + "</li>\n<li>By " +
          DeclinedBy(fallback) + "</li>\n";
  for (const std::string& detail : fallback.details) {
    html += "<li>\xE2\x80\x9C" + Html(detail) + "\xE2\x80\x9D</li>\n";
  }
  return html + "</ul>\n";
}

}  // namespace

std::string FallbackSection(const ReportContents& report) {
  if (report.data.fallbacks().empty()) {
    return Section("fallbacks", "Refusals", Paragraph("No device declined a call."));
  }
  const std::vector<Entry> entries = ByCount(report);
  std::string html = Paragraph(
      "Calls that one or all devices declined or failed to finish. Another accelerator ran them, "
      "if any could.");
  html += Chart(entries);
  for (const auto& [reason, fallback] : entries) html += Hint(reason, *fallback);
  return Section("fallbacks", "Refusals, and what helps", html);
}

}  // namespace lodestone::cli
