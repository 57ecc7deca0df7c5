// What was accelerated, and how much time was gained or lost.
#include <algorithm>
#include <cmath>

#include "utilities/events/report/report_charts.hpp"
#include "utilities/events/report/report_gain.hpp"
#include "utilities/events/report/report_html.hpp"
#include "utilities/events/report/report_sections.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

constexpr double kEven = 0.02;  // shares of time that count as neither gain nor loss
constexpr const char* kSwitchedOff = "disabled";

std::string Card(const char* name, const std::string& value, const std::string& more) {
  return std::string("<div><dt>") + name + "</dt><dd>" + value + "<small>" + more +
         "</small></dd></div>\n";
}

std::string TimesAsFast(double base_ms, double ms) {
  if (!(base_ms > 0) || !(ms > 0)) return "";
  return base_ms >= ms ? ShortNumber(base_ms / ms) + " times as fast"
                       : ShortNumber(ms / base_ms) + " times as slow";
}

std::string GainVerdict(const ReportGain& gain) {
  const double share = gain.cpu_ms > 0 ? gain.won_ms() / gain.cpu_ms : 0;
  const bool even = std::fabs(share) < kEven;
  std::string text = even ? "<strong>About even</strong>"
                          : "<strong>" + DurationText(std::fabs(gain.won_ms())) +
                                (gain.won_ms() > 0 ? " won" : " lost") + "</strong>";
  text += " Devices took " + DurationText(gain.device_ms) + " for " +
          CountText(gain.calls, "call", "calls") + "; the CPU takes " + DurationText(gain.cpu_ms) +
          " for the same: " + TimesAsFast(gain.cpu_ms, gain.device_ms) + ".";
  return Paragraph(text, even ? "verdict" : gain.won_ms() > 0 ? "verdict won" : "verdict lost");
}

std::string GainNotes(const ReportGain& gain) {
  std::string html;
  if (gain.cold_calls != 0 && gain.calls > gain.cold_calls) {
    html += Paragraph("First calls, which include preparing devices and programs, are " +
                      DurationText(gain.cold_ms) +
                      " of that, fetching their results included. The other " +
                      CountText(gain.calls - gain.cold_calls, "call", "calls") + " took " +
                      DurationText(gain.warm_ms) + " against " + DurationText(gain.cpu_warm_ms) +
                      ": " + TimesAsFast(gain.cpu_warm_ms, gain.warm_ms) + ".");
  }
  std::string how = gain.by_means ? "The logs do not state sizes: calls were compared with the "
                                    "mean of the CPU's calls of the same operation."
                                  : "Each call was compared with the median of the CPU's calls of "
                                    "the same operation and sizes.";
  if (gain.fetches != 0) {
    how += " " + CountText(gain.fetches, "fetch", "fetches") +
           " of results that no logged call left on a device, " + DurationText(gain.fetch_ms) +
           ", count as the devices'.";
  }
  if (gain.device_calls > gain.calls) {
    how += " " + CountText(gain.device_calls - gain.calls, "call", "calls") +
           " on devices had no counterpart.";
  }
  return html + Paragraph(how, "soft");
}

std::string NothingToCompare(const ReportContents& report, const ReportGain& gain) {
  if (report.data.calls() == 0) {
    return Paragraph("<strong>No calls</strong> These logs have no record of a finished call.",
                     "verdict");
  }
  if (gain.device_calls == 0) {
    return Paragraph("<strong>No call ran on a device</strong> The CPU ran all " +
                         CountText(report.data.calls()) +
                         (report.data.fallbacks().empty()
                              ? "."
                              : "; <a href=\"#fallbacks\">the reasons, and what helps</a>."),
                     "verdict");
  }
  return Paragraph("<strong>Devices ran " + CountText(gain.device_calls) + " of " +
                       CountText(report.data.calls()) +
                       " calls</strong> No operation ran on both, so these logs cannot tell what "
                       "was gained.",
                   "verdict") +
         Paragraph(
             "Run the same command with <code>-accelerate off</code> and "
             "<code>-accelerate-log cpu.jsonl</code>, and give both logs to <code>lodestone events "
             "report</code>.");
}

std::string CallsCard(const ReportData& data) {
  std::uint64_t cpu = 0, devices = 0;
  double cpu_ms = 0, devices_ms = 0;
  for (const ReportPath& path : data.paths()) {
    (path.cpu ? cpu : devices) += path.calls;
    (path.cpu ? cpu_ms : devices_ms) += path.total_ms;
  }
  std::string more = CountText(devices) + " on devices in " + DurationText(devices_ms) + ", " +
                     CountText(cpu) + " on the CPU in " + DurationText(cpu_ms);
  if (data.undone() != 0) more += "; " + CountText(data.undone()) + " came to nothing";
  return Card("Calls", CountText(data.calls()), more);
}

std::string ColdCard(const ReportContents& report) {
  std::uint64_t calls = 0;
  double all_ms = 0, ready_ms = 0;
  for (const ReportGroup* group : report.data.Groups()) {
    if (report.paths.cpu(group->path)) continue;
    calls += group->cold.calls();
    all_ms += group->cold.times.sum();
    for (const CallPart part :
         {CallPart::kOpen, CallPart::kLoad, CallPart::kCompile, CallPart::kTest}) {
      ready_ms += group->cold.parts[static_cast<std::size_t>(part)];
    }
  }
  if (calls == 0) return "";
  std::string more = CountText(calls, "call", "calls");
  if (ready_ms > 0) more += "; opening, loading, compiling and testing " + DurationText(ready_ms);
  return Card("First calls on devices", DurationText(all_ms), more);
}

std::string WarmUpCard(const ReportData& data) {
  const ReportPhase& warm_ups = data.warm_ups();
  if (warm_ups.calls() == 0) return "";
  return Card(
      "Warm-ups", DurationText(warm_ups.times.sum()),
      CountText(warm_ups.calls(), "time", "times") +
          ", apart from calls and not counted with them: " + Html(PartsText(warm_ups.parts)));
}

std::string FallbackCard(const ReportData& data) {
  std::uint64_t count = 0, off = 0, most = 0;
  std::string reason;
  for (const auto& [name, fallback] : data.fallbacks()) {
    if (name == kSwitchedOff) {
      off = fallback.refusals();
      continue;
    }
    count += fallback.refusals();
    if (fallback.refusals() > most) {
      most = fallback.refusals();
      reason = name.empty() ? "no reason given" : name;
    }
  }
  std::string more = count == 0 ? "devices declined nothing" : "mostly: " + Html(reason);
  if (off != 0) more += "; " + CountText(off, "call", "calls") + " with acceleration disabled";
  return Card("Refusals", CountText(count), more);
}

std::string PredictionCard(const ReportData& data) {
  std::vector<double> ratios;
  for (const auto& [path, sample] : data.predictions()) {
    for (const PredictedCall& call : sample.values()) {
      ratios.push_back(call.actual_ms / call.predicted_ms);
    }
  }
  if (ratios.empty()) return "";
  const auto close = std::count_if(ratios.begin(), ratios.end(),
                                   [](double ratio) { return ratio > 0.5 && ratio < 2; });
  return Card(
      "Predictions",
      Format("%.0f%%", 100.0 * static_cast<double>(close) / static_cast<double>(ratios.size())),
      "of the later calls took half to double the predicted time");
}

std::string PathList(const ReportContents& report) {
  std::string html = "<ul class=\"paths soft\">\n";
  for (const std::size_t path : report.paths.order()) {
    html += "<li>" + report.paths.Tag(path);
    if (report.paths.Name(path) != report.paths.Label(path)) {
      html += ": " + Html(report.paths.Name(path));
    }
    html += ", " + CountText(report.data.paths()[path].calls, "call", "calls") + "</li>\n";
  }
  return html + "</ul>\n";
}

}  // namespace

std::string HeadlineSection(const ReportContents& report) {
  const ReportGain gain = GainOf(report.data);
  const std::string verdict =
      gain.calls != 0 ? GainVerdict(gain) + GainNotes(gain) : NothingToCompare(report, gain);
  return Section("headline", "In short",
                 verdict + "<dl class=\"cards\">\n" + CallsCard(report.data) + ColdCard(report) +
                     WarmUpCard(report.data) + FallbackCard(report.data) +
                     PredictionCard(report.data) + "</dl>\n" + PathList(report));
}

}  // namespace lodestone::cli
