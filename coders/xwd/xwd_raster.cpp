#include "coders/xwd/xwd.hpp"

namespace lodestone::coders {
namespace {

[[noreturn]] void FailHeader(std::source_location where = std::source_location::current()) {
  Fail(CorruptImageError, "Improper image header", where);
}

bool IsUnit(std::uint32_t bits) {
  return bits == 8 || bits == 16 || bits == 32;
}

void CheckPixels(const XwdHeader& header) {
  if (header.bitwise()) {
    if (!IsUnit(header.unit) || (header.format != XwdFormat::kPlanes && header.depth != 1))
      FailHeader();
  } else if (header.bits != 4 && header.bits != 24 && !IsUnit(header.bits)) {
    FailHeader();
  }
  constexpr std::uint32_t kMostIndexBits = 16;
  const std::uint32_t index_bits = std::max(header.depth, header.bitwise() ? 1 : header.bits);
  if (header.indexed() && index_bits > kMostIndexBits) FailHeader();
  for (const std::uint32_t mask : header.masks)
    if (!header.indexed() && mask == 0) FailHeader();
}

void Check(const XwdHeader& header) {
  constexpr std::uint32_t kMostDepth = 32, kMostColors = 65536;
  if (header.bytes < kXwdHeaderBytes || header.columns == 0 || header.rows == 0) FailHeader();
  if (header.format > XwdFormat::kPixels || header.visual > XwdVisual::kDirectColor) FailHeader();
  if (header.depth == 0 || header.depth > kMostDepth || header.colors > kMostColors) FailHeader();
  if (header.x_offset >= kMostDepth * kMostDepth) FailHeader();
  CheckPixels(header);
  const std::uint64_t bits = header.bitwise() ? std::uint64_t{header.columns} + header.x_offset
                                              : std::uint64_t{header.columns} * header.bits;
  if (header.row_bytes < (bits + 7) / 8) FailHeader();
}

}  // namespace

XwdHeader TakeXwdHeader(ByteCursor& cursor) {
  XwdHeader header;
  const ByteSpan version = cursor.Take(kXwdHeaderBytes).subspan(4, 4);
  header.little_endian = version[0] == kXwdVersion;
  cursor.Seek(0);
  const auto next = [&] { return header.little_endian ? cursor.U32Le() : cursor.U32Be(); };
  header.bytes = next();
  if (next() != kXwdVersion) Fail(CorruptImageError, "Invalid file format version");
  header.format = static_cast<XwdFormat>(next());
  header.depth = next();
  header.columns = next();
  header.rows = next();
  header.x_offset = next();
  header.high_byte_first = next() != 0;
  header.unit = next();
  header.high_bit_first = next() != 0;
  header.pad = next();
  header.bits = next();
  header.row_bytes = next();
  header.visual = static_cast<XwdVisual>(next());
  for (std::uint32_t& mask : header.masks) mask = next();
  cursor.Skip(8);  // bits of a channel, entries of the colormap
  header.colors = next();
  cursor.Seek(kXwdHeaderBytes);  // where the window was
  Check(header);
  return header;
}

void XwdRaster::Row(std::size_t y, std::uint32_t* values) const {
  const std::size_t row_bytes = header_.row_bytes;
  if (!header_.bitwise()) return Unpack(&bytes_[y * row_bytes], values);
  std::fill_n(values, header_.columns, 0u);
  for (std::size_t plane = 0; plane < header_.planes(); ++plane)
    AddPlane(&bytes_[(plane * header_.rows + y) * row_bytes], values);
}

// The plane of the highest bits comes first.
void XwdRaster::AddPlane(const std::uint8_t* row, std::uint32_t* values) const {
  const std::size_t unit = header_.unit, unit_bytes = unit / 8;
  for (std::size_t x = 0; x < header_.columns; ++x) {
    const std::size_t place = x + header_.x_offset, within = place % unit;
    const std::size_t bit = header_.high_bit_first ? unit - 1 - within : within;
    const std::size_t byte = header_.high_byte_first ? unit_bytes - 1 - bit / 8 : bit / 8;
    const std::size_t at = place / unit * unit_bytes + byte;
    const unsigned set = at < header_.row_bytes ? row[at] >> bit % 8 & 1u : 0;
    values[x] = values[x] << 1 | set;
  }
}

void XwdRaster::Unpack(const std::uint8_t* row, std::uint32_t* values) const {
  if (header_.bits == 4) {
    for (std::size_t x = 0; x < header_.columns; ++x) {
      const bool high = (x % 2 == 0) == header_.high_byte_first;
      values[x] = high ? row[x / 2] >> 4 : row[x / 2] & 15u;
    }
    return;
  }
  const std::size_t bytes = header_.bits / 8;
  for (std::size_t x = 0; x < header_.columns; ++x, row += bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i)
      value = value << 8 | row[header_.high_byte_first ? i : bytes - 1 - i];
    values[x] = value;
  }
}

}  // namespace lodestone::coders
