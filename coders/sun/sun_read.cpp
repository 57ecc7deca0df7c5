#include <utility>

#include "coders/common/decoded_bands.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/samples.hpp"
#include "coders/sun/sun.hpp"

namespace lodestone::coders {
namespace {

constexpr std::uint8_t kRunMark = 0x80;
constexpr std::size_t kRunMax = 256;  // of three bytes in the file

struct Header {
  std::uint32_t columns = 0;
  std::uint32_t rows = 0;
  std::uint32_t depth = 0;
  std::uint32_t length = 0;  // of the raster
  SunType type = SunType::kStandard;
  std::uint32_t map_type = 0;
  std::uint32_t map_length = 0;

  bool indexed() const { return depth <= 8; }
  bool run_lengths() const { return type == SunType::kRunLengths; }
  std::size_t LineBytes() const { return SunLineBytes(columns, depth); }
};

void Check(const Header& header) {
  constexpr std::uint32_t kSignedMax = 0x7fffffff;
  const auto improper = [] { Fail(CorruptImageError, "Improper image header"); };
  if (header.columns == 0 || header.rows == 0) improper();
  for (const std::uint32_t field :
       {header.columns, header.rows, header.map_type, header.map_length}) {
    if (field > kSignedMax) improper();
  }
  if (header.type > SunType::kRgb) Fail(CoderError, "Data encoding scheme is not supported");
  if (header.map_type > kSunRgbMap) Fail(CoderError, "Colormap type not supported");
  if (header.map_type == kSunNoMap && header.map_length != 0) improper();
  if (header.depth != 1 && header.depth != 8 && header.depth != 24 && header.depth != 32)
    improper();
  if (header.length == 0 && header.run_lengths()) improper();
}

Header TakeHeader(ByteCursor& cursor) {
  Header header;
  if (cursor.U32Be() != kSunIdentifier) Fail(CorruptImageError, "Improper image header");
  header.columns = cursor.U32Be();
  header.rows = cursor.U32Be();
  header.depth = cursor.U32Be();
  header.length = cursor.U32Be();
  header.type = static_cast<SunType>(cursor.U32Be());
  header.map_type = cursor.U32Be();
  header.map_length = cursor.U32Be();
  Check(header);
  return header;
}

// The rows of the raster in turn. A run may go on in the next row.
class Raster {
 public:
  Raster(const Header& header, ByteSpan bytes)
      : bytes_(bytes), row_bytes_(header.LineBytes()), run_lengths_(header.run_lengths()) {
    const std::size_t plain = header.rows * row_bytes_;
    const std::size_t least = run_lengths_ ? plain / kRunMax : plain;
    if (bytes.size() < least) FailTruncated();
  }

  std::size_t row_bytes() const { return row_bytes_; }

  void NextRow(std::uint8_t* out) {
    if (run_lengths_) return DecodeRow(out);
    std::copy_n(bytes_.data() + at_, row_bytes_, out);
    at_ += row_bytes_;
  }

 private:
  std::uint8_t Next() {
    if (at_ == bytes_.size()) Fail(CorruptImageError, "Unable to runlength decode image");
    return bytes_[at_++];
  }

  void DecodeRow(std::uint8_t* out) {
    std::uint8_t* const end = out + row_bytes_;
    while (out != end) {
      if (left_ == 0) {
        const std::uint8_t byte = Next();
        if (byte != kRunMark) {
          *out++ = byte;
          continue;
        }
        const unsigned count = Next();
        left_ = count + 1;  // one of the mark itself if the count is 0
        value_ = count == 0 ? kRunMark : Next();
      }
      const std::size_t step = std::min<std::size_t>(left_, static_cast<std::size_t>(end - out));
      out = std::fill_n(out, step, value_);
      left_ -= static_cast<unsigned>(step);
    }
  }

  ByteSpan bytes_;
  std::size_t row_bytes_;
  bool run_lengths_;
  std::size_t at_ = 0;
  unsigned left_ = 0;
  std::uint8_t value_ = 0;
};

// Maps hold all reds, then all greens, then all blues.
std::size_t MapColors(const Header& header) {
  return header.map_type == kSunRgbMap ? header.map_length / 3 : 0;
}

void PrepareColormap(const Header& header, ByteSpan map, Image* image) {
  const std::size_t colors = MapColors(header);
  MakeColormap(image, map.empty() ? 1ul << header.depth
                                  : std::min<std::size_t>(colors, 1ul << header.depth));
  for (std::size_t i = 0; i < image->colors && !map.empty(); ++i) {
    image->colormap[i].red = QuantumFromByte(map[i]);
    image->colormap[i].green = QuantumFromByte(map[colors + i]);
    image->colormap[i].blue = QuantumFromByte(map[2 * colors + i]);
    image->colormap[i].opacity = OpaqueOpacity;
  }
  if (map.empty()) SetShade(image, true, header.depth == 1);
}

void ReadIndexes(const Header& header, ByteSpan bytes, Image* image, ExceptionInfo* exception) {
  Raster raster(header, bytes);
  PaletteRows rows(image, NewPixels(image, exception));
  std::vector<std::uint8_t> row(raster.row_bytes());
  std::vector<std::uint8_t> values(header.columns);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < header.rows; ++y) {
    raster.NextRow(row.data());
    UnpackBits(row.data(), header.depth, header.columns, values.data());
    if (header.depth == 1) {  // set bits are the first colour, which is black
      for (std::uint8_t& value : values) value ^= 1;
    }
    rows.Put(y, values.data());
    progress.Tick(y);
  }
  SyncPixels(image, exception);
  rows.Finish(exception);
}

// Alpha comes before the colours.
ByteOrder OrderOf(const Header& header) {
  const std::size_t start = header.depth == 32 ? 1 : 0;
  ByteOrder order{start + 3, start, start + 1, start + 2, start == 1 ? 0 : ByteOrder::kNone};
  if (header.type != SunType::kRgb) std::swap(order.red, order.blue);
  return order;
}

// Samples by way of the colormap.
void MapSamples(const ByteOrder& order, ByteSpan map, std::size_t count, std::uint8_t* row) {
  const std::size_t colors = map.size() / 3;
  for (std::size_t x = 0; x < count; ++x, row += order.bytes) {
    const std::uint8_t* from = map.data();
    for (const std::size_t at : {order.red, order.green, order.blue}) {
      row[at] = from[std::min<std::size_t>(row[at], colors - 1)];
      from += colors;
    }
  }
}

void ReadColors(const Header& header, ByteSpan map, ByteSpan bytes, Image* image,
                ExceptionInfo* exception) {
  Raster raster(header, bytes);
  const Pixels target = NewPixels(image, exception);
  const ByteOrder order = OrderOf(header);
  const std::size_t row_bytes = raster.row_bytes();
  DecodeBands(
      image, row_bytes, exception,
      [&](const DecodedBand& band) {
        for (std::size_t i = 0; i < band.count; ++i) raster.NextRow(band.bytes + i * row_bytes);
      },
      [&](const DecodedBand& band) {
        RequestRows(target, band.first, band.count);
        for (std::size_t i = 0; i < band.count; ++i) {
          std::uint8_t* const row = band.bytes + i * row_bytes;
          if (!map.empty()) MapSamples(order, map, header.columns, row);
          ImportBytes(order, row, header.columns, target.Row(band.first + i));
        }
      });
  SyncPixels(image, exception);
}

void ReadOne(const ImageInfo* image_info, ByteCursor& cursor, Image* image,
             ExceptionInfo* exception) {
  const Header header = TakeHeader(cursor);
  image->columns = header.columns;
  image->rows = header.rows;
  image->depth = header.depth == 1 ? 1 : 8;
  image->matte = header.depth == 32 ? MagickTrue : MagickFalse;
  CheckLimits(image);
  const ByteSpan map = cursor.Take(header.map_length).first(MapColors(header) * 3);
  if (header.indexed()) PrepareColormap(header, map, image);
  const std::size_t length =
      header.length == 0 ? header.rows * header.LineBytes() : std::size_t{header.length};
  const ByteSpan bytes = cursor.Take(length);
  if (image_info->ping) return;
  if (header.indexed()) return ReadIndexes(header, bytes, image, exception);
  ReadColors(header, map, bytes, image, exception);
}

bool HasNext(ByteCursor cursor) {
  return cursor.Remaining() >= 4 && cursor.U32Be() == kSunIdentifier;
}

}  // namespace

Image* ReadSun(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    ByteCursor cursor(WholeBlob(image));
    while (true) {
      ReadOne(image_info, cursor, image, exception);
      if (!HasNext(cursor) || IsLastWanted(image_info, image)) break;
      image = NextImage(image_info, image);
    }
  });
}

}  // namespace lodestone::coders
