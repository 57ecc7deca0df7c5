#include <cstdio>
#include <cstring>
#include <optional>

#include "coders/common/byte_cursor.hpp"
#include "coders/common/metadata.hpp"
#include "coders/png/png.hpp"
#include "magick/attribute.h"
#include "magick/core/metadata/cicp.hpp"

namespace lodestone::coders {
namespace {

constexpr char kCanvas[] = "caNv";       // of GraphicsMagick: size and place as `-page` has them
constexpr char kOrientation[] = "orNT";  // of GraphicsMagick: as in EXIF
constexpr char kCicp[] = "cICP";         // ITU-T H.273: primaries, transfer, matrix, full range
constexpr png_byte kNames[] = "caNv\0orNT\0cICP";

void ReadCanvas(ByteSpan data, Image* image) {
  ByteCursor cursor(data);
  const auto coordinate = [&] { return static_cast<std::int32_t>(cursor.U32Be()); };
  image->page.width = cursor.U32Be();
  image->page.height = cursor.U32Be();
  image->page.x = coordinate();
  image->page.y = coordinate();
}

void ReadCicp(ByteSpan data, Image* image) {
  std::string text =
      std::to_string(data[0]) + "/" + std::to_string(data[1]) + "/" + std::to_string(data[2]);
  if (data[3] == 0) text += "/0";
  StoreText(image, kCicpKey, text.c_str());
}

void ReadChunk(const png_unknown_chunk& chunk, Image* image) {
  const ByteSpan data(chunk.data, chunk.size);
  const auto is = [&](const char* name, std::size_t size) {
    return std::memcmp(chunk.name, name, 4) == 0 && chunk.size == size;
  };
  if (is(kCanvas, 16)) {
    ReadCanvas(data, image);
  } else if (is(kOrientation, 1) && data[0] <= LeftBottomOrientation) {
    image->orientation = static_cast<OrientationType>(data[0]);
  } else if (is(kCicp, 4)) {
    ReadCicp(data, image);
  }
}

// The samples of a PNG are RGB, whatever matrix the image came with.
std::optional<std::vector<std::uint8_t>> CicpOfAttribute(const Image* image) {
  const ImageAttribute* const attribute = GetImageAttribute(image, kCicpKey);
  if (attribute == nullptr || attribute->value == nullptr) return std::nullopt;
  unsigned primaries = 0, transfer = 0, matrix = 0, full = 1;
  const int count =
      std::sscanf(attribute->value, "%3u/%3u/%3u/%1u", &primaries, &transfer, &matrix, &full);
  if (count < 2 || primaries > 255 || transfer > 255) return std::nullopt;
  return std::vector<std::uint8_t>{static_cast<std::uint8_t>(primaries),
                                   static_cast<std::uint8_t>(transfer), 0,
                                   static_cast<std::uint8_t>(full != 0)};
}

void SetChunk(PngWriter& writer, const char* name, std::vector<std::uint8_t>& data, int location) {
  png_unknown_chunk chunk = {};
  std::memcpy(chunk.name, name, 4);
  chunk.data = data.data();
  chunk.size = data.size();
  chunk.location = static_cast<png_byte>(location);
  PngCall(writer.png, [&] { png_set_unknown_chunks(writer.png, writer.info, &chunk, 1); });
}

void SetCanvas(PngWriter& writer, const Image* image) {
  const RectangleInfo& page = image->page;
  const bool own = (page.width != 0 && page.width != image->columns) ||
                   (page.height != 0 && page.height != image->rows);
  if (!own && page.x == 0 && page.y == 0) return;
  ByteSink sink;
  sink.U32Be(static_cast<std::uint32_t>(page.width));
  sink.U32Be(static_cast<std::uint32_t>(page.height));
  sink.U32Be(static_cast<std::uint32_t>(page.x));
  sink.U32Be(static_cast<std::uint32_t>(page.y));
  SetChunk(writer, kCanvas, sink.bytes(), PNG_HAVE_PLTE);
}

}  // namespace

void KeepPngExtraChunks(png_structp png) {
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, kNames, sizeof kNames / 5);
}

void ReadPngExtraChunks(PngReader& reader, Image* image) {
  png_unknown_chunkp chunks = nullptr;
  const int count = png_get_unknown_chunks(reader.png, reader.info, &chunks);
  for (int i = 0; i < count; ++i) ReadChunk(chunks[i], image);
}

void SetPngExtraChunks(PngWriter& writer, const Image* image) {
  PngCall(writer.png, [&] { KeepPngExtraChunks(writer.png); });
  if (auto cicp = CicpOfAttribute(image)) SetChunk(writer, kCicp, *cicp, PNG_HAVE_IHDR);
  if (image->orientation > TopLeftOrientation && image->orientation <= LeftBottomOrientation) {
    std::vector<std::uint8_t> data = {static_cast<std::uint8_t>(image->orientation)};
    SetChunk(writer, kOrientation, data, PNG_HAVE_PLTE);
  }
  SetCanvas(writer, image);
}

}  // namespace lodestone::coders
