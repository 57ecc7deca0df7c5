#include "accel/profile/device_profile.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <thread>

#include "accel/profile/cache_directory.hpp"
#include "base/digest.hpp"
#include "base/staged_output.hpp"

#ifdef HAVE_CONFIG_H
#include "base/folder_names.hpp"
#include "base/on_first_use.hpp"
#include "base/process_id.hpp"
#include "config.h"
#endif

namespace lodestone::accel {
namespace {

using Json = nlohmann::json;

constexpr char kFormat[] = "lodestone-profile-2";

struct SectionName {
  ProfileSection section;
  const char* name;
};
constexpr SectionName kSections[] = {{ProfileSection::kCorrections, "corrections"},
                                     {ProfileSection::kVariants, "variants"},
                                     {ProfileSection::kVerdicts, "verdicts"},
                                     {ProfileSection::kDriverCrashes, "driver_crashes"},
                                     {ProfileSection::kRetests, "retests"},
                                     {ProfileSection::kConformance, "conformance"}};

std::string PathIn(const std::string& directory, const ProfileKey& key,
                   const std::string& library = PACKAGE_VERSION) {
  if (directory.empty()) return "";
  const Digest digest = Digest()
                            .Add(kFormat)
                            .Add(key.device)
                            .Add(key.driver)
                            .Add(library)
                            .Add(std::to_string(LS_QUANTUM_DEPTH));
  char name[64];
  std::snprintf(name, sizeof name, "/profile-%016llx%016llx.json",
                static_cast<unsigned long long>(digest.first()),
                static_cast<unsigned long long>(digest.second()));
  return directory + name;
}

// The identification stored in the file; the name alone could be a coincidence or a copy.
Json Header(const ProfileKey& key, const std::string& library) {
  return {{"format", kFormat},
          {"device", key.device},
          {"driver", key.driver},
          {"library", library},
          {"quantum_depth", LS_QUANTUM_DEPTH}};
}

// Locks out other writers of the folder during read, merge and rename, which takes about a
// millisecond. Waits two seconds at most: a lost entry is learned again, a hanging process is
// worse.
class FolderLock {
 public:
  explicit FolderLock(const std::string& path)
      : descriptor_(open(std::filesystem::path(path).parent_path().c_str(),
                         O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    constexpr int kTries = 2000;
    for (int i = 0; descriptor_ >= 0 && i < kTries && flock(descriptor_, LOCK_EX | LOCK_NB); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ~FolderLock() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

// "" if there is no such file, or none that could be a profile.
std::string ReadText(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error) ||
      std::filesystem::file_size(path, error) > DeviceProfile::kMaxFileBytes || error)
    return "";
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

bool IsValidName(const std::string& name) {
  return !name.empty() && name.size() <= DeviceProfile::kMaxNameLength;
}

}  // namespace

DeviceProfile::DeviceProfile(const std::string& directory, const ProfileKey& key,
                             const std::string& library)
    : library_(library.empty() ? PACKAGE_VERSION : library),
      path_(PathIn(directory, key, library_)),
      key_(key),
      process_(ProcessId()) {}

std::optional<double> DeviceProfile::Number(ProfileSection section, const std::string& name) {
  const std::optional<Value> value = Find(section, name);
  const double* number = value ? std::get_if<double>(&*value) : nullptr;
  return number ? std::optional(*number) : std::nullopt;
}

std::optional<std::string> DeviceProfile::Text(ProfileSection section, const std::string& name) {
  const std::optional<Value> value = Find(section, name);
  const std::string* text = value ? std::get_if<std::string>(&*value) : nullptr;
  return text ? std::optional(*text) : std::nullopt;
}

std::vector<std::string> DeviceProfile::Names(ProfileSection section) {
  const std::lock_guard lock(mutex_);
  LoadOnce();
  std::vector<std::string> names;
  for (const auto& [name, value] : entries_)
    if (name.first == section) names.push_back(name.second);
  return names;
}

std::optional<DeviceProfile::Value> DeviceProfile::Find(ProfileSection section,
                                                        const std::string& name) {
  const std::lock_guard lock(mutex_);
  LoadOnce();
  const auto found = entries_.find({section, name});
  return found == entries_.end() ? std::nullopt : std::optional(found->second);
}

void DeviceProfile::SetNumber(ProfileSection section, const std::string& name, double value) {
  if (std::isfinite(value)) Change(section, name, value);
}

void DeviceProfile::SetText(ProfileSection section, const std::string& name,
                            const std::string& value) {
  if (value.size() <= kMaxTextLength) Change(section, name, value);
}

void DeviceProfile::Erase(ProfileSection section, const std::string& name) {
  Change(section, name, std::nullopt);
}

void DeviceProfile::Clear(ProfileSection section) {
  for (const std::string& name : Names(section)) Erase(section, name);
}

void DeviceProfile::Change(ProfileSection section, const std::string& name,
                           std::optional<Value> value) {
  if (!IsValidName(name)) return;
  const std::lock_guard lock(mutex_);
  LoadOnce();
  const EntryName entry{section, name};
  const auto found = entries_.find(entry);
  if (value ? found != entries_.end() && found->second == *value : found == entries_.end()) return;
  if (value && found == entries_.end() && entries_.size() >= kMaxEntries) return;
  changes_[entry] = value;
  if (value)
    entries_[entry] = *std::move(value);
  else
    entries_.erase(found);
}

void DeviceProfile::LoadOnce() {
  if (loaded_) return;
  loaded_ = true;
  entries_ = ReadFile();
}

DeviceProfile::Entries DeviceProfile::ReadFile() const try {
  if (path_.empty()) return {};
  const Json document = Json::parse(ReadText(path_), nullptr, /*allow_exceptions=*/false);
  if (!document.is_object()) return {};
  const Json header = Header(key_, library_);
  for (const auto& [field, value] : header.items())
    if (!document.contains(field) || document[field] != value) return {};
  Entries entries;
  for (const SectionName& section : kSections) {
    const auto found = document.find(section.name);
    if (found == document.end() || !found->is_object()) continue;
    for (const auto& [name, value] : found->items()) {
      if (entries.size() >= kMaxEntries || !IsValidName(name)) continue;
      if (value.is_number() && std::isfinite(value.get<double>()))
        entries[{section.section, name}] = value.get<double>();
      else if (value.is_string() && value.get_ref<const std::string&>().size() <= kMaxTextLength)
        entries[{section.section, name}] = value.get<std::string>();
    }
  }
  return entries;
} catch (const std::exception&) {
  return {};  // out of memory: an empty profile
}

DeviceProfile::Entries DeviceProfile::Merged(const Entries& on_disk) const {
  Entries merged;
  for (const auto& [name, value] : changes_)
    if (value) merged.emplace(name, *value);
  for (const auto& [name, value] : on_disk)
    if (merged.size() < kMaxEntries && !changes_.contains(name)) merged.emplace(name, value);
  return merged;
}

std::string DeviceProfile::ToText(const Entries& entries) const {
  Json document = Header(key_, library_);
  for (const SectionName& section : kSections) {
    Json& object = document[section.name] = Json::object();
    for (const auto& [name, value] : entries) {
      if (name.first != section.section) continue;
      std::visit([&member = object[name.second]](const auto& held) { member = held; }, value);
    }
  }
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool DeviceProfile::WriteFile(const Entries& entries) const {
  const std::string text = ToText(entries);
  constexpr mode_t kPermissions = 0666;
  StagedOutput file(path_, kPermissions);
  return file.Write(text.data(), text.size()) && file.Close() && file.Publish();
}

bool DeviceProfile::Save() try {
  if (path_.empty() || ProcessId() != process_) return false;
  const std::lock_guard lock(mutex_);
  if (changes_.empty()) return true;
  const FolderLock folder(path_);
  Entries merged = Merged(ReadFile());
  if (!WriteFile(merged)) return false;
  entries_ = std::move(merged);
  changes_.clear();
  return true;
} catch (const std::exception&) {
  return false;  // out of memory: retried later
}

namespace {

struct OpenProfiles {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<DeviceProfile>> by_path;
};

OpenProfiles& GetOpenProfiles() {
  static constinit OnFirstUse<OpenProfiles> profiles;
  return profiles.Get();
}

// What the file says that it is of.
struct StoredHeader {
  ProfileKey key;
  std::string library;
};

std::string TextField(const Json& document, const char* field) {
  const auto found = document.find(field);
  return found != document.end() && found->is_string() ? found->get<std::string>() : "";
}

// Calls use(document, header) for each file in the folder that is a profile by its name.
template <class Use>
void ForEachProfile(const std::string& directory, const Use& use) {
  for (const std::string& name : FolderNames(directory).value_or(std::vector<std::string>())) {
    if (!name.ends_with(".json")) continue;
    const std::string path = directory + "/" + name;
    const Json document = Json::parse(ReadText(path), nullptr, /*allow_exceptions=*/false);
    if (!document.is_object()) continue;
    const StoredHeader header{{TextField(document, "device"), TextField(document, "driver")},
                              TextField(document, "library")};
    if (PathIn(directory, header.key, header.library) == path) use(document, header);
  }
}

}  // namespace

std::vector<ProfileKey> StoredProfiles(const std::string& directory) {
  std::vector<ProfileKey> keys;
  ForEachProfile(directory, [&](const Json&, const StoredHeader& header) {
    if (header.library == PACKAGE_VERSION) keys.push_back(header.key);
  });
  return keys;
}

std::vector<StoredProfile> ProfilesOfDevice(const std::string& directory, const std::string& device,
                                            ProfileSection section) {
  const auto name = std::find_if(std::begin(kSections), std::end(kSections),
                                 [&](const SectionName& each) { return each.section == section; });
  std::vector<StoredProfile> profiles;
  ForEachProfile(directory, [&](const Json& document, const StoredHeader& header) {
    const auto found = document.find(name->name);
    if (header.key.device != device || found == document.end() || found->empty()) return;
    profiles.push_back(
        {header.library, std::make_shared<DeviceProfile>(directory, header.key, header.library)});
  });
  return profiles;
}

void RemoveAbandonedFiles(const std::string& directory) {
  namespace fs = std::filesystem;
  constexpr auto kOld = std::chrono::hours(1);
  for (const std::string& name : FolderNames(directory).value_or(std::vector<std::string>())) {
    if (!IsTemporaryName(name) && !name.ends_with(".tmp")) continue;  // as once named
    std::error_code ignored;
    const fs::path path = fs::path(directory) / name;
    const auto written = fs::last_write_time(path, ignored);
    if (!ignored && fs::file_time_type::clock::now() - written > kOld) fs::remove(path, ignored);
  }
}

std::shared_ptr<DeviceProfile> OpenProfile(const ProfileKey& key) {
  const auto profile = std::make_shared<DeviceProfile>(FindCacheDirectory().path, key);
  // Profiles in memory only are distinguished by their key.
  const std::string name =
      profile->path().empty() ? key.device + '\n' + key.driver : profile->path();
  OpenProfiles& profiles = GetOpenProfiles();
  const std::lock_guard lock(profiles.mutex);
  return profiles.by_path.emplace(name, profile).first->second;
}

void SaveProfiles() {
  std::vector<std::shared_ptr<DeviceProfile>> all;
  {
    OpenProfiles& profiles = GetOpenProfiles();
    const std::lock_guard lock(profiles.mutex);
    for (const auto& [name, profile] : profiles.by_path) all.push_back(profile);
  }
  for (const auto& profile : all) profile->Save();
}

}  // namespace lodestone::accel
