#include "accel/profile/driver_crashes.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <set>
#include <utility>

#include "accel/profile/crash_marker.hpp"
#include "base/boolean_text.hpp"

namespace lodestone::accel {
namespace {

// This many crashes without a completed run in between may be no coincidence.
constexpr unsigned kSuspiciousCrashes = 2;

// How long a device is used after a test that was not finished, as on a busy machine.
constexpr std::chrono::seconds kRetestAgainAfter{600};

// What is stored of tests. After kUnfinished: when, in seconds since 1970.
constexpr char kFailed[] = "failed", kUnfinished[] = "unfinished ";

std::chrono::seconds Now() {
  return std::chrono::duration_cast<std::chrono::seconds>(
      std::chrono::system_clock::now().time_since_epoch());
}

bool IsDue(const std::string& retest) {
  if (!retest.starts_with(kUnfinished)) return retest != kFailed;
  const std::chrono::seconds age =
      Now() - std::chrono::seconds(std::atoll(retest.c_str() + sizeof kUnfinished - 1));
  return age < std::chrono::seconds(0) || age >= kRetestAgainAfter;
}

bool MayQuarantine() {
  return !IsSwitchedOff("MAGICK_ACCELERATE_QUARANTINE");
}

}  // namespace

void RecordDriverCrashes(const std::string& cache_directory) {
  const std::vector<EndedProcess> dead = CrashMarker::Get().CollectEnded(cache_directory);
  // Completed runs first: the order of the processes is unknown, and a completed run shows that the
  // driver works.
  for (const EndedProcess& process : dead)
    for (const DriverRecord& driver : process.drivers)
      if (driver.did_work) {
        const auto profile = OpenProfile(driver.key);
        profile->Clear(ProfileSection::kDriverCrashes);
        profile->Save();
      }
  std::set<std::pair<std::string, std::string>> recorded;
  for (const EndedProcess& process : dead)
    for (const DriverRecord& driver : process.drivers)
      if (!driver.inside.empty() && recorded.emplace(driver.key.device, driver.key.driver).second) {
        const auto profile = OpenProfile(driver.key);
        profile->SetText(ProfileSection::kDriverCrashes, process.name,
                         process.words + ", ended while " + driver.inside);
        profile->Save();
      }
}

DriverCrashes DriverCrashesOf(DeviceProfile& profile) {
  const std::vector<std::string> names = profile.Names(ProfileSection::kDriverCrashes);
  DriverCrashes crashes;
  crashes.count = static_cast<unsigned>(names.size());
  std::string latest;
  for (const std::string& name : names) {
    // "PROCESS-SECONDS-NANOSECONDS": the time orders them.
    const std::string time = name.substr(std::min(name.find('-'), name.size()));
    if (time < latest) continue;
    latest = time;
    crashes.last_name = name;
    crashes.last = profile.Text(ProfileSection::kDriverCrashes, name).value_or("");
  }
  crashes.retest = profile.Text(ProfileSection::kRetests, crashes.last_name).value_or("");
  return crashes;
}

bool NeedsRetest(const ProfileKey& key) {
  const DriverCrashes crashes = DriverCrashesOf(*OpenProfile(key));
  return crashes.count >= kSuspiciousCrashes && IsDue(crashes.retest) && MayQuarantine();
}

void RecordRetest(const ProfileKey& key, RetestOutcome outcome) {
  const auto profile = OpenProfile(key);
  const DriverCrashes crashes = DriverCrashesOf(*profile);
  profile->Clear(ProfileSection::kRetests);
  if (outcome == RetestOutcome::kPassed)
    profile->Clear(ProfileSection::kDriverCrashes);
  else
    profile->SetText(
        ProfileSection::kRetests, crashes.last_name,
        outcome == RetestOutcome::kFailed ? kFailed : kUnfinished + std::to_string(Now().count()));
  profile->Save();
}

bool Quarantines(const DriverCrashes& crashes) {
  return crashes.count >= kSuspiciousCrashes && crashes.retest == kFailed && MayQuarantine();
}

std::string QuarantineText(const DriverCrashes& crashes) {
  return "it failed a test after " + std::to_string(crashes.count) +
         " processes ended in its driver, the last: " + crashes.last;
}

std::string QuarantineHint(const std::string& name) {
  return "update the driver, then: " + ForgetCommand(name);
}

std::string ForgetCommand(const std::string& name) {
  return "lodestone devices -forget '" + name + "'";
}

}  // namespace lodestone::accel
