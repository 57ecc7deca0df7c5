// How the images lie in the module: entries in order, then what they point to.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

#include "base/digest.hpp"

namespace lodestone::accel::gpu::cuda {

struct ArchiveHead {
  uint64_t entries;
};

constexpr uint32_t kPtx = 0;

struct ArchiveEntry {
  uint64_t key[2];
  uint32_t architecture;  // of a cubin: 10 * major + minor; or kPtx
  uint32_t image_bytes;
  uint64_t begin;  // in the archive: a file of gzip
  uint64_t stored_bytes;

  auto operator<=>(const ArchiveEntry&) const = default;
};

inline Digest ImageKey(std::string_view source, std::string_view options) {
  return Digest().Add(source).Add(options);
}

// Cubins run on their architecture and on later ones of the same generation.
inline bool Fits(const ArchiveEntry& entry, uint32_t architecture) {
  return entry.architecture == kPtx ||
         (entry.architecture / 10 == architecture / 10 && entry.architecture <= architecture);
}

// The latest cubin that fits, else the PTX; null if there is neither.
inline const ArchiveEntry* FindImage(std::span<const ArchiveEntry> entries, const Digest& key,
                                     uint32_t architecture) {
  const uint64_t wanted[] = {key.first(), key.second()};
  const auto first = std::lower_bound(entries.begin(), entries.end(),
                                      ArchiveEntry{{wanted[0], wanted[1]}, kPtx, 0, 0, 0});
  const ArchiveEntry* best = nullptr;
  for (auto entry = first;
       entry != entries.end() && std::equal(wanted, std::end(wanted), entry->key); ++entry)
    if (Fits(*entry, architecture)) best = &*entry;
  return best;
}

}  // namespace lodestone::accel::gpu::cuda
