#include "accel/profile/driver_crashes.hpp"

#include <strings.h>

#include <algorithm>
#include <cstdlib>

#include "accel/profile/crash_marker.hpp"

namespace lodestone::accel {
namespace {

// So many deaths, without work done in between, are no coincidence: a single one may have been
// somebody's Ctrl-C.
constexpr unsigned kStrikesThatQuarantine = 2;

}  // namespace

void SettleDeadProcesses(const std::string& cache_directory) {
  const std::vector<DeadProcess> dead = CrashMarker::Get().CollectDead(cache_directory);
  // Work first: nobody knows who died last, and who did work has shown that the driver can.
  for (const DeadProcess& process : dead)
    for (const DriverRecord& driver : process.drivers)
      if (driver.did_work) {
        const auto profile = OpenProfile(driver.key);
        profile->Clear(ProfileSection::kStrikes);
        profile->Save();
      }
  for (const DeadProcess& process : dead)
    for (const DriverRecord& driver : process.drivers)
      if (!driver.inside.empty()) {
        const auto profile = OpenProfile(driver.key);
        profile->SetText(ProfileSection::kStrikes, process.name,
                         process.words + ", died while " + driver.inside);
        profile->Save();
      }
}

Strikes StrikesOf(DeviceProfile& profile) {
  const std::vector<std::string> names = profile.Names(ProfileSection::kStrikes);
  Strikes strikes;
  strikes.count = static_cast<unsigned>(names.size());
  std::string latest;
  for (const std::string& name : names) {
    // "PROCESS-SECONDS-NANOSECONDS": the time orders them.
    const std::string time = name.substr(std::min(name.find('-'), name.size()));
    if (time < latest) continue;
    latest = time;
    strikes.last = profile.Text(ProfileSection::kStrikes, name).value_or("");
  }
  return strikes;
}

bool Quarantines(const Strikes& strikes) {
  if (strikes.count < kStrikesThatQuarantine) return false;
  const char* value = std::getenv("MAGICK_ACCELERATE_QUARANTINE");
  return !value || (strcasecmp(value, "off") != 0 && strcasecmp(value, "false") != 0);
}

std::string QuarantineText(const Strikes& strikes) {
  return std::to_string(strikes.count) +
         " processes died inside its driver, the last: " + strikes.last;
}

std::string QuarantineRemedy(const std::string& name) {
  return "update the driver, then: " + ForgetCommand(name);
}

std::string ForgetCommand(const std::string& name) {
  return "lodestone devices -forget '" + name + "'";
}

}  // namespace lodestone::accel
