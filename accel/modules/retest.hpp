// Trying, in a child process, devices that seem to have crashed earlier processes: those may have
// been killed from outside.
#pragma once

#include <functional>
#include <vector>

#include "accel/profile/device_profile.hpp"

namespace lodestone::accel {

enum class RetestStep : char { kBegun = 'b', kPassed = 'p' };
using RetestReport = std::function<void(const ProfileKey&, RetestStep)>;

struct RetestResult {
  ProfileKey key;
  bool passed = false;
};

// Runs `body` in a child process, which is killed after a minute. What was begun there and not
// passed has failed. Empty if no process can be made, or if it told nothing.
std::vector<RetestResult> RetestInChild(const std::function<void(const RetestReport&)>& body);

}  // namespace lodestone::accel
