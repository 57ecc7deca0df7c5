#include "utilities/events/report/report_gain.hpp"

#include <algorithm>

namespace lodestone::cli {
namespace {

constexpr const char* kFetch = "download";

// Without sizes, only the overall mean estimates the time of a call.
double TypicalMs(const ReportWork& work, const WorkOnPath& times) {
  if (!work.size.empty()) return times.MedianMs();
  return times.total_ms() / static_cast<double>(times.calls());
}

void AddWork(const ReportWork& work, const ReportData& data, ReportGain* gain) {
  const auto base = BasePath(work, data);
  const bool comparable = base && data.paths()[*base].cpu;
  const double typical_ms = comparable ? TypicalMs(work, work.paths.at(*base)) : 0;
  for (const auto& [path, times] : work.paths) {
    if (data.paths()[path].cpu) continue;
    if (work.operation == kFetch) {
      gain->fetches += times.calls();
      gain->fetch_ms += times.total_ms();
      continue;
    }
    gain->device_calls += times.calls();
    if (!comparable) continue;
    gain->calls += times.calls();
    gain->cold_calls += times.cold.seen();
    gain->device_ms += times.total_ms();
    gain->cold_ms += times.cold_ms;
    gain->warm_ms += times.warm_ms;
    gain->cpu_ms += typical_ms * static_cast<double>(times.calls());
    gain->cpu_warm_ms += typical_ms * static_cast<double>(times.warm.seen());
    gain->by_means = gain->by_means || work.size.empty();
  }
}

}  // namespace

std::optional<std::size_t> BasePath(const ReportWork& work, const ReportData& data) {
  if (work.paths.size() < 2) return std::nullopt;
  const auto cpu = std::find_if(work.paths.begin(), work.paths.end(),
                                [&](const auto& entry) { return data.paths()[entry.first].cpu; });
  return (cpu == work.paths.end() ? work.paths.begin() : cpu)->first;
}

ReportGain GainOf(const ReportData& data) {
  ReportGain gain;
  for (const ReportWork* work : data.Works()) AddWork(*work, data, &gain);
  if (gain.calls != 0) gain.device_ms += gain.fetch_ms;
  return gain;
}

}  // namespace lodestone::cli
