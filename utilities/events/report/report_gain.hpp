// What acceleration won or lost, as far as logs can tell.
#pragma once

#include <cstdint>
#include <optional>

#include "utilities/events/report/report_data.hpp"

namespace lodestone::cli {

// Calls on devices whose work the processor did as well, in the same logs.
struct ReportGain {
  std::uint64_t calls = 0, cold_calls = 0;
  double device_ms = 0;     // what they took, cold ones and fetches of results included
  double processor_ms = 0;  // what the processor takes for them
  double cold_ms = 0, warm_ms = 0, processor_warm_ms = 0;
  std::uint64_t fetches = 0;  // of results, logged by themselves
  double fetch_ms = 0;
  std::uint64_t device_calls = 0;  // all of them, comparable or not
  bool by_means = false;           // some had no sizes: means were compared

  double won_ms() const { return processor_ms - device_ms; }
};

ReportGain GainOf(const ReportData& data);

// The path that others are measured by, the processor where it did the work; nothing for works done
// on one path only.
std::optional<std::size_t> BasePath(const ReportWork& work, const ReportData& data);

}  // namespace lodestone::cli
