// The report page as a whole.
#pragma once

#include <string>

#include "utilities/events/report/report_sections.hpp"

namespace lodestone::cli {

// One self-contained HTML document: no scripts, no external images, no network.
std::string ReportPage(const ReportContents& report);

}  // namespace lodestone::cli
