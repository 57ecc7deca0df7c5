#include <optional>
#include <string>

#include "coders/common/metadata.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/samples.hpp"
#include "coders/tga/tga.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kHeaderBytes = 18;
constexpr std::size_t kFooterBytes = 26;
constexpr std::size_t kExtensionBytes = 495;
constexpr std::string_view kFooterSignature("TRUEVISION-XFILE.\0", 18);

struct Header {
  unsigned id_bytes = 0;
  bool has_map = false;
  TgaKind kind = TgaKind::kColors;
  bool run_lengths = false;
  unsigned map_first = 0;
  unsigned map_length = 0;
  unsigned map_bits = 0;
  unsigned columns = 0;
  unsigned rows = 0;
  unsigned bits = 0;
  unsigned attributes = 0;

  std::size_t PixelBytes() const { return (bits + 7) / 8; }
  bool IsGrayAlpha() const { return kind == TgaKind::kGray && bits == 16; }
};

bool IsSupported(const Header& header) {
  switch (header.kind) {
    case TgaKind::kIndexes:
      return header.bits == 8 && header.has_map && header.map_length != 0;
    case TgaKind::kGray:
      return header.bits == 8 || header.bits == 16 || (header.bits == 1 && !header.run_lengths);
    default:
      return header.bits == 15 || header.bits == 16 || header.bits == 24 || header.bits == 32;
  }
}

Header TakeHeader(ByteCursor& cursor) {
  Header header;
  header.id_bytes = cursor.U8();
  const unsigned map_type = cursor.U8();
  const unsigned type = cursor.U8();
  header.map_first = cursor.U16Le();
  header.map_length = cursor.U16Le();
  header.map_bits = cursor.U8();
  cursor.Skip(4);
  header.columns = cursor.U16Le();
  header.rows = cursor.U16Le();
  header.bits = cursor.U8();
  header.attributes = cursor.U8();
  header.run_lengths = type > kTgaRunLengths;
  const unsigned kind = header.run_lengths ? type - kTgaRunLengths : type;
  const bool known_map = header.map_bits == 8 || header.map_bits == 15 || header.map_bits == 16 ||
                         header.map_bits == 24 || header.map_bits == 32;
  header.has_map = map_type == 1;
  if (kind < 1 || kind > 3 || map_type > 1 || (header.has_map && !known_map)) {
    Fail(CorruptImageError, "Improper image header");
  }
  header.kind = static_cast<TgaKind>(kind);
  if (!IsSupported(header)) Fail(CoderError, "Data storage type is not supported");
  return header;
}

// The fields of the second version of the format, behind the images.
struct Extension {
  bool present = false;
  bool alpha_used = true;
};

void SetText(ByteCursor& cursor, std::size_t length, const char* name, Image* image) {
  const ByteSpan bytes = cursor.Take(length);
  const std::string text(bytes.begin(), std::ranges::find(bytes, std::uint8_t{0}));
  if (!text.empty()) StoreText(image, name, text.c_str());
}

bool HasFooter(ByteSpan file) {
  if (file.size() < kHeaderBytes + kFooterBytes) return false;
  ByteCursor cursor(file.last(kFooterSignature.size()));
  return cursor.TakeIf(kFooterSignature);
}

Extension ReadExtension(ByteSpan file, Image* image) {
  Extension extension;
  if (!HasFooter(file)) return extension;
  const std::size_t offset = ByteCursor(file.last(kFooterBytes)).U32Le();
  if (offset < kHeaderBytes || file.size() < kExtensionBytes ||
      offset > file.size() - kExtensionBytes) {
    return extension;
  }
  ByteCursor cursor(file.subspan(offset));
  if (cursor.U16Le() < kExtensionBytes) return extension;
  extension.present = true;
  SetText(cursor, 41, "creator", image);
  SetText(cursor, 324, "TGA:file.comment", image);
  cursor.Skip(12);
  SetText(cursor, 41, "TGA:file.JobName", image);
  cursor.Skip(6);
  SetText(cursor, 41, "software", image);
  cursor.Skip(3 + 4 + 8 + 12);
  const unsigned alpha = cursor.U8();
  extension.alpha_used = alpha == 3 || alpha == 4;
  return extension;
}

PixelPacket ColorOf(const std::uint8_t* p, unsigned bits, bool matte) {
  PixelPacket pixel = {};
  pixel.opacity = OpaqueOpacity;
  if (bits == 8) {
    pixel.red = pixel.green = pixel.blue = QuantumFromByte(p[0]);
  } else if (bits <= 16) {
    const unsigned value = p[0] | p[1] << 8;
    const auto wide = [](unsigned five) { return QuantumFromByte(five << 3 | five >> 2); };
    pixel.red = wide(value >> 10 & 31);
    pixel.green = wide(value >> 5 & 31);
    pixel.blue = wide(value & 31);
    if (matte && (value & 0x8000) == 0) pixel.opacity = TransparentOpacity;
  } else {
    pixel.blue = QuantumFromByte(p[0]);
    pixel.green = QuantumFromByte(p[1]);
    pixel.red = QuantumFromByte(p[2]);
    if (matte && bits == 32) pixel.opacity = static_cast<Quantum>(MaxRGB - QuantumFromByte(p[3]));
  }
  return pixel;
}

PixelPacket GrayAlphaOf(const std::uint8_t* p, bool matte) {
  const Quantum gray = QuantumFromByte(p[0]);
  PixelPacket pixel = {};
  pixel.red = pixel.green = pixel.blue = gray;
  pixel.opacity = matte ? static_cast<Quantum>(MaxRGB - QuantumFromByte(p[1])) : OpaqueOpacity;
  return pixel;
}

// What a map of 32 bits has for alpha, unless all of it is 0: then the bytes are not used.
bool HasAlpha(const Header& header, ByteSpan map) {
  bool used = false;
  for (std::size_t i = 3; header.map_bits == 32 && i < map.size(); i += 4) used |= map[i] != 0;
  return used;
}

void TakeColormap(const Header& header, const Extension& extension, ByteCursor& cursor,
                  Image* image) {
  const std::size_t entry = (header.map_bits + 7) / 8;
  const ByteSpan bytes = header.has_map ? cursor.Take(header.map_length * entry) : ByteSpan();
  if (header.kind == TgaKind::kGray && !header.IsGrayAlpha())
    MakeColormap(image, 1ul << header.bits);
  if (header.kind != TgaKind::kIndexes) return;
  // Files count from the first entry that they have.
  const std::size_t count = std::min(header.map_first + header.map_length, 256u);
  MakeColormap(image, count);
  const bool matte = extension.alpha_used && HasAlpha(header, bytes);
  image->matte = matte ? MagickTrue : MagickFalse;
  for (std::size_t i = 0; i < count; ++i) {
    image->colormap[i] = i < header.map_first ? PixelPacket{}
                                              : ColorOf(&bytes[(i - header.map_first) * entry],
                                                        header.map_bits, matte);
  }
}

// All pixels in the order of the file, one byte each for indexes.
class PixelBytes {
 public:
  PixelBytes(const Header& header, ByteCursor& cursor) : header_(header), cursor_(cursor) {
    const std::size_t rows = header.rows;
    const std::size_t row_bytes = PackedBytes(header.columns, header.bits == 1 ? 1 : 8);
    const std::size_t plain = rows * row_bytes * header.PixelBytes();
    // A run of up to 128 pixels takes two bytes or more.
    const std::size_t least = header.run_lengths ? plain / 128 : plain;
    if (cursor.Remaining() < least) FailTruncated();
    row_.resize(header.columns * header.PixelBytes());
  }

  const std::uint8_t* NextRow() {
    const std::size_t size = header_.PixelBytes();
    if (header_.bits == 1) {
      UnpackBits(cursor_.Take(PackedBytes(header_.columns, 1)).data(), 1, header_.columns,
                 row_.data());
      return row_.data();
    }
    if (!header_.run_lengths) return cursor_.Take(row_.size()).data();
    for (std::size_t x = 0; x < header_.columns; ++x) {
      std::ranges::copy(NextOfRuns(size), &row_[x * size]);
    }
    return row_.data();
  }

 private:
  // Runs may continue in the next row.
  ByteSpan NextOfRuns(std::size_t size) {
    if (left_ == 0) {
      const unsigned packet = cursor_.U8();
      repeat_ = (packet & 0x80) != 0;
      left_ = (packet & 0x7f) + 1;
      if (repeat_) pixel_ = cursor_.Take(size);
    }
    --left_;
    return repeat_ ? pixel_ : cursor_.Take(size);
  }

  const Header& header_;
  ByteCursor& cursor_;
  std::vector<std::uint8_t> row_;
  unsigned left_ = 0;
  bool repeat_ = false;
  ByteSpan pixel_;
};

// Rows of obsolete files are in two or four passes.
std::vector<std::size_t> RowOrder(const Header& header) {
  const std::size_t step = std::size_t{1} << std::min(header.attributes >> 6, 2u);
  std::vector<std::size_t> order;
  for (std::size_t first = 0; first < step; ++first) {
    for (std::size_t y = first; y < header.rows; y += step) {
      order.push_back((header.attributes & kTgaFromTop) != 0 ? y : header.rows - 1 - y);
    }
  }
  return order;
}

void ReadPixels(const Header& header, ByteCursor& cursor, Image* image, ExceptionInfo* exception) {
  PixelBytes source(header, cursor);
  const Pixels target = NewPixels(image, exception);
  PaletteRows palette(image, target);
  const bool indexed = image->storage_class == PseudoClass;
  const bool matte = image->matte != MagickFalse;
  const std::size_t size = header.PixelBytes();
  std::vector<std::uint8_t> mirrored(header.columns * size);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  std::size_t done = 0;
  for (const std::size_t y : RowOrder(header)) {
    const std::uint8_t* row = source.NextRow();
    if ((header.attributes & kTgaFromRight) != 0) {
      for (std::size_t x = 0; x < header.columns; ++x) {
        std::copy_n(row + x * size, size, &mirrored[(header.columns - 1 - x) * size]);
      }
      row = mirrored.data();
    }
    if (indexed) palette.Put(y, row);
    for (std::size_t x = 0; !indexed && x < header.columns; ++x) {
      const std::uint8_t* const pixel = row + x * size;
      target.Row(y)[x] =
          header.IsGrayAlpha() ? GrayAlphaOf(pixel, matte) : ColorOf(pixel, header.bits, matte);
    }
    progress.Tick(done++);
  }
  SyncPixels(image, exception);
  palette.Finish(exception);
}

void Describe(const Header& header, const Extension& extension, Image* image) {
  image->columns = header.columns;
  image->rows = header.rows;
  image->depth = 8;
  const bool alpha =
      header.bits == 32 || header.IsGrayAlpha() ||
      (header.kind == TgaKind::kColors && header.bits != 24 && (header.attributes & 15) != 0);
  image->matte = alpha && extension.alpha_used ? MagickTrue : MagickFalse;
  if (header.run_lengths) image->compression = RLECompression;
}

void ReadOne(const ImageInfo* image_info, const Header& header, const Extension& extension,
             ByteCursor& cursor, Image* image, ExceptionInfo* exception) {
  Describe(header, extension, image);
  CheckLimits(image);
  if (header.id_bytes != 0) {
    const ByteSpan id = cursor.Take(header.id_bytes);
    const std::string text(id.begin(), std::ranges::find(id, std::uint8_t{0}));
    StoreText(image, "comment", text.c_str());
  }
  TakeColormap(header, extension, cursor, image);
  if (header.kind == TgaKind::kGray) SetShade(image, true, header.bits == 1);
  if (image_info->ping && IsLastWanted(image_info, image)) return;
  if (!image_info->ping) return ReadPixels(header, cursor, image, exception);
  PixelBytes source(header, cursor);
  for (unsigned y = 0; y < header.rows; ++y) source.NextRow();
}

// Another image behind one; not what the second version of the format has there.
std::optional<Header> TakeNextHeader(ByteSpan file, ByteCursor& cursor) {
  if (HasFooter(file) || cursor.Remaining() < kHeaderBytes) return std::nullopt;
  try {
    const Header header = TakeHeader(cursor);
    if (header.columns == 0 || header.rows == 0) return std::nullopt;
    return header;
  } catch (const Failure&) {
    return std::nullopt;  // it is something else
  }
}

}  // namespace

Image* ReadTga(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const ByteSpan file = WholeBlob(image);
    const Extension extension = ReadExtension(file, image);
    ByteCursor cursor(file);
    std::optional<Header> header = TakeHeader(cursor);
    while (true) {
      ReadOne(image_info, *header, extension, cursor, image, exception);
      if (IsLastWanted(image_info, image)) break;
      header = TakeNextHeader(file, cursor);
      if (!header) break;
      image = NextImage(image_info, image);
    }
  });
}

}  // namespace lodestone::coders
