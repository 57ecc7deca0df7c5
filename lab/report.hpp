// The laboratory's findings as text for people and as JSON for programs.
#pragma once

#include <string>

#include "lab/findings.hpp"

namespace lodestone::cli {

// every_group: a line for each size of groups, not only for the fastest.
std::string LabText(const LabFindings& findings, bool every_group);

// finished: devices on which all experiments came to the end.
std::string LabJson(const LabFindings& findings, unsigned finished);

}  // namespace lodestone::cli
