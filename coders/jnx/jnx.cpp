// Maps of Garmin: tiles of JPEG files without their first two bytes.
#include "coders/common/embedded.hpp"
#include "coders/common/metadata.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

struct Level {
  std::size_t tiles = 0, table = 0;
};

// The north-eastern or the south-western corner.
struct Corner {
  std::int32_t latitude = 0, longitude = 0;
};

struct Tile {
  Corner northeast, southwest;
  ByteSpan jpeg;
};

std::vector<Level> TakeLevels(ByteCursor& cursor) {
  constexpr unsigned kNewest = 4, kMostLevels = 20;
  const unsigned version = cursor.U32Le();
  cursor.Skip(4 + 4 * 4);  // the device's number, the corners of the map
  const std::size_t count = cursor.U32Le();
  if (version > kNewest || count > kMostLevels) Fail(CorruptImageError, "Improper image header");
  cursor.Skip(5 * 4);                      // expiry, product, checksum, signature
  if (version == kNewest) cursor.Skip(4);  // order of maps
  std::vector<Level> levels(count);
  for (Level& level : levels) {
    level.tiles = cursor.U32Le();
    level.table = cursor.U32Le();
    cursor.Skip(4);  // scale
    if (version != kNewest) continue;
    cursor.Skip(4);
    while (cursor.U16Le() != 0) {  // whose map it is
    }
  }
  return levels;
}

Corner TakeCorner(ByteCursor& cursor) {
  Corner corner;
  corner.latitude = cursor.I32Le();
  corner.longitude = cursor.I32Le();
  return corner;
}

// Tiles do not share bytes, so that small files cannot hold very many large images.
std::vector<Tile> TakeTiles(ByteSpan file) {
  constexpr std::size_t kEntryBytes = 28;
  ByteCursor cursor(file);
  std::vector<Tile> tiles;
  std::size_t total = 0;
  for (const Level& level : TakeLevels(cursor)) {
    cursor.Seek(level.table);
    if (cursor.Remaining() / kEntryBytes < level.tiles) FailTruncated();
    for (std::size_t i = 0; i < level.tiles; ++i) {
      Tile tile;
      tile.northeast = TakeCorner(cursor);
      tile.southwest = TakeCorner(cursor);
      cursor.Skip(2 * 2);  // columns and rows
      const std::size_t length = cursor.U32Le();
      ByteCursor place(file);
      place.Seek(cursor.U32Le());
      tile.jpeg = place.Take(length);
      total += kEntryBytes + length;
      if (total > file.size()) Fail(CorruptImageError, "Improper image header");
      tiles.push_back(tile);
    }
  }
  if (tiles.empty()) Fail(CorruptImageError, "Image file does not contain any image data");
  return tiles;
}

// In degrees.
void StoreCorner(Image* image, const char* key, const Corner& corner) {
  constexpr double kHalfTurn = 0x7fffffff;
  char text[MaxTextExtent];
  FormatString(text, "%.20g;%.20g", corner.latitude * 180.0 / kHalfTurn,
               corner.longitude * 180.0 / kHalfTurn);
  StoreText(image, key, text);
}

void ReadTile(const ImageInfo* image_info, const Tile& tile, Image* image,
              ExceptionInfo* exception) {
  std::vector<std::uint8_t> jpeg{0xff, 0xd8};
  jpeg.insert(jpeg.end(), tile.jpeg.begin(), tile.jpeg.end());
  ReadEmbedded(image_info, "JPEG", jpeg, image, exception);
  StoreCorner(image, "jnx:northeast", tile.northeast);
  StoreCorner(image, "jnx:southwest", tile.southwest);
}

Image* ReadJnx(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    bool first = true;
    for (const Tile& tile : TakeTiles(WholeBlob(image))) {
      if (!first) image = NextImage(image_info, image);
      first = false;
      ReadTile(image_info, tile, image, exception);
      if (IsLastWanted(image_info, image)) return;
    }
  });
}

}  // namespace

void RegisterJnxImage() {
  FormatEntry entry{"JNX", "JNX: Garmin tile storage format", "JNX", ReadJnx};
  entry.traits = {"8", "", "images", "", "65500x65500"};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
