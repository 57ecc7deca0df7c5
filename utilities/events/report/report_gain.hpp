// Time gained or lost by acceleration, as far as logs can tell.
#pragma once

#include <cstdint>
#include <optional>

#include "utilities/events/report/report_data.hpp"

namespace lodestone::cli {

// Calls on devices whose operations the CPU also did in the same logs.
struct ReportGain {
  std::uint64_t calls = 0, cold_calls = 0;
  double device_ms = 0;  // their total, including cold calls and fetches of results
  double cpu_ms = 0;     // the CPU's time for the same
  double cold_ms = 0, warm_ms = 0, cpu_warm_ms = 0;
  std::uint64_t fetches = 0;  // of results, logged separately
  double fetch_ms = 0;
  std::uint64_t device_calls = 0;  // all of them, comparable or not
  bool by_means = false;           // some had no sizes: means were compared

  double won_ms() const { return cpu_ms - device_ms; }
};

ReportGain GainOf(const ReportData& data);

// The path that others are compared with: the CPU where it did the operation; none for operations
// done on one path only.
std::optional<std::size_t> BasePath(const ReportWork& work, const ReportData& data);

}  // namespace lodestone::cli
