#include "base/cpu_count.hpp"

#include <sched.h>

#include <cstdlib>
#include <algorithm>
#include <cmath>
#include <exception>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <thread>

namespace lodestone::accel {
namespace {

constexpr char kCgroupRoot[] = "/sys/fs/cgroup";

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

// The tightest quota from the process's own group up to the root.
double SmallestQuota(std::string path, const std::string& root,
                     std::optional<double> (*read)(const std::string&)) {
  double smallest = INFINITY;
  for (;;) {
    if (const auto quota = read(root + path)) smallest = std::min(smallest, *quota);
    const auto slash = path.rfind('/');
    if (path.empty() || slash == std::string::npos) return smallest;
    path.resize(slash);
  }
}

double CgroupQuota() {
  std::ifstream file("/proc/self/cgroup");
  double smallest = INFINITY;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string id, controllers, path;
    if (!std::getline(fields, id, ':') || !std::getline(fields, controllers, ':') ||
        !std::getline(fields, path))
      continue;
    if (controllers.empty())
      smallest = std::min(smallest, SmallestQuota(path, kCgroupRoot, ReadQuotaV2));
    else if (("," + controllers + ",").find(",cpu,") != std::string::npos)
      smallest = std::min(
          smallest, SmallestQuota(path, std::string(kCgroupRoot) + "/" + controllers, ReadQuotaV1));
  }
  return smallest;
}

}  // namespace

unsigned AvailableCpus() {
  double quota = INFINITY;
  try {
    quota = std::ceil(CgroupQuota());
  } catch (const std::exception&) {
    // Out of memory: more threads than the quota allows are no more than slow.
  }
  const unsigned affinity = std::max(1u, AffinityCount());
  return quota < affinity ? std::max(1u, static_cast<unsigned>(quota)) : affinity;
}

}  // namespace lodestone::accel
