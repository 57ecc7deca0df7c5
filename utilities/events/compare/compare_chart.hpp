// The ratios of a comparison, with their intervals, as a picture.
#pragma once

#include <string>
#include <vector>

#include "utilities/events/compare/compare_report.hpp"

namespace lodestone::cli {

// SVG. At most 60 works of each comparison are drawn, which the picture says then.
std::string ComparisonChart(const std::vector<ComparedLog>& logs,
                            const std::vector<Comparison>& comparisons);

}  // namespace lodestone::cli
