// The laboratory's findings as a bar chart (SVG): each ratio beside the published one.
#pragma once

#include <string>

#include "lab/findings.hpp"

namespace lodestone::cli {

std::string LabChart(const LabFindings& findings);

}  // namespace lodestone::cli
