// Names of enumeration values, in one table an enumeration.
#pragma once

#include <cstddef>

namespace lodestone {

struct EnumName {
  const char* name;
  int value;
};

// True if the names agree but for case, '-', '_' and blanks.
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
