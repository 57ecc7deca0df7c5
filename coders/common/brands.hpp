// Recognizing files of boxes (ISO 14496-12) by the brands they name.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace lodestone::coders {

// True if the file begins with its type and names one of the brands, as far as its start is given.
inline bool HasBrand(const unsigned char* magick, std::size_t length,
                     std::initializer_list<std::string_view> brands) {
  constexpr std::size_t kName = 4;
  const std::string_view start(reinterpret_cast<const char*>(magick), length);
  if (length < 12 || start.substr(kName, kName) != "ftyp") return false;
  const std::size_t box_bytes = std::size_t{magick[2]} << 8 | magick[3];
  const std::size_t end = std::min(length, box_bytes);
  for (std::size_t at = 8; at + kName <= end; at += kName) {
    if (at == 12) continue;  // the version of the first one
    if (std::count(brands.begin(), brands.end(), start.substr(at, kName)) != 0) return true;
  }
  return false;
}

}  // namespace lodestone::coders
