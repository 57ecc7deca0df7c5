#include <algorithm>
#include <string_view>

#include "base/checked_size.hpp"
#include "coders/common/byte_cursor.hpp"
#include "coders/openexr/exr.hpp"

namespace lodestone::coders {
namespace {

enum Flag : std::uint32_t { kDeep = 0x800, kParts = 0x1000 };

std::string_view TakeName(ByteCursor& cursor) {
  constexpr std::size_t kMostBytes = 256;
  const ByteSpan rest = ByteCursor(cursor).Take(std::min(cursor.Remaining(), kMostBytes));
  const auto end = std::ranges::find(rest, std::uint8_t{0});
  if (end == rest.end()) Fail(CorruptImageError, "Improper image header");
  const auto length = static_cast<std::size_t>(end - rest.begin());
  cursor.Skip(length + 1);
  return {reinterpret_cast<const char*>(rest.data()), length};
}

// What one header claims.
struct Claims {
  std::uint64_t columns = 0, rows = 0;
  std::uint64_t tile_columns = 0, tile_rows = 0;
  std::size_t channels = 0;
};

void ReadWindow(ByteCursor cursor, Claims& claims) {
  const std::int64_t left = cursor.I32Le(), top = cursor.I32Le();
  const std::int64_t right = cursor.I32Le(), bottom = cursor.I32Le();
  if (right < left || bottom < top) Fail(CorruptImageError, "Improper image header");
  claims.columns = static_cast<std::uint64_t>(right - left + 1);
  claims.rows = static_cast<std::uint64_t>(bottom - top + 1);
}

std::size_t CountChannels(ByteCursor cursor) {
  constexpr std::size_t kChannelBytes = 16;
  std::size_t count = 0;
  while (!TakeName(cursor).empty()) {
    cursor.Skip(kChannelBytes);
    ++count;
  }
  return count;
}

// The library holds a block of rows, or a tile, with all its channels.
void CheckClaims(const Claims& claims) {
  CheckLimits(claims.columns, claims.rows);
  const std::uint64_t rows = std::min<std::uint64_t>(claims.rows, kExrBandRows);
  const CheckedSize block = CheckedSize(claims.columns) * rows;
  const CheckedSize tile = CheckedSize(claims.tile_columns) * claims.tile_rows;
  const CheckedSize bytes = (block + tile) * (claims.channels * sizeof(float));
  MemoryClaim claim;
  if (!bytes.valid() || !claim.Acquire(bytes.value())) FailOfMemoryLimit();
}

// False if there is no header any more.
bool CheckHeader(ByteCursor& cursor) {
  Claims claims;
  std::size_t attributes = 0;
  for (;; ++attributes) {
    const std::string_view name = TakeName(cursor);
    if (name.empty()) break;
    TakeName(cursor);
    const std::size_t length = cursor.U32Le();
    const ByteCursor value(cursor.Take(length));
    if (name == "dataWindow") ReadWindow(value, claims);
    if (name == "channels") claims.channels = CountChannels(value);
    if (name == "tiles") {
      ByteCursor sizes = value;
      claims.tile_columns = sizes.U32Le();
      claims.tile_rows = sizes.U32Le();
    }
  }
  if (attributes == 0) return false;
  CheckClaims(claims);
  return true;
}

}  // namespace

void CheckExrHeaders(std::span<const std::uint8_t> file) {
  constexpr std::uint32_t kMagic = 20000630;
  ByteCursor cursor(file);
  if (cursor.U32Le() != kMagic) Fail(CorruptImageError, "Improper image header");
  const std::uint32_t flags = cursor.U32Le();
  if ((flags & kDeep) != 0) Fail(CoderError, "Deep OpenEXR images are not supported");
  bool more = CheckHeader(cursor);
  if (!more) Fail(CorruptImageError, "Improper image header");
  while (more && (flags & kParts) != 0) more = CheckHeader(cursor);
}

}  // namespace lodestone::coders
