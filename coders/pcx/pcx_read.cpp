#include "coders/common/palette_rows.hpp"
#include "coders/common/plane_rows.hpp"
#include "coders/pcx/pcx.hpp"

namespace lodestone::coders {
namespace {

constexpr unsigned kPlanesMax = 6;
constexpr unsigned kGrayPalette = 2;  // what the header says of shades of grey
constexpr unsigned kRunBytesMax = 63;

struct Header {
  unsigned version = 5;
  bool run_lengths = false;
  unsigned bits = 8;  // of a pixel in each plane
  unsigned planes = 1;
  std::size_t columns = 0;
  std::size_t rows = 0;
  unsigned x_per_inch = 0;
  unsigned y_per_inch = 0;
  ByteSpan colors;
  std::size_t line_bytes = 0;  // of a row in each plane
  unsigned palette_kind = 0;

  bool IsDirect() const { return bits == 8 && planes > 1; }
  unsigned PixelBits() const { return bits * planes; }
  std::size_t RowBytes() const { return line_bytes * planes; }
};

void Check(const Header& header) {
  const bool known_bits =
      header.bits == 1 || header.bits == 2 || header.bits == 4 || header.bits == 8;
  if (!known_bits || header.planes == 0 ||
      header.line_bytes < PackedBytes(header.columns, header.bits)) {
    Fail(CorruptImageError, "Improper image header");
  }
  const bool direct = header.bits == 8 && header.planes >= 3;
  if (header.planes > kPlanesMax || (!direct && header.PixelBits() > 8)) {
    Fail(CoderError, "Unsupported number of planes");
  }
}

Header TakeHeader(ByteCursor& cursor) {
  Header header;
  if (cursor.U8() != kPcxIdentifier) Fail(CorruptImageError, "Improper image header");
  header.version = cursor.U8();
  header.run_lengths = cursor.U8() != 0;
  header.bits = cursor.U8();
  const unsigned left = cursor.U16Le(), top = cursor.U16Le();
  const unsigned right = cursor.U16Le(), bottom = cursor.U16Le();
  if (right < left || bottom < top) Fail(CorruptImageError, "Improper image header");
  header.columns = right - left + 1;
  header.rows = bottom - top + 1;
  header.x_per_inch = cursor.U16Le();
  header.y_per_inch = cursor.U16Le();
  header.colors = cursor.Take(3 * kPcxHeaderColors);
  cursor.Skip(1);
  header.planes = cursor.U8();
  header.line_bytes = cursor.U16Le();
  header.palette_kind = cursor.U16Le();
  cursor.Skip(58);
  Check(header);
  return header;
}

// The bytes of the raster, row after row. A run may go on in the next row.
class Raster {
 public:
  Raster(const Header& header, ByteSpan bytes) : header_(header), bytes_(bytes) {
    const std::size_t plain = header.rows * header.RowBytes();
    const std::size_t least = header.run_lengths ? plain / kRunBytesMax * 2 : plain;
    if (bytes.size() < least) Fail(CorruptImageError, "Insufficient image data in file");
    if (header.run_lengths) row_.resize(header.RowBytes());
  }

  const std::uint8_t* NextRow() {
    if (header_.run_lengths) return DecodeRow();
    const std::uint8_t* row = bytes_.data() + at_;
    at_ += header_.RowBytes();
    return row;
  }

  std::size_t BytesRead() const { return at_; }

 private:
  std::uint8_t Next() {
    if (at_ == bytes_.size()) Fail(CorruptImageError, "Insufficient image data in file");
    return bytes_[at_++];
  }

  const std::uint8_t* DecodeRow() {
    std::uint8_t* out = row_.data();
    std::uint8_t* const end = out + row_.size();
    while (out != end) {
      if (left_ == 0) {
        const std::uint8_t byte = Next();
        if ((byte & kPcxRunMark) != kPcxRunMark) {
          *out++ = byte;
          continue;
        }
        left_ = byte & kRunBytesMax;
        value_ = Next();
      }
      const std::size_t step = std::min<std::size_t>(left_, static_cast<std::size_t>(end - out));
      out = std::fill_n(out, step, value_);
      left_ -= static_cast<unsigned>(step);
    }
    return row_.data();
  }

  const Header& header_;
  ByteSpan bytes_;
  std::size_t at_ = 0;
  std::vector<std::uint8_t> row_;
  unsigned left_ = 0;
  std::uint8_t value_ = 0;
};

void SetColors(ByteSpan bytes, Image* image) {
  const std::size_t count = std::min<std::size_t>(image->colors, bytes.size() / 3);
  ImportRow({Channels::kRgb, 1}, bytes.data(), count, image->colormap, nullptr, nullptr);
}

// Colormaps of 256 colours are behind the raster, or else at the end of the file.
void SetLargeColormap(const Header& header, ByteSpan behind, Image* image) {
  const auto is_map = [](ByteSpan bytes) {
    return bytes.size() > kPcxPaletteBytes && bytes[0] == kPcxPaletteMark;
  };
  if (!is_map(behind) && behind.size() > kPcxPaletteBytes)
    behind = behind.last(kPcxPaletteBytes + 1);
  if (is_map(behind)) return SetColors(behind.subspan(1, kPcxPaletteBytes), image);
  if (header.palette_kind != kGrayPalette) FailTruncated();
}

void PrepareColormap(const Header& header, Image* image) {
  if (header.IsDirect()) return;
  MakeColormap(image, 1ul << header.PixelBits());
  if (header.PixelBits() == 1) return SetShade(image, true, true);
  if (header.PixelBits() < 8) SetColors(header.colors, image);
}

// The indexes of a row, from all of its planes.
void TakeIndexes(const Header& header, const std::uint8_t* row, std::vector<std::uint8_t>& plane,
                 std::vector<std::uint8_t>& values) {
  UnpackBits(row, header.bits, header.columns, values.data());
  for (unsigned i = 1; i < header.planes; ++i) {
    UnpackBits(row + i * header.line_bytes, header.bits, header.columns, plane.data());
    for (std::size_t x = 0; x < header.columns; ++x)
      values[x] = static_cast<std::uint8_t>(values[x] | plane[x] << i * header.bits);
  }
}

// The colormap may come after the indexes.
void ReadIndexes(const Header& header, ByteSpan bytes, Image* image, ExceptionInfo* exception) {
  Raster raster(header, bytes);
  const Pixels target = NewPixels(image, exception);
  std::vector<std::uint8_t> values(header.columns), plane(header.columns);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < header.rows; ++y) {
    TakeIndexes(header, raster.NextRow(), plane, values);
    std::copy_n(values.data(), header.columns, target.IndexRow(y));
    progress.Tick(y);
  }
  if (header.PixelBits() == 8) SetLargeColormap(header, bytes.subspan(raster.BytesRead()), image);
  SyncPixels(image, exception);
  SyncImage(image);
}

void ReadColors(const Header& header, ByteSpan bytes, Image* image, ExceptionInfo* exception) {
  Raster raster(header, bytes);
  const Pixels target = NewPixels(image, exception);
  const SampleFormat format{header.planes > 3 ? Channels::kRgba : Channels::kRgb, 1};
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < header.rows; ++y) {
    ImportPlanes(format, PlanesFrom(raster.NextRow(), header.line_bytes), header.columns,
                 target.Row(y), nullptr);
    progress.Tick(y);
  }
  SyncPixels(image, exception);
}

void ReadOne(const ImageInfo* image_info, ByteSpan file, std::size_t start, Image* image,
             ExceptionInfo* exception) {
  ByteCursor cursor(file);
  cursor.Seek(start);
  const Header header = TakeHeader(cursor);
  image->columns = header.columns;
  image->rows = header.rows;
  image->depth = 8;
  image->units = PixelsPerInchResolution;
  image->x_resolution = header.x_per_inch;
  image->y_resolution = header.y_per_inch;
  image->matte = header.IsDirect() && header.planes > 3 ? MagickTrue : MagickFalse;
  CheckLimits(image);
  PrepareColormap(header, image);
  if (image_info->ping) return;
  const ByteSpan bytes = file.subspan(cursor.Position());
  if (header.IsDirect()) return ReadColors(header, bytes, image, exception);
  ReadIndexes(header, bytes, image, exception);
}

// Where the images of a file begin.
std::vector<std::size_t> TakePages(ByteSpan file) {
  ByteCursor cursor(file);
  if (cursor.Remaining() < 4 || cursor.U32Le() != kDcxIdentifier) return {0};
  std::vector<std::size_t> pages;
  while (pages.size() < kDcxPagesMax) {
    const std::uint32_t offset = cursor.U32Le();
    if (offset == 0) break;
    pages.push_back(offset);
  }
  if (pages.empty()) Fail(CorruptImageError, "Improper image header");
  return pages;
}

}  // namespace

Image* ReadPcx(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const ByteSpan file = WholeBlob(image);
    const std::vector<std::size_t> pages = TakePages(file);
    for (std::size_t i = 0;; ++i) {
      ReadOne(image_info, file, pages[i], image, exception);
      if (i + 1 == pages.size() || IsLastWanted(image_info, image)) break;
      image = NextImage(image_info, image);
    }
  });
}

}  // namespace lodestone::coders
