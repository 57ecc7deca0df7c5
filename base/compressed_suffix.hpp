// Names of files that are compressed as a whole: "image.ppm.gz".
#pragma once

#include <algorithm>
#include <string_view>

#include "config.h"

namespace lodestone {

// "gz", "bz2" or "xz" if the name ends so (case does not matter) and this build knows that
// compression; else "".
inline std::string_view CompressedSuffix(std::string_view filename) {
  constexpr std::string_view kSuffixes[] = {
      "gz",
#ifdef HAVE_BZLIB_H
      "bz2",
#endif
#ifdef HAVE_LZMA_H
      "xz",
#endif
  };
  const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; };
  for (const std::string_view suffix : kSuffixes) {
    if (filename.size() <= suffix.size() + 1) continue;
    const std::string_view end = filename.substr(filename.size() - suffix.size() - 1);
    if (end[0] == '.' && std::ranges::equal(end.substr(1), suffix, same)) return suffix;
  }
  return "";
}

// "image.ppm" of "image.ppm.gz"; of other names nothing is cut off.
inline std::string_view WithoutCompressedSuffix(std::string_view filename) {
  const std::string_view suffix = CompressedSuffix(filename);
  if (!suffix.empty()) filename.remove_suffix(suffix.size() + 1);
  return filename;
}

}  // namespace lodestone
