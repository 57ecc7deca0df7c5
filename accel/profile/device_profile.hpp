// What is remembered of one device between processes: a small JSON file beside the compiled
// programs. If it is lost, everything in it is learned again.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lodestone::accel {

// What a profile is valid for, beside the version and quantum depth of this library.
struct ProfileKey {
  std::string device;  // stable name, "native" for the CPU
  std::string driver;  // versions of driver and platform; the CPU's model
};

enum class ProfileSection {
  kCorrections,
  kVariants,
  kVerdicts,
  kDriverCrashes,
  kRetests,
  kConformance
};
inline constexpr ProfileSection kProfileSections[] = {
    ProfileSection::kCorrections,   ProfileSection::kVariants, ProfileSection::kVerdicts,
    ProfileSection::kDriverCrashes, ProfileSection::kRetests,  ProfileSection::kConformance};

// Thread-safe. The file is read on first access and written only by Save. A file that is damaged,
// too long, of another key or not a regular file is treated as missing and is replaced. Errors:
// none; without a writable folder everything stays in memory.
class DeviceProfile {
 public:
  // In `directory`, or only in memory if that is "".
  // library: the release that wrote it; "": this one.
  DeviceProfile(const std::string& directory, const ProfileKey& key,
                const std::string& library = "");
  DeviceProfile(const DeviceProfile&) = delete;
  DeviceProfile& operator=(const DeviceProfile&) = delete;

  const ProfileKey& key() const { return key_; }
  const std::string& path() const { return path_; }  // "" = in memory only

  // Empty if absent or of the other type.
  std::optional<double> Number(ProfileSection section, const std::string& name);
  std::optional<std::string> Text(ProfileSection section, const std::string& name);
  std::vector<std::string> Names(ProfileSection section);  // sorted

  // Not stored: numbers that are not finite, names and texts beyond the limits below.
  void SetNumber(ProfileSection section, const std::string& name, double value);
  void SetText(ProfileSection section, const std::string& name, const std::string& value);
  void Erase(ProfileSection section, const std::string& name);
  void Clear(ProfileSection section);

  // Merges the changes since the last call into the file as it is now, so that other processes'
  // entries stay. True if nothing is left unwritten.
  bool Save();

  static constexpr std::size_t kMaxEntries = 4096, kMaxNameLength = 200, kMaxTextLength = 1000;
  static constexpr std::uintmax_t kMaxFileBytes = 4 << 20;

 private:
  using Value = std::variant<double, std::string>;
  using EntryName = std::pair<ProfileSection, std::string>;
  using Entries = std::map<EntryName, Value>;

  void Change(ProfileSection section, const std::string& name, std::optional<Value> value);
  void LoadOnce();
  std::optional<Value> Find(ProfileSection section, const std::string& name);
  Entries ReadFile() const;
  Entries Merged(const Entries& on_disk) const;
  bool WriteFile(const Entries& entries) const;
  std::string ToText(const Entries& entries) const;

  const std::string library_, path_;
  const ProfileKey key_;
  const pid_t process_;  // a forked child leaves the file alone

  std::mutex mutex_;
  bool loaded_ = false;
  Entries entries_;
  std::map<EntryName, std::optional<Value>> changes_;  // since the last Save; empty value: erased
};

// The profile of this key in the current cache directory; shared by all callers until the process
// ends. Reads nothing yet.
std::shared_ptr<DeviceProfile> OpenProfile(const ProfileKey& key);

// The keys of the profiles in a folder.
std::vector<ProfileKey> StoredProfiles(const std::string& directory);

// One that this or another release has stored.
struct StoredProfile {
  std::string library;
  std::shared_ptr<DeviceProfile> profile;
};

// Those of a device in a folder, of this quantum depth, whatever the driver and the release, that
// have something in a section.
std::vector<StoredProfile> ProfilesOfDevice(const std::string& directory, const std::string& device,
                                            ProfileSection section);

// Removes what processes left in the folder that died while they wrote.
void RemoveAbandonedFiles(const std::string& directory);

// Saves every profile that was opened.
void SaveProfiles();

}  // namespace lodestone::accel
