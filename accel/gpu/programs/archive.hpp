// How programs that the build has compiled lie in a module: entries in order, then what they point
// to.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

#include "base/digest.hpp"

namespace lodestone::accel::gpu {

struct ArchiveHead {
  uint64_t entries;
};

constexpr uint32_t kAnyArchitecture = 0;

struct ArchiveEntry {
  uint64_t key[2];
  uint32_t architecture;  // of machine code, as the backend numbers them; or kAnyArchitecture
  uint32_t image_bytes;
  uint64_t begin;  // in the archive: a file of gzip
  uint64_t stored_bytes;

  auto operator<=>(const ArchiveEntry&) const = default;
};

inline Digest ImageKey(std::string_view source, std::string_view options) {
  return Digest().Add(source).Add(options);
}

// The image for the latest architecture that fits(architecture), else that for any; null if there
// is neither.
template <typename Fits>
const ArchiveEntry* FindImage(std::span<const ArchiveEntry> entries, const Digest& key, Fits fits) {
  const uint64_t wanted[] = {key.first(), key.second()};
  const auto first =
      std::lower_bound(entries.begin(), entries.end(),
                       ArchiveEntry{{wanted[0], wanted[1]}, kAnyArchitecture, 0, 0, 0});
  const ArchiveEntry* best = nullptr;
  for (auto entry = first;
       entry != entries.end() && std::equal(wanted, std::end(wanted), entry->key); ++entry)
    if (entry->architecture == kAnyArchitecture || fits(entry->architecture)) best = &*entry;
  return best;
}

}  // namespace lodestone::accel::gpu
