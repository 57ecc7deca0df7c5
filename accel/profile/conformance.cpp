#include "accel/profile/conformance.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <optional>
#include <vector>

namespace lodestone::accel {
namespace {

constexpr ProfileSection kSection = ProfileSection::kConformance;
// Names of entries.
constexpr char kList[] = "list", kCases[] = "cases", kEqual[] = "equal", kDifferent[] = "different",
               kNotRun[] = "not run", kTime[] = "time", kBuild[] = "build";

struct Entries {
  double list = 0, cases = 0, equal = 0, different = 0, not_run = 0;
  double time_s = 0;  // since 1970
  std::string build;

  bool conforms() const { return cases > 0 && equal == cases; }
};

// In UTC: "2026-11-27"
std::string DateText(double time_s) {
  constexpr double kMostSeconds = 253402300799;  // the last second of the year 9999
  const auto time = static_cast<std::time_t>(std::clamp(time_s, 0.0, kMostSeconds));
  std::tm parts{};
  char text[40];
  if (!gmtime_r(&time, &parts) || std::strftime(text, sizeof text, "%Y-%m-%d", &parts) == 0)
    return "at an unknown time";
  return text;
}

std::string Whole(double number) {
  return std::to_string(std::llround(number));
}

std::string TextOf(const Entries& entries) {
  const std::string of_list = Whole(entries.cases) + " cases of list " + Whole(entries.list);
  std::string text = "all " + of_list + " equal";
  if (!entries.conforms())
    text = Whole(entries.different) + " of " + of_list + " different, " + Whole(entries.not_run) +
           " not run";
  return text + ", " + DateText(entries.time_s);
}

std::optional<Entries> Read(DeviceProfile& profile) {
  const auto number = [&](const char* name) { return profile.Number(kSection, name).value_or(0); };
  const Entries entries{number(kList),
                        number(kCases),
                        number(kEqual),
                        number(kDifferent),
                        number(kNotRun),
                        number(kTime),
                        profile.Text(kSection, kBuild).value_or("")};
  return entries.list > 0 ? std::optional(entries) : std::nullopt;
}

std::string OneLine(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

// The latest verdict on the device in the profiles of other drivers and releases; "" if there is
// none.
std::string OlderText(const DeviceProfile& profile) {
  if (profile.path().empty()) return "";
  std::string text;
  double latest_s = 0;
  const std::string folder = std::filesystem::path(profile.path()).parent_path().string();
  for (StoredProfile& stored : ProfilesOfDevice(folder, profile.key().device, kSection)) {
    const std::optional<Entries> entries = Read(*stored.profile);
    if (!entries || entries->time_s <= latest_s) continue;
    latest_s = entries->time_s;
    text = "out of date: " + TextOf(*entries) + ", with " + OneLine(stored.profile->key().driver) +
           " and Lodestone " + stored.library;
  }
  return text;
}

}  // namespace

bool KeepConformance(DeviceProfile& profile, const std::string& build,
                     const MagickAccelerateConformance& found) {
  profile.SetNumber(kSection, kList, found.list);
  profile.SetNumber(kSection, kCases, found.cases);
  profile.SetNumber(kSection, kEqual, found.equal);
  profile.SetNumber(kSection, kDifferent, found.different);
  profile.SetNumber(kSection, kNotRun, found.not_run);
  profile.SetNumber(kSection, kTime, static_cast<double>(std::time(nullptr)));
  profile.SetText(kSection, kBuild, build);
  return profile.Save();
}

ConformanceState ConformanceOf(DeviceProfile& profile, const std::string& build) {
  ConformanceState state;
  if (const std::optional<Entries> entries = Read(profile)) {
    const bool current = entries->build == build;
    state.text = current
                     ? TextOf(*entries)
                     : "out of date: " + TextOf(*entries) + ", with another build of the module";
    state.conforms = current && entries->conforms();
  } else if (std::string older = OlderText(profile); !older.empty()) {
    state.text = std::move(older);
  }
  return state;
}

}  // namespace lodestone::accel
