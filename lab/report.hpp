// The lab's results as human-readable text, as JSON and as a bar chart.
#pragma once

#include <string>

#include "lab/findings.hpp"

namespace lodestone::lab {

// every_group: a line for each work-group size, not only for the fastest.
std::string ReportText(const Findings& findings, bool every_group);

// finished: devices on which all experiments were completed.
std::string ReportJson(const Findings& findings, unsigned finished);

// SVG: each ratio beside the published one.
std::string DrawChart(const Findings& findings);

}  // namespace lodestone::lab
