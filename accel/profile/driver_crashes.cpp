#include "accel/profile/driver_crashes.hpp"

#include <strings.h>

#include <algorithm>
#include <cstdlib>

#include "accel/profile/crash_marker.hpp"

namespace lodestone::accel {
namespace {

// This many crashes without a completed run in between may be no coincidence. Whether a process
// died of the driver or was killed from outside, nobody but its parent knows.
constexpr unsigned kQuarantineCrashes = 2;

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
  for (const EndedProcess& process : dead)
    for (const DriverRecord& driver : process.drivers)
      if (!driver.inside.empty()) {
        const auto profile = OpenProfile(driver.key);
        profile->SetText(ProfileSection::kDriverCrashes, process.name,
                         process.words + ", crashed while " + driver.inside);
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
  return crashes;
}

bool NeedsRetest(const ProfileKey& key) {
  const auto profile = OpenProfile(key);
  const DriverCrashes crashes = DriverCrashesOf(*profile);
  return Quarantines(crashes) && !profile->Text(ProfileSection::kRetests, crashes.last_name);
}

void RecordRetest(const ProfileKey& key, bool passed) {
  const auto profile = OpenProfile(key);
  const DriverCrashes crashes = DriverCrashesOf(*profile);
  profile->Clear(ProfileSection::kRetests);
  if (passed)
    profile->Clear(ProfileSection::kDriverCrashes);
  else
    profile->SetText(ProfileSection::kRetests, crashes.last_name, "failed");
  profile->Save();
}

bool Quarantines(const DriverCrashes& crashes) {
  if (crashes.count < kQuarantineCrashes) return false;
  const char* value = std::getenv("MAGICK_ACCELERATE_QUARANTINE");
  return !value || (strcasecmp(value, "off") != 0 && strcasecmp(value, "false") != 0);
}

std::string QuarantineText(const DriverCrashes& crashes) {
  return std::to_string(crashes.count) +
         " processes crashed in its driver, the last: " + crashes.last;
}

std::string QuarantineHint(const std::string& name) {
  return "update the driver, then: " + ForgetCommand(name);
}

std::string ForgetCommand(const std::string& name) {
  return "lodestone devices -forget '" + name + "'";
}

}  // namespace lodestone::accel
