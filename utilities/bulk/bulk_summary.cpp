#include "utilities/bulk/bulk_summary.hpp"

#include <cstdio>
#include <set>

#include "utilities/text/json_text.hpp"
#include "utilities/text/table.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

double Rate(double count, double seconds) {
  return seconds > 0 ? count / seconds : 0;
}

// What failed is no work done.
double ImagesPerSecond(const BulkSummary& summary) {
  return Rate(static_cast<double>(summary.done), summary.seconds);
}

double MegapixelsPerSecond(const BulkSummary& summary) {
  return Rate(summary.pixels * 1e-6, summary.seconds);
}

std::string WithoutNames(const std::string& message) {
  return message.substr(0, message.find(" ("));
}

}  // namespace

void BulkSummary::CountReason(const std::string& reason) {
  ++reasons[WithoutNames(reason)];
}

void BulkSummary::CountWarnings(const std::vector<std::string>& texts) {
  if (!texts.empty()) ++warned;
  std::set<std::string> kinds;
  for (const std::string& text : texts) kinds.insert(WithoutNames(text));
  for (const std::string& kind : kinds) ++warnings[kind];
}

void BulkSummary::AddEarlier(const BulkSummary& before) {
  earlier_warned += before.warned;
  for (const auto& [warning, count] : before.warnings) warnings[warning] += count;
  for (const auto& [device, count] : before.devices) devices[device] += count;
}

void BulkSummary::CountDevices(const std::vector<std::string>& names) {
  for (const std::string& name : names) ++devices[name];
}

std::string FailureText(const std::string& input, std::string reason) {
  const std::string named = " (" + input + ")";
  if (const std::size_t at = reason.find(named); at != reason.npos) reason.erase(at, named.size());
  return Printable(input) + ": " + Printable(reason);
}

std::string WarnedText(std::uint64_t count) {
  return count == 0 ? "" : ", " + std::to_string(count) + " with warnings";
}

std::string SummaryLine(const BulkSummary& summary) {
  std::string text =
      Counted(summary.done, "image", "images") + " done" + WarnedText(summary.warned);
  if (summary.earlier != 0) text += Format(", %s before", std::to_string(summary.earlier).c_str());
  if (summary.failed != 0) text += Format(", %s failed", std::to_string(summary.failed).c_str());
  return text + Format(" in %.3g s: %.3g images/s, %.3g MP/s, %s read, %s written", summary.seconds,
                       ImagesPerSecond(summary), MegapixelsPerSecond(summary),
                       FormatBytes(summary.bytes_read).c_str(),
                       FormatBytes(summary.bytes_written).c_str());
}

void PrintSummary(const BulkSummary& summary, const std::string& journal) {
  for (const BulkFailure& failure : summary.failures) {
    std::printf("failed: %s\n", FailureText(failure.input, failure.reason).c_str());
  }
  if (summary.failed > summary.failures.size()) {
    std::printf("and %s more\n", std::to_string(summary.failed - summary.failures.size()).c_str());
  }
  std::printf("%s\n", SummaryLine(summary).c_str());
  if (!journal.empty()) std::printf("journal: %s\n", TextFor(stdout, journal).c_str());
}

std::string SummaryJson(const BulkSummary& summary, const std::string& journal) {
  std::vector<JsonText> failures;
  for (const BulkFailure& failure : summary.failures) {
    failures.emplace_back().AddText("input", failure.input).AddText("reason", failure.reason);
  }
  JsonText text;
  text.AddNumber("done", static_cast<double>(summary.done))
      .AddNumber("warned", static_cast<double>(summary.warned))
      .AddNumber("earlier", static_cast<double>(summary.earlier))
      .AddNumber("failed", static_cast<double>(summary.failed))
      .AddNumber("outputs", static_cast<double>(summary.outputs))
      .AddNumber("seconds", summary.seconds)
      .AddNumber("images_per_second", ImagesPerSecond(summary))
      .AddNumber("megapixels_per_second", MegapixelsPerSecond(summary))
      .AddNumber("bytes_read", static_cast<double>(summary.bytes_read))
      .AddNumber("bytes_written", static_cast<double>(summary.bytes_written))
      .AddText("journal", journal)
      .AddText("stopped", summary.stopped)
      .AddCounts("warnings", "warning", summary.warnings)
      .AddCounts("devices", "device", summary.devices)
      .AddList("failures", failures);
  return text.Object();
}

}  // namespace lodestone::cli
