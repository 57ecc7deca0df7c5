// Profiles of an image: named blocks of bytes, shared between clones.
#include "magick/core/errors/barrier.hpp"
#include "magick/profile.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "magick/memory.h"
#include "magick/core/metadata/image_extra.hpp"
#include "magick/core/metadata/metadata.hpp"
#include "magick/core/metadata/profiles.hpp"
#include "magick/utility.h"

namespace {

using lodestone::Guard;

// Far larger than any real profile; a malicious file may claim any size.
constexpr size_t kMaxProfileBytes = size_t{256} << 20;

struct Profile {
  std::string name;
  std::vector<unsigned char> bytes;
};

// In the order in which they were added.
using ProfileList = std::vector<std::shared_ptr<const Profile>>;

struct Iterator {
  const ProfileList* profiles;
  size_t next = 0;
};

ProfileList* ListOf(const Image* image) {
  return static_cast<ProfileList*>(image->profiles);
}

bool IsNamed(std::string_view name, const char* other) {
  return LocaleCompare(std::string(name).c_str(), other) == 0;
}

// Colour profiles are called ICC or ICM, and IPTC data travels in Photoshop's 8BIM blocks.
bool SameProfile(const std::string& name, const char* other) {
  static constexpr const char* kAliases[][2] = {{"ICM", "ICC"}, {"IPTC", "8BIM"}};
  if (IsNamed(name, other)) return true;
  return std::any_of(std::begin(kAliases), std::end(kAliases), [&](const auto& alias) {
    return (IsNamed(name, alias[0]) && IsNamed(other, alias[1])) ||
           (IsNamed(name, alias[1]) && IsNamed(other, alias[0]));
  });
}

const Profile* Find(const Image* image, const char* name) {
  const ProfileList* list = ListOf(image);
  if (list == nullptr) return nullptr;
  const auto found = std::find_if(list->begin(), list->end(),
                                  [name](const auto& one) { return SameProfile(one->name, name); });
  return found == list->end() ? nullptr : found->get();
}

void Forget(Image* image, const char* name) {
  if (IsNamed("EXIF", name)) lodestone::DropExifAttributes(image);
}

// Adds a profile made of head followed by tail, in place of the one it replaces.
MagickPassFail Store(Image* image, const char* name, std::string_view head, std::string_view tail) {
  if (tail.size() > kMaxProfileBytes || head.size() > kMaxProfileBytes - tail.size()) {
    ThrowException(&image->exception, ResourceLimitError, "Profile is too large", name);
    return MagickFail;
  }
  const bool stored = Guard(&image->exception, false, [=] {
    auto profile = std::make_shared<Profile>();
    profile->name = name;
    profile->bytes.reserve(head.size() + tail.size());
    profile->bytes.assign(head.begin(), head.end());
    profile->bytes.insert(profile->bytes.end(), tail.begin(), tail.end());
    if (image->profiles == nullptr) image->profiles = new ProfileList;
    ProfileList& list = *ListOf(image);
    const auto old = std::find_if(list.begin(), list.end(),
                                  [name](const auto& one) { return SameProfile(one->name, name); });
    if (old == list.end()) {
      list.push_back(std::move(profile));
    } else {
      *old = std::move(profile);
    }
    return true;
  });
  if (!stored) return MagickFail;
  Forget(image, name);
  if (IsNamed("EXIF", name)) image->extra->exif_is_unwanted = false;
  return MagickPass;
}

std::string Lower(std::string text) {
  LocaleLower(text.data());
  return text;
}

// Tries the patterns, separated by commas, white space or quotes, which clients that run gm without
// a shell pass on, in turn: the first match decides, and a pattern prefixed with '!' keeps the
// profile.
bool IsSelected(const std::string& name, const std::string& patterns) {
  constexpr std::string_view kSeparators = ", \t\r\n\"'";
  std::string_view rest(patterns);
  while (!rest.empty()) {
    const size_t end = std::min(rest.find_first_of(kSeparators), rest.size());
    std::string pattern(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const bool keeps = !pattern.empty() && pattern.front() == '!';
    if (keeps) pattern.erase(0, 1);
    if (pattern.empty()) continue;
    const bool fits = SameProfile(name, pattern.c_str()) ||
                      GlobExpression(Lower(name).c_str(), Lower(pattern).c_str()) != MagickFalse;
    if (fits) return !keeps;
  }
  return false;
}

}  // namespace

bool lodestone::CloneProfiles(const Image& from, Image* to) {
  to->profiles = nullptr;
  if (from.profiles == nullptr) return true;
  return Guard(nullptr, false, [&] {
    to->profiles = new ProfileList(*ListOf(&from));
    return true;
  });
}

void lodestone::DestroyProfiles(Image* image) {
  delete ListOf(image);
  image->profiles = nullptr;
}

void lodestone::RemoveProfiles(Image* image, const char* patterns) {
  const std::string text(patterns);
  if (IsSelected("EXIF", text)) image->extra->exif_is_unwanted = true;
  ProfileList* list = ListOf(image);
  if (list == nullptr) return;
  bool exif_removed = false;
  std::erase_if(*list, [&](const auto& profile) {
    const bool selected = IsSelected(profile->name, text);
    exif_removed = exif_removed || (selected && IsNamed("EXIF", profile->name.c_str()));
    return selected;
  });
  if (exif_removed) Forget(image, "EXIF");
  if (list->empty()) DestroyProfiles(image);
}

const unsigned char* GetImageProfile(const Image* image, const char* name, size_t* length) {
  const Profile* profile = lodestone::AreGiven({image, name}) ? Find(image, name) : nullptr;
  if (length != nullptr) *length = profile == nullptr ? 0 : profile->bytes.size();
  return profile == nullptr ? nullptr : profile->bytes.data();
}

MagickPassFail SetImageProfile(Image* image, const char* name, const unsigned char* profile,
                               const size_t length) {
  if (!lodestone::AreGiven({image, name})) return MagickFail;
  if (profile == nullptr || length == 0) {
    DeleteImageProfile(image, name);
    return MagickPass;
  }
  if (Store(image, name, {}, {reinterpret_cast<const char*>(profile), length}) == MagickFail)
    return MagickFail;
  if (IsNamed("EXIF", name)) lodestone::TakeExifOrientation(image);
  return MagickPass;
}

MagickPassFail AppendImageProfile(Image* image, const char* name,
                                  const unsigned char* profile_chunk, const size_t chunk_length) {
  if (!lodestone::AreGiven({image, name})) return MagickFail;
  const Profile* present = Find(image, name);
  if (profile_chunk == nullptr) return chunk_length == 0 ? MagickPass : MagickFail;
  if (present == nullptr) return SetImageProfile(image, name, profile_chunk, chunk_length);
  return Store(image, name,
               {reinterpret_cast<const char*>(present->bytes.data()), present->bytes.size()},
               {reinterpret_cast<const char*>(profile_chunk), chunk_length});
}

MagickPassFail DeleteImageProfile(Image* image, const char* name) {
  if (!lodestone::AreGiven({image, name})) return MagickFail;
  if (Find(image, name) == nullptr) return MagickFail;
  ProfileList* list = ListOf(image);
  std::erase_if(*list, [name](const auto& one) { return SameProfile(one->name, name); });
  Forget(image, name);
  if (list->empty()) lodestone::DestroyProfiles(image);
  return MagickPass;
}

std::optional<lodestone::ProfileView> lodestone::ProfileAt(const Image* image, size_t index) {
  const ProfileList* list = ListOf(image);
  if (list == nullptr || index >= list->size()) return std::nullopt;
  const Profile& profile = *(*list)[index];
  return ProfileView{profile.name.c_str(), profile.bytes.data(), profile.bytes.size()};
}

ImageProfileIterator AllocateImageProfileIterator(const Image* image) {
  if (image == nullptr) return nullptr;
  const ProfileList* list = ListOf(image);
  if (list == nullptr) return nullptr;
  return Guard(nullptr, nullptr, [list] { return new Iterator{list}; });
}

MagickPassFail NextImageProfile(ImageProfileIterator profile_iterator, const char** name,
                                const unsigned char** profile, size_t* length) {
  if (!lodestone::AreGiven({profile_iterator, name, profile, length})) return MagickFail;
  Iterator* iterator = static_cast<Iterator*>(profile_iterator);
  if (iterator == nullptr || iterator->next >= iterator->profiles->size()) return MagickFail;
  const Profile& found = *(*iterator->profiles)[iterator->next++];
  *name = found.name.c_str();
  *profile = found.bytes.data();
  *length = found.bytes.size();
  return MagickPass;
}

void DeallocateImageProfileIterator(ImageProfileIterator profile_iterator) {
  delete static_cast<Iterator*>(profile_iterator);
}
