// Limits of the control groups that this process is in: containers and services have them.
#pragma once

#include <optional>
#include <string>

namespace lodestone {

// Where the system says which groups a process is in, and where their folders are.
struct CgroupPlaces {
  std::string own = "/proc/self/cgroup";
  std::string root = "/sys/fs/cgroup";
};

// A limit, from the folder of a group; nothing if it has none.
using CgroupLimit = std::optional<double> (*)(const std::string& folder);

// The least of a limit from the process's own groups up to the root, infinite if there is none:
// `second` reads those of version 2, `first` those that version 1 has for the controller.
// Throws std::bad_alloc.
double LeastCgroupLimit(const std::string& controller, CgroupLimit second, CgroupLimit first,
                        const CgroupPlaces& places = {});

// Threads that these groups may yet start, all their processes together (pids.max). Throws
// std::bad_alloc.
double ThreadsLeftInCgroup(const CgroupPlaces& places = {});

}  // namespace lodestone
