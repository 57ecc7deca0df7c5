// Names of enumeration values, one table per enumeration.
#pragma once

#include <cstddef>

#include "magick/core/enums/enum_range.hpp"

namespace lodestone {

struct EnumName {
  const char* name;
  int value;
};

// Whether the table has every value of the enumeration, and no others.
template <typename Enum, std::size_t kSize>
constexpr bool NamesAll(const EnumName (&table)[kSize]) {
  for (const EnumName& entry : table)
    if (!IsKnown(static_cast<Enum>(entry.value))) return false;
  for (unsigned value = 0; value <= RangeOf(Enum{}).last; ++value) {
    std::size_t i = 0;
    while (i < kSize && static_cast<unsigned>(table[i].value) != value) ++i;
    if (i == kSize) return false;
  }
  return true;
}

// True if the names are equal apart from case, '-', '_' and blanks.
bool SameEnumName(const char* a, const char* b);

// The value of the first entry with this name, else `undefined`.
template <typename Enum, std::size_t kSize>
Enum ValueOf(const EnumName (&table)[kSize], const char* name, Enum undefined) {
  if (name == nullptr) return undefined;
  for (const EnumName& entry : table) {
    if (SameEnumName(entry.name, name)) return static_cast<Enum>(entry.value);
  }
  return undefined;
}

// The name in the first entry with this value, else `unknown`.
template <std::size_t kSize>
const char* NameOf(const EnumName (&table)[kSize], int value, const char* unknown = "?") {
  for (const EnumName& entry : table) {
    if (entry.value == value) return entry.name;
  }
  return unknown;
}

}  // namespace lodestone
