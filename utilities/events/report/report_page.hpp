// The report page as a whole.
#pragma once

#include <string>

#include "utilities/events/report/report_sections.hpp"

namespace lodestone::cli {

// One HTML document that needs nothing else: no scripts, no pictures, no network.
std::string ReportPage(const ReportContents& report);

}  // namespace lodestone::cli
