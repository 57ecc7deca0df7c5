// The report page, and its sections, one file each, which return HTML, "" when they have no data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "utilities/events/read/log_reader.hpp"
#include "utilities/events/report/report_data.hpp"
#include "utilities/events/report/report_paths.hpp"

namespace lodestone::cli {

struct ReportContents {
  const ReportData& data;
  ReportPaths paths;
  std::vector<std::string> logs;  // as on the command line
  LogDamage damage;
};

std::string HeadlineSection(const ReportContents& report);
std::string ComparisonSection(const ReportContents& report);
std::string HostsSection(const ReportContents& report);
std::string FallbackSection(const ReportContents& report);
std::string TimelineSection(const ReportContents& report);
std::string DistributionSection(const ReportContents& report);
std::string ColdSection(const ReportContents& report);
std::string PredictionSection(const ReportContents& report);
std::string SpeedSection(const ReportContents& report);

// Light or dark by the reader's setting. Colours of paths and parts are distinct in lightness or
// hue for every kind of colour vision, and have shapes and hatchings as well.
extern const char* const kReportStyle;

// Of every page, and of no other program's.
extern const std::string_view kReportBeginning;

// One self-contained HTML document: no scripts, no external images, no network.
std::string ReportPage(const ReportContents& report);

}  // namespace lodestone::cli
