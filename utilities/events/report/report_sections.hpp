// The sections of the report page, one file each. Each returns HTML, "" when it has no data.
#pragma once

#include <string>
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

}  // namespace lodestone::cli
