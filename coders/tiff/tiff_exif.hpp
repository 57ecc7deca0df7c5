// Directories of fields as trees, and as bytes of either order in classic or big files: what EXIF
// profiles consist of, and TIFF files refer to.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace lodestone::coders {

struct ExifEntry {
  std::uint16_t type = 0;
  std::uint64_t count = 0;
  std::vector<std::uint8_t> value;  // least significant bytes first
};

struct ExifTree {
  std::map<std::uint16_t, ExifEntry> entries;
  std::map<std::uint16_t, ExifTree> children;
  bool empty() const { return entries.empty() && children.empty(); }
};

struct ExifLayout {
  bool big_endian = false;
  bool big_file = false;  // BigTIFF
};

inline constexpr std::uint16_t kExifPointer = 0x8769;
inline constexpr std::uint16_t kGpsPointer = 0x8825;

// The directory at `offset` with those that it refers to. Entries that are damaged are left out;
// empty if there is no directory or far too much in it.
std::optional<ExifTree> ParseExifTree(std::span<const std::uint8_t> bytes, std::uint64_t offset,
                                      const ExifLayout& layout);

// The bytes of a tree that will stand at `base`, beginning with its directory.
std::vector<std::uint8_t> FormatExifTree(const ExifTree& tree, std::uint64_t base,
                                         const ExifLayout& layout);

// An EXIF profile: "Exif", two zeros, and a classic file. Empty if it is none.
std::optional<ExifTree> ParseExifProfile(std::span<const std::uint8_t> profile);
std::vector<std::uint8_t> FormatExifProfile(const ExifTree& tree, bool big_endian);

}  // namespace lodestone::coders
