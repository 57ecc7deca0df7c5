#include "coders/common/palette_rows.hpp"
#include "coders/common/samples.hpp"
#include "coders/topol/topol.hpp"

namespace lodestone::coders {
namespace {

// Of tiles, which are all of one size; those of files without them are the whole image.
struct Tiles {
  std::size_t columns = 0, rows = 0;
  std::size_t offsets = 0;  // where the places of the tiles are, or 0
};

struct Header {
  std::size_t columns = 0, rows = 0;
  TopolType type = TopolType::kBits;
  Tiles tiles;
};

[[noreturn]] void FailHeader(std::source_location where = std::source_location::current()) {
  Fail(CorruptImageError, "Improper image header", where);
}

Tiles TakeTiles(ByteCursor& cursor) {
  constexpr std::size_t kMap = 5 * 8;  // where the image lies on the map, and its scale
  cursor.Skip(2 + kMap);
  Tiles tiles;
  tiles.columns = cursor.U16Le();
  tiles.rows = cursor.U16Le();
  tiles.offsets = cursor.U32Le();
  const std::uint32_t lengths = cursor.U32Le();
  if (cursor.U8() != 0) Fail(CoderError, "Unrecognized image compression");
  if (tiles.columns == 0 || tiles.rows == 0 || tiles.offsets == 0 || lengths == 0) FailHeader();
  return tiles;
}

Header TakeHeader(ByteCursor& cursor) {
  for (const std::uint8_t byte : cursor.Take(kTopolNameBytes))
    if (byte < ' ') FailHeader();
  Header header;
  header.rows = cursor.U16Le();
  header.columns = cursor.U16Le();
  const unsigned type = cursor.U16Le();
  cursor.Skip(4);  // zoom
  const unsigned version = cursor.U16Le();
  if (header.rows == 0 || header.columns == 0) FailHeader();
  if (type > static_cast<unsigned>(TopolType::kGray32)) FailHeader();
  if (version > 2) Fail(CorruptImageError, "Invalid file format version");
  if (version >= 1 && cursor.U16Le() != 0) Fail(CoderError, "Unrecognized image compression");
  header.type = static_cast<TopolType>(type);
  header.tiles = version == 2 ? TakeTiles(cursor) : Tiles{header.columns, header.rows, 0};
  return header;
}

// Where each tile begins, row after row of them.
std::vector<std::size_t> PlacesOf(const Header& header, ByteSpan file) {
  const Tiles& tiles = header.tiles;
  if (tiles.offsets == 0) return {kTopolHeaderBytes};
  const std::size_t across = (header.columns + tiles.columns - 1) / tiles.columns;
  const std::size_t down = (header.rows + tiles.rows - 1) / tiles.rows;
  ByteCursor cursor(file);
  cursor.Seek(tiles.offsets);
  if (cursor.Remaining() / 4 < across * down) FailTruncated();
  std::vector<std::size_t> places(across * down);
  for (std::size_t& place : places) place = cursor.U32Le();
  return places;
}

// Puts a row of samples at a place of the image.
class Target {
 public:
  Target(const Header& header, Image* image, ExceptionInfo* exception)
      : type_(header.type),
        bits_(BitsOf(header.type)),
        image_(image),
        pixels_(NewPixels(image, exception)),
        values_(header.tiles.columns) {}

  void Put(const std::uint8_t* row, std::size_t x, std::size_t y, std::size_t count) {
    PixelPacket* const pixels = pixels_.Row(y) + x;
    if (type_ == TopolType::kRgb)
      return ImportRow({Channels::kRgb, 1}, row, count, pixels, nullptr, nullptr);
    if (bits_ == 16)
      return ImportRow({Channels::kGray, 2, true}, row, count, pixels, nullptr, nullptr);
    if (bits_ == 32) return PutLongs(row, count, pixels);
    UnpackBits(row, bits_, count, values_.data());
    IndexPacket* const indexes = pixels_.IndexRow(y) + x;
    for (std::size_t i = 0; i < count; ++i) {
      indexes[i] = values_[i];
      pixels[i] = image_->colormap[values_[i]];
    }
  }

 private:
  // Of 32 bits, the highest are what a quantum takes.
  static void PutLongs(const std::uint8_t* row, std::size_t count, PixelPacket* pixels) {
    for (std::size_t i = 0; i < count; ++i, row += 4) {
      const Quantum shade = QuantumFromShort(row[2] | unsigned{row[3]} << 8);
      pixels[i] = {shade, shade, shade, OpaqueOpacity};
    }
  }

  TopolType type_;
  unsigned bits_;
  Image* image_;
  Pixels pixels_;
  std::vector<std::uint8_t> values_;
};

// All bytes of the samples are there, before there are pixels for them. Tiles may share bytes.
void CheckLength(const Header& header, const std::vector<std::size_t>& places, ByteSpan file) {
  const std::size_t tile_bytes =
      PackedBytes(header.tiles.columns, BitsOf(header.type)) * header.tiles.rows;
  if (places.size() == 1 && (file.size() < places[0] || file.size() - places[0] < tile_bytes))
    FailTruncated();
}

void ReadPixels(const Header& header, ByteSpan file, Image* image, ExceptionInfo* exception) {
  const std::vector<std::size_t> places = PlacesOf(header, file);
  CheckLength(header, places, file);
  const Tiles& tiles = header.tiles;
  const std::size_t row_bytes = PackedBytes(tiles.columns, BitsOf(header.type));
  Target target(header, image, exception);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  std::size_t tile = 0;
  for (std::size_t top = 0; top < header.rows; top += tiles.rows) {
    for (std::size_t left = 0; left < header.columns; left += tiles.columns, ++tile) {
      ByteCursor cursor(file);
      cursor.Seek(places[tile]);
      const std::size_t count = std::min(tiles.columns, header.columns - left);
      for (std::size_t y = top; y < std::min(top + tiles.rows, header.rows); ++y) {
        const ByteSpan row = cursor.Take(std::min(row_bytes, cursor.Remaining()));
        if (row.size() < PackedBytes(count, BitsOf(header.type))) FailTruncated();
        target.Put(row.data(), left, y, count);
        if (left == 0) progress.Tick(y);
      }
    }
  }
  SyncPixels(image, exception);
}

// Without a palette, values are shades.
void Describe(const Header& header, Image* image) {
  image->columns = header.columns;
  image->rows = header.rows;
  const unsigned bits = BitsOf(header.type);
  image->depth = bits == 1 ? 1 : bits < 16 || bits == 24 ? 8 : QuantumDepth;
  CheckLimits(image);
  if (bits > 8) return SetShade(image, header.type != TopolType::kRgb, false);
  const std::size_t colors = std::size_t{1} << bits;
  MakeColormap(image, colors);
  const std::vector<PixelPacket> palette = TopolPalette(image->filename, colors);
  std::ranges::copy(palette, image->colormap);
  const bool gray = palette.empty() || std::ranges::all_of(palette, IsGrayPixel);
  SetShade(image, gray, palette.empty() && bits == 1);
}

}  // namespace

Image* ReadTopol(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const ByteSpan file = WholeBlob(image);
    ByteCursor cursor(file);
    const Header header = TakeHeader(cursor);
    Describe(header, image);
    if (image_info->ping == MagickFalse) ReadPixels(header, file, image, exception);
  });
}

}  // namespace lodestone::coders
