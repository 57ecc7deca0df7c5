// The result of comparing event logs, as human-readable text, as JSON and as a chart.
#pragma once

#include <string>
#include <vector>

#include "utilities/events/compare/compare_pairs.hpp"
#include "utilities/events/read/log_reader.hpp"

namespace lodestone::cli {

struct ComparedLog {
  std::string name;  // "A", "B" ...
  std::string file;
  LogSide side;
  LogDamage damage;
};

// Each comparison is of one of the other logs, in order, with the first.
void PrintComparisons(const std::vector<ComparedLog>& logs,
                      const std::vector<Comparison>& comparisons);
void PrintComparisonsJson(const std::vector<ComparedLog>& logs,
                          const std::vector<Comparison>& comparisons);

// The ratios with their intervals, as SVG. At most 60 operations of each comparison are drawn,
// which the chart then states.
std::string ComparisonChart(const std::vector<ComparedLog>& logs,
                            const std::vector<Comparison>& comparisons);

// "1.34", with as many decimals as count; "inf" is possible.
std::string RatioText(double ratio);

}  // namespace lodestone::cli
