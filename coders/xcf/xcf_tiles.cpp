#include "coders/xcf/xcf_tiles.hpp"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "coders/common/half.hpp"
#include "coders/common/linear_light.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kTilePixels = std::size_t{kXcfTileSide} * kXcfTileSide;

std::uint64_t BigEndian(const std::uint8_t* bytes, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value = value << 8 | bytes[i];
  return value;
}

float FromHalf(const std::uint8_t* bytes) {
  return FloatOfHalf(static_cast<std::uint16_t>(BigEndian(bytes, 2)));
}

template <std::size_t kBytes>
float FromInteger(const std::uint8_t* bytes) {
  constexpr double kMost = static_cast<double>((std::uint64_t{1} << 8 * kBytes) - 1);
  return static_cast<float>(static_cast<double>(BigEndian(bytes, kBytes)) / kMost);
}

float FromFloat(const std::uint8_t* bytes) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(BigEndian(bytes, 4)));
}

float FromDouble(const std::uint8_t* bytes) {
  constexpr double kMost = 1e30;  // what is more has no float
  const auto value = std::bit_cast<double>(BigEndian(bytes, 8));
  return static_cast<float>(std::isnan(value) ? value : std::clamp(value, -kMost, kMost));
}

float (*ReaderOf(const XcfPrecision& precision))(const std::uint8_t*) {
  if (precision.floating)
    return precision.bytes == 2 ? FromHalf : precision.bytes == 4 ? FromFloat : FromDouble;
  return precision.bytes == 1   ? FromInteger<1>
         : precision.bytes == 2 ? FromInteger<2>
                                : FromInteger<4>;
}

float ShareOf(float sample) {
  return sample > 0 ? std::min(sample, 1.0f) : 0;
}

[[noreturn]] void FailOfTile() {
  Fail(CorruptImageError, "Unable to decompress image data");
}

// The first bytes of all pixels, then the second ones, and so on.
void UnpackRuns(ByteSpan packed, std::size_t pixels, std::size_t pixel_bytes, std::uint8_t* out) {
  ByteCursor cursor(packed);
  for (std::size_t byte = 0; byte < pixel_bytes; ++byte) {
    for (std::size_t done = 0; done < pixels;) {
      const unsigned control = cursor.U8();
      const bool run = control < 128;
      std::size_t count = run ? control + 1 : 256 - control;
      if (control == 127 || control == 128) count = cursor.U16Be();
      if (count > pixels - done) FailOfTile();
      const ByteSpan values = cursor.Take(run ? 1 : count);
      for (std::size_t i = 0; i < count; ++i, ++done)
        out[done * pixel_bytes + byte] = values[run ? 0 : i];
    }
  }
}

void Inflate(ByteSpan packed, std::size_t length, std::uint8_t* out) {
  uLongf got = length;
  const int status = uncompress(out, &got, packed.data(), packed.size());
  if ((status != Z_OK && status != Z_BUF_ERROR) || got != length) FailOfTile();
}

void ReverseSamples(std::uint8_t* bytes, std::size_t length, std::size_t sample_bytes) {
  for (std::size_t i = 0; i < length; i += sample_bytes)
    std::reverse(bytes + i, bytes + i + sample_bytes);
}

}  // namespace

XcfTileReader::XcfTileReader(const XcfDocument& document)
    : document_(document),
      sample_(ReaderOf(document.header.precision)),
      bytes_(kTilePixels * 4 * document.header.precision.bytes) {}

XcfTileReader::Size XcfTileReader::SizeOf(const XcfPlane& plane, std::size_t tile) {
  const auto x = static_cast<std::uint32_t>(tile % plane.TilesAcross()) * kXcfTileSide;
  const auto y = static_cast<std::uint32_t>(tile / plane.TilesAcross()) * kXcfTileSide;
  return {std::min(plane.columns - x, kXcfTileSide), std::min(plane.rows - y, kXcfTileSide)};
}

// Nothing if the plane has no tiles. GIMP reads at most this much of a tile too.
ByteSpan XcfTileReader::Unpack(const XcfPlane& plane, std::size_t tile) {
  if (plane.tiles.empty()) return {};
  const XcfHeader& header = document_.header;
  const auto [columns, rows] = SizeOf(plane, tile);
  const std::size_t pixels = std::size_t{columns} * rows;
  const std::size_t pixel_bytes = plane.channels * header.precision.bytes;
  const std::size_t length = pixels * pixel_bytes;
  const ByteSpan file = document_.file;
  if (plane.tiles[tile] >= file.size()) FailTruncated();
  ByteSpan packed = file.subspan(static_cast<std::size_t>(plane.tiles[tile]));
  packed = packed.first(std::min(packed.size(), kTilePixels * pixel_bytes * 3 / 2));
  if (header.compression == XcfCompression::kRunLengths) {
    UnpackRuns(packed, pixels, pixel_bytes, bytes_.data());
  } else if (header.compression == XcfCompression::kZlib) {
    Inflate(packed, length, bytes_.data());
  } else {
    std::ranges::copy(ByteCursor(packed).Take(length), bytes_.data());
  }
  if (header.precision.little_endian && header.precision.bytes > 1)
    ReverseSamples(bytes_.data(), length, header.precision.bytes);
  return ByteSpan(bytes_).first(length);
}

XcfPixel XcfTileReader::ReadColor(const std::uint8_t* at) const {
  const XcfHeader& header = document_.header;
  if (header.base == XcfBase::kIndexed) {
    if (*at >= header.colormap.size()) return {0, 0, 0, 1};
    const auto& color = header.colormap[*at];
    return {FromInteger<1>(&color[0]), FromInteger<1>(&color[1]), FromInteger<1>(&color[2]), 1};
  }
  float samples[3];
  for (unsigned i = 0; i < 3; ++i) {
    const unsigned channel = header.base == XcfBase::kRgb ? i : 0;
    samples[i] = sample_(at + channel * header.precision.bytes);
    if (header.precision.linear) samples[i] = EncodedLight(samples[i]);
  }
  return {samples[0], samples[1], samples[2], 1};
}

void XcfTileReader::ReadPixels(const XcfPlane& plane, std::size_t tile, XcfPixel* pixels) {
  const XcfHeader& header = document_.header;
  const ByteSpan bytes = Unpack(plane, tile);
  const auto [columns, rows] = SizeOf(plane, tile);
  const std::size_t count = std::size_t{columns} * rows;
  if (bytes.empty()) {
    std::fill_n(pixels, count, XcfPixel());
    return;
  }
  const std::size_t sample_bytes = header.precision.bytes;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* at = bytes.data() + i * plane.channels * sample_bytes;
    pixels[i] = ReadColor(at);
    if (plane.channels == header.Colors()) continue;
    const float alpha = ShareOf(sample_(at + header.Colors() * sample_bytes));
    // Pixels of indexed images are there or not.
    pixels[i].alpha = header.base == XcfBase::kIndexed ? std::round(alpha) : alpha;
  }
}

void XcfTileReader::Cover(const XcfPlane& mask, std::size_t tile, float* cover) {
  const ByteSpan bytes = Unpack(mask, tile);
  const auto [columns, rows] = SizeOf(mask, tile);
  const std::size_t sample_bytes = document_.header.precision.bytes;
  for (std::size_t i = 0; i < std::size_t{columns} * rows; ++i)
    cover[i] *= bytes.empty() ? 0 : ShareOf(sample_(bytes.data() + i * sample_bytes));
}

}  // namespace lodestone::coders
