// The orientation in EXIF profiles.
#include "magick/core/errors/barrier.hpp"

#include <cstdlib>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

#include "magick/core/metadata/exif.hpp"
#include "magick/core/metadata/metadata.hpp"
#include "magick/core/metadata/image_extra.hpp"
#include "magick/profile.h"

namespace lodestone {

namespace {

using Bytes = std::vector<unsigned char>;

constexpr std::uint16_t kOrientationTag = 0x0112;
constexpr std::uint16_t kShortFormat = 3;
constexpr std::string_view kExifHeader("Exif\0\0", 6);

// A profile of nothing but an orientation.
constexpr unsigned char kUpright[] = {
    'E', 'x',  'i', 'f',          0, 0, 'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1,
    1,   0x12, 0,   kShortFormat, 0, 0, 0,   1,   0, 1,  0, 0, 0, 0, 0, 0};

// The TIFF file that an EXIF profile is, behind a header of EXIF that it may have.
class ExifFile {
 public:
  explicit ExifFile(Bytes* profile) : profile_(*profile) {
    const std::string_view text(reinterpret_cast<const char*>(profile_.data()), profile_.size());
    start_ = text.starts_with(kExifHeader) ? kExifHeader.size() : 0;
    big_endian_ = text.substr(start_).starts_with('M');
  }

  std::size_t size() const { return profile_.size() - start_; }
  bool Holds(std::size_t at, std::size_t bytes) const {
    return at <= size() && bytes <= size() - at;
  }
  std::size_t Number(std::size_t at, int bytes) const {
    std::size_t value = 0;
    for (int i = 0; i < bytes; ++i)
      value |= std::size_t{profile_[start_ + at + i]} << Shift(i, bytes);
    return value;
  }
  void SetNumber(std::size_t at, std::size_t value, int bytes) {
    for (int i = 0; i < bytes; ++i)
      profile_[start_ + at + i] = static_cast<unsigned char>(value >> Shift(i, bytes));
  }
  void AppendNumber(std::size_t value, int bytes) {
    profile_.resize(profile_.size() + bytes);
    SetNumber(size() - bytes, value, bytes);
  }
  void Append(const Bytes& bytes) { profile_.insert(profile_.end(), bytes.begin(), bytes.end()); }
  Bytes Part(std::size_t at, std::size_t bytes) const {
    const auto first = profile_.begin() + static_cast<std::ptrdiff_t>(start_ + at);
    return {first, first + static_cast<std::ptrdiff_t>(bytes)};
  }

 private:
  int Shift(int i, int bytes) const { return 8 * (big_endian_ ? bytes - 1 - i : i); }

  Bytes& profile_;
  std::size_t start_ = 0;
  bool big_endian_ = false;
};

// Of those that EXIF has numbers for.
bool IsStored(int orientation) {
  return orientation > UndefinedOrientation && orientation <= LeftBottomOrientation;
}

// Empty if the profile has no orientation.
std::optional<ExifEntry> Find(const Bytes& profile) {
  std::optional<ExifEntry> found;
  ForEachExifEntry(profile, [&](const ExifEntry& entry) {
    if (entry.directory == ExifDirectory::kMain && entry.tag == kOrientationTag &&
        entry.format == kShortFormat && entry.count == 1)
      found = entry;
    return !found.has_value();
  });
  return found;
}

// False if the profile has no orientation.
bool Replace(Bytes* profile, OrientationType orientation) {
  const std::optional<ExifEntry> entry = Find(*profile);
  if (!entry) return false;
  const auto at = static_cast<std::size_t>(entry->value.data() - profile->data());
  (*profile)[at + (entry->is_big_endian ? 0 : 1)] = 0;
  (*profile)[at + (entry->is_big_endian ? 1 : 0)] = static_cast<unsigned char>(orientation);
  return true;
}

// Adds an orientation in a copy of the main directory behind everything else, which stays where
// it is, as what refers to it expects. False if the profile is damaged, or the directory full.
bool Add(Bytes* profile, OrientationType orientation) {
  constexpr std::size_t kOffsetAt = 4, kCountBytes = 2, kEntryBytes = 12, kNextBytes = 4;
  constexpr std::size_t kMostEntries = 0xffff;
  if (!ForEachExifEntry(*profile, [](const ExifEntry&) { return false; })) return false;
  ExifFile file(profile);
  const std::size_t directory = file.Number(kOffsetAt, 4);
  if (!file.Holds(directory, kCountBytes)) return false;
  const std::size_t count = file.Number(directory, 2);
  if (count == kMostEntries ||
      !file.Holds(directory, kCountBytes + count * kEntryBytes + kNextBytes))
    return false;
  Bytes before, after;
  for (std::size_t i = 0, at = directory + kCountBytes; i < count; ++i, at += kEntryBytes) {
    const std::size_t tag = file.Number(at, 2);
    if (tag == kOrientationTag) continue;  // of another type
    const Bytes entry = file.Part(at, kEntryBytes);
    Bytes& side = tag < kOrientationTag ? before : after;
    side.insert(side.end(), entry.begin(), entry.end());
  }
  const Bytes next = file.Part(directory + kCountBytes + count * kEntryBytes, kNextBytes);
  if (file.size() % 2 != 0) file.AppendNumber(0, 1);
  file.SetNumber(kOffsetAt, file.size(), 4);
  file.AppendNumber((before.size() + after.size()) / kEntryBytes + 1, 2);
  file.Append(before);
  file.AppendNumber(kOrientationTag, 2);
  file.AppendNumber(kShortFormat, 2);
  file.AppendNumber(1, 4);
  file.AppendNumber(static_cast<std::size_t>(orientation), 2);
  file.AppendNumber(0, 2);
  file.Append(after);
  file.Append(next);
  return true;
}

Bytes ProfileOf(const Image* image) {
  std::size_t length = 0;
  const unsigned char* profile = GetImageProfile(image, "EXIF", &length);
  return profile == nullptr ? Bytes() : Bytes(profile, profile + length);
}

bool Store(Image* image, const Bytes& profile) {
  return SetImageProfile(image, "EXIF", profile.data(), profile.size()) == MagickPass;
}

}  // namespace

bool SetExifOrientation(Image* image, OrientationType orientation) {
  if (!IsStored(orientation)) return true;
  return Guard(nullptr, false, [=] {
    Bytes profile = ProfileOf(image);
    return !Replace(&profile, orientation) || Store(image, profile);
  });
}

void TakeExifOrientation(Image* image) {
  Guard(nullptr, false, [=] {
    const Bytes profile = ProfileOf(image);
    const std::optional<ExifEntry> entry = Find(profile);
    const int value = entry ? std::atoi(FormatExifValue(*entry).c_str()) : UndefinedOrientation;
    if (IsStored(value)) image->orientation = static_cast<OrientationType>(value);
    return true;
  });
}

ExifChange StoreExifOrientation(Image* image, std::size_t most_bytes) {
  using enum ExifChange;
  const OrientationType orientation = image->orientation;
  if (!IsStored(orientation)) return kDone;
  return Guard(nullptr, kOutOfMemory, [=] {
    Bytes profile = ProfileOf(image);
    const bool upright = orientation == TopLeftOrientation;
    if (profile.empty()) {
      if (upright || image->extra->exif_is_unwanted) return kDone;
      profile.assign(std::begin(kUpright), std::end(kUpright));
    }
    if (!Replace(&profile, orientation)) {
      if (upright) return kDone;
      if (!Add(&profile, orientation) || profile.size() > most_bytes) return kImpossible;
    }
    return Store(image, profile) ? kDone : kOutOfMemory;
  });
}

}  // namespace lodestone
