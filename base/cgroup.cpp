#include "base/cgroup.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

namespace lodestone {
namespace {

double LeastUpToRoot(std::string path, const std::string& root, CgroupLimit read) {
  double least = INFINITY;
  for (;;) {
    if (const auto limit = read(root + path)) least = std::min(least, *limit);
    const auto slash = path.rfind('/');
    if (path.empty() || slash == std::string::npos) return least;
    path.resize(slash);
  }
}

std::optional<double> ReadThreadsLeft(const std::string& folder) {
  std::ifstream most_file(folder + "/pids.max"), now_file(folder + "/pids.current");
  double most = 0.0, now = 0.0;
  const bool limited = (most_file >> most) && (now_file >> now);
  return limited ? std::optional(std::max(0.0, most - now)) : std::nullopt;
}

}  // namespace

double LeastCgroupLimit(const std::string& controller, CgroupLimit second, CgroupLimit first,
                        const CgroupPlaces& places) {
  std::ifstream file(places.own);
  double least = INFINITY;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string id, controllers, path;
    if (!std::getline(fields, id, ':') || !std::getline(fields, controllers, ':') ||
        !std::getline(fields, path))
      continue;
    if (controllers.empty())
      least = std::min(least, LeastUpToRoot(path, places.root, second));
    else if (("," + controllers + ",").find("," + controller + ",") != std::string::npos)
      least = std::min(least, LeastUpToRoot(path, places.root + "/" + controllers, first));
  }
  return least;
}

double ThreadsLeftInCgroup(const CgroupPlaces& places) {
  return LeastCgroupLimit("pids", ReadThreadsLeft, ReadThreadsLeft, places);
}

}  // namespace lodestone
