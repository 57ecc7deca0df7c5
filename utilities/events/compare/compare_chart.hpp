// The ratios of a comparison, with their intervals, as a chart.
#pragma once

#include <string>
#include <vector>

#include "utilities/events/compare/compare_report.hpp"

namespace lodestone::cli {

// SVG. At most 60 operations of each comparison are drawn, which the chart then states.
std::string ComparisonChart(const std::vector<ComparedLog>& logs,
                            const std::vector<Comparison>& comparisons);

}  // namespace lodestone::cli
