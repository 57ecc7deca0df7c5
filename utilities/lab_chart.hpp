// The laboratory's findings as a bar chart (SVG): each ratio beside the published one.
#pragma once

#include <string>

#include "utilities/lab_findings.hpp"

namespace lodestone::cli {

std::string LabChart(const LabFindings& findings);

}  // namespace lodestone::cli
