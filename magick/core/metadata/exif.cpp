#include "magick/core/metadata/exif.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <vector>

namespace lodestone {

namespace {

enum Format : std::uint16_t {
  kByte = 1,
  kAscii,
  kShort,
  kLong,
  kRational,
  kSignedByte,
  kUndefined,
  kSignedShort,
  kSignedLong,
  kSignedRational,
  kFloat,
  kDouble
};

constexpr std::array<std::size_t, 13> kFormatBytes = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8};

constexpr std::uint16_t kExifPointer = 0x8769;
constexpr std::uint16_t kGpsPointer = 0x8825;
constexpr std::uint16_t kInteroperabilityPointer = 0xa005;
constexpr std::size_t kMaxDirectories = 16;
// Others do not count, in particular those of the interoperability directory.
constexpr std::uint16_t kFirstTag = 0x0100, kFirstGpsTag = 0x01, kLastGpsTag = 0x1d;
constexpr std::size_t kEntryBytes = 12;

// Numbers in the byte order of the profile. The caller has checked the bounds.
class Bytes {
 public:
  Bytes(std::span<const unsigned char> data, bool is_big_endian)
      : data_(data), is_big_endian_(is_big_endian) {}

  std::uint64_t Unsigned(std::size_t offset, std::size_t bytes) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; i++) {
      value = value << 8 | data_[offset + (is_big_endian_ ? i : bytes - 1 - i)];
    }
    return value;
  }
  std::uint16_t Short(std::size_t offset) const {
    return static_cast<std::uint16_t>(Unsigned(offset, 2));
  }
  std::uint32_t Long(std::size_t offset) const {
    return static_cast<std::uint32_t>(Unsigned(offset, 4));
  }
  std::int32_t SignedLong(std::size_t offset) const {
    return static_cast<std::int32_t>(Long(offset));
  }
  bool Holds(std::size_t offset, std::uint64_t bytes) const {
    return offset <= data_.size() && bytes <= data_.size() - offset;
  }
  std::span<const unsigned char> Part(std::size_t offset, std::size_t bytes) const {
    return data_.subspan(offset, bytes);
  }
  bool IsBigEndian() const { return is_big_endian_; }

 private:
  std::span<const unsigned char> data_;
  bool is_big_endian_;
};

class Walk {
 public:
  Walk(const Bytes& tiff, const std::function<bool(const ExifEntry&)>& visit)
      : tiff_(tiff), visit_(visit) {}

  void Run(std::size_t first) { ReadDirectory(ExifDirectory::kMain, first); }

 private:
  void ReadDirectory(ExifDirectory kind, std::size_t directory) {
    if (known_.size() >= kMaxDirectories || !tiff_.Holds(directory, 2)) return;
    if (std::find(known_.begin(), known_.end(), directory) != known_.end()) return;
    known_.push_back(directory);
    const std::size_t entries = tiff_.Short(directory);
    for (std::size_t i = 0; i < entries && keep_going_; i++) {
      const std::size_t offset = directory + 2 + i * kEntryBytes;
      if (!tiff_.Holds(offset, kEntryBytes)) return;
      ReadEntry(kind, offset);
    }
  }

  static bool IsBogus(const ExifEntry& entry) {
    if (entry.directory == ExifDirectory::kMain) return entry.tag < kFirstTag;
    return entry.tag < kFirstGpsTag || entry.tag > kLastGpsTag;
  }

  void ReadEntry(ExifDirectory kind, std::size_t offset) {
    const std::uint16_t format = tiff_.Short(offset + 2);
    const std::uint32_t count = tiff_.Long(offset + 4);
    if (format == 0 || format >= kFormatBytes.size()) return;
    const std::uint64_t bytes = std::uint64_t{count} * kFormatBytes[format];
    const std::size_t at = bytes <= 4 ? offset + 8 : tiff_.Long(offset + 8);
    if (!tiff_.Holds(at, bytes)) return;
    const ExifEntry entry{kind,
                          tiff_.Short(offset),
                          format,
                          count,
                          tiff_.Part(at, static_cast<std::size_t>(bytes)),
                          tiff_.IsBigEndian()};
    if (IsBogus(entry)) return;
    keep_going_ = visit_(entry);
    if (keep_going_) FollowPointer(entry);
  }

  void FollowPointer(const ExifEntry& entry) {
    if (entry.directory != ExifDirectory::kMain || entry.format != kLong || entry.count == 0)
      return;
    const bool is_pointer = entry.tag == kExifPointer || entry.tag == kGpsPointer ||
                            entry.tag == kInteroperabilityPointer;
    if (!is_pointer) return;
    const ExifDirectory kind =
        entry.tag == kGpsPointer ? ExifDirectory::kGps : ExifDirectory::kMain;
    ReadDirectory(kind, Bytes(entry.value, entry.is_big_endian).Long(0));
  }

  const Bytes& tiff_;
  const std::function<bool(const ExifEntry&)>& visit_;
  std::vector<std::size_t> known_;  // directories, by their offset
  bool keep_going_ = true;
};

std::string Printf(const char* format, auto... values) {
  char text[512];  // the longest double in %f has 317 characters
  std::snprintf(text, sizeof(text), format, values...);
  return text;
}

// Reinterprets bytes in the profile's order as a floating-point number.
template <typename Number, typename Bits>
double Real(const Bytes& bytes) {
  return static_cast<double>(
      std::bit_cast<Number>(static_cast<Bits>(bytes.Unsigned(0, sizeof(Bits)))));
}

// Degrees or hours, minutes, seconds. As in GraphicsMagick, other entries show their first number.
bool IsSexagesimal(const ExifEntry& entry) {
  constexpr std::uint16_t kLatitude = 2, kLongitude = 4, kTime = 7;
  return entry.directory == ExifDirectory::kGps && entry.format == kRational && entry.count > 0 &&
         (entry.tag == kLatitude || entry.tag == kLongitude || entry.tag == kTime);
}

std::string Sexagesimal(const ExifEntry& entry) {
  const Bytes bytes(entry.value, entry.is_big_endian);
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(entry.count, 3); ++i) {
    text += Printf("%s%lu/%lu", i == 0 ? "" : ",", static_cast<unsigned long>(bytes.Long(8 * i)),
                   static_cast<unsigned long>(bytes.Long(8 * i + 4)));
  }
  return text;
}

std::string FirstNumber(const ExifEntry& entry) {
  const Bytes bytes(entry.value, entry.is_big_endian);
  if (entry.count == 0) return "0";
  switch (entry.format) {
    case kShort:
      return Printf("%u", unsigned{bytes.Short(0)});
    case kLong:
      return Printf("%lu", static_cast<unsigned long>(bytes.Long(0)));
    case kRational:
      return Printf("%lu/%lu", static_cast<unsigned long>(bytes.Long(0)),
                    static_cast<unsigned long>(bytes.Long(4)));
    case kSignedByte:
      return Printf("%d", static_cast<int>(static_cast<signed char>(entry.value[0])));
    case kSignedShort:
      return Printf("%d", static_cast<int>(static_cast<std::int16_t>(bytes.Short(0))));
    case kSignedLong:
      return Printf("%ld", static_cast<long>(bytes.SignedLong(0)));
    case kSignedRational:
      return Printf("%ld/%ld", static_cast<long>(bytes.SignedLong(0)),
                    static_cast<long>(bytes.SignedLong(4)));
    case kFloat:
      return Printf("%f", Real<float, std::uint32_t>(bytes));
    default:
      return Printf("%f", Real<double, std::uint64_t>(bytes));
  }
}

bool IsPrintable(unsigned char c) {
  return c >= 0x20 && c < 0x7f;
}

std::string Text(const ExifEntry& entry) {
  std::string text;
  for (const unsigned char c : entry.value) {
    if (entry.format == kAscii && c == '\0') break;
    if (IsPrintable(c)) {
      text += static_cast<char>(c);
    } else if (entry.format == kByte) {
      text += '.';
    } else {
      text += Printf("\\%03o", unsigned{c});
    }
  }
  return text;
}

}  // namespace

bool ForEachExifEntry(std::span<const unsigned char> profile,
                      const std::function<bool(const ExifEntry&)>& visit) {
  static constexpr unsigned char kPrefix[6] = {'E', 'x', 'i', 'f', 0, 0};
  if (profile.size() >= sizeof(kPrefix) &&
      std::memcmp(profile.data(), kPrefix, sizeof(kPrefix)) == 0) {
    profile = profile.subspan(sizeof(kPrefix));
  }
  // A header, and one directory without entries.
  constexpr std::size_t kMinBytes = 16;
  if (profile.size() < kMinBytes) return false;
  const bool is_big_endian = profile[0] == 'M' && profile[1] == 'M';
  if (!is_big_endian && !(profile[0] == 'I' && profile[1] == 'I')) return false;
  const Bytes tiff(profile, is_big_endian);
  if (tiff.Short(2) != 42) return false;
  Walk(tiff, visit).Run(tiff.Long(4));
  return true;
}

std::string FormatExifValue(const ExifEntry& entry) {
  switch (entry.format) {
    case kByte:
    case kAscii:
    case kUndefined:
      return Text(entry);
    default:
      return IsSexagesimal(entry) ? Sexagesimal(entry) : FirstNumber(entry);
  }
}

}  // namespace lodestone
