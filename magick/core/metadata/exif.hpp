// Reads EXIF profiles, which come from files and may hold anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace lodestone {

enum class ExifDirectory { kMain, kGps };

struct ExifEntry {
  ExifDirectory directory;
  std::uint16_t tag;
  std::uint16_t format;
  std::uint32_t count;
  std::span<const unsigned char> value;  // raw, within the profile
  bool is_big_endian;
};

// Calls visit for every entry of the main directory and of the EXIF, GPS and interoperability
// directories below it, each right after the entry that points there, until visit returns false.
// Entries that extend beyond the profile are skipped, and no directory is read twice. False if this
// is not an EXIF profile. The profile may begin with "Exif\0\0" or with the TIFF header.
bool ForEachExifEntry(std::span<const unsigned char> profile,
                      const std::function<bool(const ExifEntry&)>& visit);

// The value as text, as GraphicsMagick writes it: the first number, or all characters, with
// unprintable ones as octal escapes.
std::string FormatExifValue(const ExifEntry& entry);

// Name of a tag; nullptr if it has none.
const char* ExifTagName(ExifDirectory directory, std::uint16_t tag);

// True if some tag has this name (case-insensitive).
bool IsExifTagName(const char* name);

}  // namespace lodestone
