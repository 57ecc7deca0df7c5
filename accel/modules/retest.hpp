// Trying, in a child process, devices that seem to have crashed earlier processes: those may have
// been killed from outside.
#pragma once

#include <chrono>
#include <functional>
#include <vector>

#include "accel/profile/device_profile.hpp"
#include "accel/profile/driver_crashes.hpp"

namespace lodestone::accel {

enum class RetestStep : char { kBegun = 'b', kPassed = 'p', kFailed = 'f' };
using RetestReport = std::function<void(const ProfileKey&, RetestStep)>;

struct RetestResult {
  ProfileKey key;
  RetestOutcome outcome = RetestOutcome::kUnfinished;
};

// As long as a user would wait. Programs that it builds are there for the next test.
inline constexpr std::chrono::seconds kLongestRetest{60};

// Told several times a second how much of the longest time has passed, and at the end that all has;
// false: the test is given up.
using RetestMonitor = bool (*)(std::chrono::milliseconds passed, std::chrono::milliseconds longest);
void SetRetestMonitor(RetestMonitor monitor);

// Runs `body` in a child process, which ends with the calling thread and is killed after that time.
// What it had begun when it crashed has failed; when it was killed, is unfinished. One kGivenUp,
// of no device, when it was given up. Empty if no process can be made, or if it told nothing.
std::vector<RetestResult> RetestInChild(const std::function<void(const RetestReport&)>& body,
                                        std::chrono::milliseconds longest = kLongestRetest);

}  // namespace lodestone::accel
