#include "magick/core/blob/compressed_format.hpp"

#include <algorithm>
#include <iterator>

#include "base/compressed_suffix.hpp"
#include "config.h"
#include "magick/core/blob/stream_codecs.hpp"

namespace lodestone {
namespace {

bool BeginsWith(std::span<const std::uint8_t> start, std::string_view bytes) {
  return start.size() >= bytes.size() &&
         std::equal(bytes.begin(), bytes.end(), start.begin(),
                    [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; });
}

// Raw samples may begin with any bytes, so that all that is fixed in the header is looked at.
bool IsGzip(std::span<const std::uint8_t> start) {
  if (!BeginsWith(start, "\x1f\x8b\x08") || start.size() < 10) return false;
  constexpr int kReservedFlags = 0xe0, kLastSystem = 13, kUnknownSystem = 255;
  const int flags = start[3], effort = start[8], system = start[9];
  return (flags & kReservedFlags) == 0 && (effort == 0 || effort == 2 || effort == 4) &&
         (system <= kLastSystem || system == kUnknownSystem);
}

#ifdef HAVE_BZLIB_H
// The first block, or the end of an empty file.
bool IsBzip2(std::span<const std::uint8_t> start) {
  if (!BeginsWith(start, "BZh") || start.size() < 10 || start[3] < '1' || start[3] > '9')
    return false;
  const auto rest = start.subspan(4);
  return BeginsWith(rest, "\x31\x41\x59\x26\x53\x59") ||
         BeginsWith(rest, "\x17\x72\x45\x38\x50\x90");
}
#endif

#ifdef HAVE_LZMA_H
bool IsXz(std::span<const std::uint8_t> start) {
  return BeginsWith(start, std::string_view("\xfd\x37\x7a\x58\x5a\x00", 6));
}
#endif

constexpr CompressedFormat kFormats[] = {
    {"gz", IsGzip, MakeGunzip, MakeGzip},
#ifdef HAVE_BZLIB_H
    {"bz2", IsBzip2, MakeBunzip2, MakeBzip2},
#endif
#ifdef HAVE_LZMA_H
    {"xz", IsXz, MakeUnxz, MakeXz},
#endif
};

const CompressedFormat* Find(auto accepts) {
  const CompressedFormat* const found = std::ranges::find_if(kFormats, accepts);
  return found == std::end(kFormats) ? nullptr : found;
}

}  // namespace

const CompressedFormat* CompressedFormatOf(std::span<const std::uint8_t> start) {
  return Find([&](const CompressedFormat& format) { return format.matches(start); });
}

const CompressedFormat* CompressedFormatOf(std::string_view filename) {
  const std::string_view suffix = CompressedSuffix(filename);
  return Find([&](const CompressedFormat& format) { return format.suffix == suffix; });
}

}  // namespace lodestone
