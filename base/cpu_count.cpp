#include "base/cpu_count.hpp"

#include <sched.h>

#include <cstdlib>
#include <algorithm>
#include <cmath>
#include <exception>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

#include "base/cgroup.hpp"

namespace lodestone::accel {
namespace {

unsigned AffinityCount() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<unsigned>(CPU_COUNT(&set));
  return std::thread::hardware_concurrency();
}

std::optional<double> ReadQuotaV2(const std::string& folder) {
  std::ifstream file(folder + "/cpu.max");
  std::string quota;
  double period = 0.0;
  if (!(file >> quota >> period) || quota == "max" || period <= 0.0) return std::nullopt;
  return std::strtod(quota.c_str(), nullptr) / period;
}

std::optional<double> ReadQuotaV1(const std::string& folder) {
  std::ifstream quota_file(folder + "/cpu.cfs_quota_us"),
      period_file(folder + "/cpu.cfs_period_us");
  double quota = 0.0, period = 0.0;
  if (!(quota_file >> quota) || !(period_file >> period) || quota <= 0.0 || period <= 0.0)
    return std::nullopt;
  return quota / period;
}

}  // namespace

unsigned AvailableCpus() {
  double quota = INFINITY;
  try {
    quota = std::ceil(LeastCgroupLimit("cpu", ReadQuotaV2, ReadQuotaV1));
  } catch (const std::exception&) {
    // Out of memory: more threads than the quota allows are no more than slow.
  }
  const unsigned affinity = std::max(1u, AffinityCount());
  return quota < affinity ? std::max(1u, static_cast<unsigned>(quota)) : affinity;
}

}  // namespace lodestone::accel
