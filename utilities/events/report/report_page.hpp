// The report page as a whole.
#pragma once

#include <string>
#include <string_view>

#include "utilities/events/report/report_sections.hpp"

namespace lodestone::cli {

// Of every page, and of no other program's.
extern const std::string_view kReportBeginning;

// One self-contained HTML document: no scripts, no external images, no network.
std::string ReportPage(const ReportContents& report);

}  // namespace lodestone::cli
