// The lab's results as a bar chart (SVG): each ratio beside the published one.
#pragma once

#include <string>

#include "lab/findings.hpp"

namespace lodestone::lab {

std::string DrawChart(const Findings& findings);

}  // namespace lodestone::lab
