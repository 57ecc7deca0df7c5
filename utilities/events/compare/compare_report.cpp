#include "utilities/events/compare/compare_report.hpp"

#include <cmath>
#include <cstdio>

#include "utilities/devices/device_legend.hpp"
#include "utilities/text/table.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kMaxListed = 20;

std::string RangeText(double low, double high) {
  if (std::isinf(high)) return RatioText(low) + " or more";
  if (low == 0) return RatioText(high) + " or less";
  return RatioText(low) + " to " + RatioText(high);
}

// "opencl [1]", or "cpu 3, opencl [1] 7" where there were several.
std::string DoneByText(const DoneBy& done_by, DeviceLegend* legend) {
  std::string text;
  for (const auto& [who, calls] : done_by) {
    text += (text.empty() ? "" : ", ") + who.first;
    if (!who.second.empty()) text += " " + legend->Mark(who.second);
    if (done_by.size() > 1) text += " " + std::to_string(calls);
  }
  return text;
}

void PrintWorks(const Comparison& comparison, std::optional<TimeComparison> WorkComparison::*times,
                const std::string& heading, const ComparedLog& base, const ComparedLog& other,
                DeviceLegend* legend) {
  Table table;
  table.AddColumn("operation", Table::Align::kLeft);
  table.AddColumn("size", Table::Align::kLeft);
  for (const char* what : {" by", " calls", " ms"}) {
    const auto align = what[1] == 'b' ? Table::Align::kLeft : Table::Align::kRight;
    table.AddColumn(base.name + what, align);
    table.AddColumn(other.name + what, align);
  }
  table.AddColumn(other.name + " / " + base.name, Table::Align::kRight);
  table.AddColumn("95% interval", Table::Align::kLeft);
  table.AddColumn(other.name + " is", Table::Align::kLeft);
  for (const WorkComparison& work : comparison.works) {
    if (!(work.*times)) continue;
    const TimeComparison& beside = *(work.*times);
    const bool told = beside.verdict != Verdict::kTooFewCalls;
    table.AddRow({work.key.operation, work.key.sized() ? work.key.Shape() : "-",
                  DoneByText(work.base_by, legend), DoneByText(work.other_by, legend),
                  std::to_string(beside.base_calls), std::to_string(beside.other_calls),
                  FormatMilliseconds(beside.base_median_ns / 1e6),
                  FormatMilliseconds(beside.other_median_ns / 1e6), RatioText(beside.ratio.ratio),
                  told ? RangeText(beside.ratio.low, beside.ratio.high) : "-",
                  VerdictName(beside.verdict)});
  }
  if (!table.empty()) std::printf("%s\n%s\n", heading.c_str(), table.ToText().c_str());
}

std::string Sentence(const OperationComparison& operation, const std::string& base,
                     const std::string& other) {
  std::string text = operation.operation;
  if (!operation.accelerator.empty()) text += " by " + operation.accelerator;
  text += operation.warm ? ", later calls" : ", first calls";
  if (operation.works > 1) text += " of " + std::to_string(operation.works) + " sizes";
  const auto& [ratio, low, high] = operation.ratio;
  switch (operation.verdict) {
    case Verdict::kFaster:
      return text + ": " + other + " is " + RatioText(1 / ratio) + " times as fast as " + base +
             " (" + RangeText(1 / high, 1 / low) + ")";
    case Verdict::kSlower:
      return text + ": " + other + " takes " + RatioText(ratio) + " times as long as " + base +
             " (" + RangeText(low, high) + ")";
    case Verdict::kNoDifference:
      return text + ": no difference between " + base + " and " + other + " (" + other + " / " +
             base + " is " + RangeText(low, high) + ")";
    case Verdict::kTooFewCalls:
      break;
  }
  return text + ": too few calls to tell";
}

void PrintBreakEven(const Comparison& comparison, const std::string& other) {
  std::size_t printed = 0;
  for (const WorkComparison& work : comparison.works) {
    const std::optional<std::uint64_t> calls = CallsToBreakEven(work);
    if (!calls || ++printed > kMaxListed) continue;
    std::printf("%s: the longer first call of %s is recovered after %llu later %s\n",
                work.key.Title().c_str(), other.c_str(), static_cast<unsigned long long>(*calls),
                *calls == 1 ? "call" : "calls");
  }
}

void PrintOnlyIn(const std::string& log, const std::vector<WorkKey>& works) {
  if (works.empty()) return;
  std::printf("\nOnly in %s:\n", log.c_str());
  for (std::size_t i = 0; i < works.size() && i < kMaxListed; ++i) {
    std::printf("    %s\n", works[i].Title().c_str());
  }
  if (works.size() > kMaxListed) std::printf("    and %zu more\n", works.size() - kMaxListed);
}

void PrintComparison(const Comparison& comparison, const ComparedLog& base,
                     const ComparedLog& other, DeviceLegend* legend) {
  const std::string beside = other.name + " compared with " + base.name + ", medians of ";
  PrintWorks(comparison, &WorkComparison::warm, beside + "later calls:", base, other, legend);
  PrintWorks(comparison, &WorkComparison::cold, beside + "first calls:", base, other, legend);
  for (const bool warm : {true, false}) {
    for (const OperationComparison& operation : comparison.operations) {
      if (operation.warm != warm) continue;
      std::printf("%s\n", Sentence(operation, base.name, other.name).c_str());
    }
  }
  PrintBreakEven(comparison, other.name);
  PrintOnlyIn(base.name, comparison.only_in_base);
  PrintOnlyIn(other.name, comparison.only_in_other);
  std::printf("\n");
}

void PrintTotals(const std::vector<ComparedLog>& logs) {
  Table table;
  table.AddColumn("log", Table::Align::kLeft);
  for (const char* heading :
       {"calls", "ms", "first calls", "first ms", "later calls", "later ms"}) {
    table.AddColumn(heading, Table::Align::kRight);
  }
  for (const ComparedLog& log : logs) {
    const LogSide& side = log.side;
    table.AddRow({log.name, std::to_string(side.cold_calls() + side.warm_calls()),
                  FormatMilliseconds((side.cold_ns() + side.warm_ns()) / 1e6),
                  std::to_string(side.cold_calls()), FormatMilliseconds(side.cold_ns() / 1e6),
                  std::to_string(side.warm_calls()), FormatMilliseconds(side.warm_ns() / 1e6)});
  }
  std::printf("Total:\n%s\n", table.ToText().c_str());
}

void PrintNotes(const ComparedLog& log) {
  if (log.side.left_out() != 0) {
    std::printf("%s: %llu calls are not compared, too many different operations and sizes\n",
                log.name.c_str(), static_cast<unsigned long long>(log.side.left_out()));
  }
  if (log.damage.count == 0) return;
  std::printf("%s: %llu damaged %s skipped:", log.name.c_str(),
              static_cast<unsigned long long>(log.damage.count),
              log.damage.count == 1 ? "line" : "lines");
  for (const DamagedLine& damaged : log.damage.lines) {
    std::printf(" %llu", static_cast<unsigned long long>(damaged.line));
  }
  std::printf("%s\n", log.damage.count > log.damage.lines.size() ? " ..." : "");
}

}  // namespace

std::string RatioText(double ratio) {
  const int decimals = ratio >= 99.95 ? 0 : ratio >= 9.995 ? 1 : ratio >= 0.0995 ? 2 : 3;
  return ratio == 0 ? "0" : Format("%.*f", decimals, ratio);
}

void PrintComparisons(const std::vector<ComparedLog>& logs,
                      const std::vector<Comparison>& comparisons) {
  for (const ComparedLog& log : logs)
    std::printf("%s: %s\n", log.name.c_str(), TextFor(stdout, log.file).c_str());
  std::printf("\n");
  DeviceLegend legend;
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    PrintComparison(comparisons[i], logs[0], logs[i + 1], &legend);
  }
  PrintTotals(logs);
  for (const ComparedLog& log : logs) PrintNotes(log);
  std::printf("%s", legend.ToText().c_str());
}

}  // namespace lodestone::cli
