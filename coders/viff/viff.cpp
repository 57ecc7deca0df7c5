// Khoros: planes of bytes or bits, with or without a map.
#include <array>
#include <cstring>
#include <string>

#include "coders/common/byte_cursor.hpp"
#include "coders/common/metadata.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/common/samples.hpp"
#include "magick/attribute.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kHeaderBytes = 1024, kCommentBytes = 512, kUnusedBytes = 420;
constexpr unsigned kIdentifier = 0xab;

struct ViffHeader {
  std::size_t columns = 0, rows = 0, bands = 0, map_rows = 0, map_columns = 0;
  bool bits = false;
  std::string comment;
};

// The numbers that follow the comment, in their order.
enum Field : std::size_t {
  kColumns,
  kRows,
  kLocation = 7,
  kImages = 9,
  kBands = 10,
  kStorage = 11,
  kEncoding = 12,
  kMapScheme = 13,
  kMapStorage = 14,
  kMapRows = 15,
  kMapColumns = 16,
  kColorModel = 20,
  kFields
};

void CheckFields(const std::array<std::uint32_t, kFields>& fields) {
  constexpr std::uint32_t kNtsc = 1, kGeneric = 15;
  if (fields[kBands] < 1 || fields[kBands] > 4) Fail(CorruptImageError, "Improper image header");
  if (fields[kStorage] > 1) Fail(CoderError, "Data storage type is not supported");
  if (fields[kEncoding] != 0) Fail(CoderError, "Data encoding scheme is not supported");
  if (fields[kMapStorage] > 1) Fail(CoderError, "Map storage type is not supported");
  if (fields[kLocation] != 1) Fail(CoderError, "Location type is not supported");
  if (fields[kImages] != 1) Fail(CoderError, "Number of images is not supported");
  const std::uint32_t model = fields[kColorModel];
  if (model != 0 && model != kNtsc && model != kGeneric)
    Fail(CoderError, "Colorspace model is not supported");
}

ViffHeader TakeHeader(ByteCursor& cursor) {
  constexpr unsigned kDecOrder = 4, kNsOrder = 8;
  if (cursor.Remaining() < kHeaderBytes) FailTruncated();
  if (cursor.U8() != kIdentifier) Fail(CorruptImageError, "Improper image header");
  cursor.Skip(3);
  const unsigned order = cursor.U8();
  cursor.Skip(3);
  const ByteSpan comment = cursor.Take(kCommentBytes);
  std::array<std::uint32_t, kFields> fields;
  for (std::uint32_t& field : fields)
    field = order == kDecOrder || order == kNsOrder ? cursor.U32Le() : cursor.U32Be();
  cursor.Skip(kUnusedBytes);
  CheckFields(fields);
  ViffHeader header;
  header.comment.assign(comment.begin(), std::ranges::find(comment, std::uint8_t{0}));
  header.columns = fields[kColumns];
  header.rows = fields[kRows];
  header.bands = fields[kBands];
  header.bits = fields[kStorage] == 0;
  if (fields[kMapScheme] != 0 && fields[kMapRows] != 0) {
    header.map_rows = fields[kMapRows];
    header.map_columns = fields[kMapColumns];
    if (header.map_columns == 0 || header.map_columns > 256 || header.map_rows > 3)
      Fail(CorruptImageError, "Improper image header");
  }
  if (header.columns == 0 || header.rows == 0 || (header.bits && header.bands > 2))
    Fail(CorruptImageError, "Improper image header");
  return header;
}

// Bytes of one band, 1 for each bit.
std::uint8_t ValueAt(const ViffHeader& header, ByteSpan band, std::size_t x, std::size_t y) {
  if (!header.bits) return band[y * header.columns + x];
  const std::size_t row_bytes = (header.columns + 7) / 8;
  return band[y * row_bytes + x / 8] >> (x % 8) & 1;
}

// Colours of the map; without one, shades.
std::array<PixelPacket, 256> TakeMap(const ViffHeader& header, ByteCursor& cursor) {
  std::array<PixelPacket, 256> map = {};
  const std::size_t count = header.map_columns;
  const ByteSpan bytes = cursor.Take(count * header.map_rows);
  for (unsigned i = 0; i < map.size(); ++i) {
    const unsigned shade = header.bits ? (i == 0 ? 0u : 255u) : i;
    const auto sample = [&](std::size_t row) {
      if (count == 0) return QuantumFromByte(shade);
      return i < count ? QuantumFromByte(bytes[std::min(row, header.map_rows - 1) * count + i])
                       : Quantum{0};
    };
    map[i].red = sample(0);
    map[i].green = sample(1);
    map[i].blue = sample(2);
    map[i].opacity = OpaqueOpacity;
  }
  return map;
}

std::size_t BandBytes(const ViffHeader& header) {
  return (header.bits ? (header.columns + 7) / 8 : header.columns) * header.rows;
}

// The map and the bands.
std::size_t BytesAfter(const ViffHeader& header) {
  return header.map_columns * header.map_rows + header.bands * BandBytes(header);
}

void ReadPixels(const ViffHeader& header, ByteCursor& cursor, Image* image,
                ExceptionInfo* exception) {
  const std::array<PixelPacket, 256> map = TakeMap(header, cursor);
  std::array<ByteSpan, 4> bands;
  for (std::size_t i = 0; i < header.bands; ++i) bands[i] = cursor.Take(BandBytes(header));
  const Pixels target = NewPixels(image, exception);
  ReadRows(image, exception, [&](std::size_t y) {
    for (std::size_t x = 0; x < header.columns; ++x) {
      PixelPacket& pixel = target.Row(y)[x];
      pixel = map[ValueAt(header, bands[0], x, y)];
      if (header.bands < 3) continue;
      pixel.green = map[ValueAt(header, bands[1], x, y)].green;
      pixel.blue = map[ValueAt(header, bands[2], x, y)].blue;
      if (header.bands == 4)
        pixel.opacity =
            static_cast<Quantum>(MaxRGB - QuantumFromByte(ValueAt(header, bands[3], x, y)));
    }
  });
  SyncPixels(image, exception);
}

void ReadOne(const ImageInfo* image_info, ByteCursor& cursor, Image* image,
             ExceptionInfo* exception) {
  const ViffHeader header = TakeHeader(cursor);
  image->columns = header.columns;
  image->rows = header.rows;
  image->depth = 8;
  image->matte = header.bands == 4 ? MagickTrue : MagickFalse;
  CheckLimits(image);
  if (!header.comment.empty()) StoreText(image, "comment", header.comment.c_str());
  SetShade(image, header.bands < 3 && header.map_rows < 2, false);
  if (image_info->ping != MagickFalse)
    return cursor.Skip(std::min(BytesAfter(header), cursor.Remaining()));
  ReadPixels(header, cursor, image, exception);
}

Image* ReadViff(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    ByteCursor cursor(WholeBlob(image));
    while (true) {
      ReadOne(image_info, cursor, image, exception);
      const bool another =
          cursor.Remaining() >= kHeaderBytes && ByteCursor(cursor).U8() == kIdentifier;
      if (!another || IsLastWanted(image_info, image)) break;
      image = NextImage(image_info, image);
    }
  });
}

void PutHeader(const Image* image, std::size_t bands, ByteSink& sink) {
  constexpr std::uint32_t kGenericRgb = 15;
  constexpr unsigned kBigEndian = 2;
  sink.U8(kIdentifier);
  sink.U8(1);  // image data, release 1, version 3
  sink.U8(1);
  sink.U8(3);
  sink.U8(kBigEndian);
  sink.Fill(3);
  const ImageAttribute* const comment = GetImageAttribute(image, "comment");
  std::string text = comment != nullptr && comment->value != nullptr ? comment->value : "";
  text.resize(kCommentBytes, '\0');
  text.back() = '\0';
  sink.Text(text);
  std::array<std::uint32_t, kFields> fields = {};
  fields[kColumns] = static_cast<std::uint32_t>(image->columns);
  fields[kRows] = static_cast<std::uint32_t>(image->rows);
  fields[kLocation] = fields[kImages] = fields[kStorage] = fields[kMapStorage] = 1;
  fields[kBands] = static_cast<std::uint32_t>(bands);
  fields[kColorModel] = bands < 3 ? 0 : kGenericRgb;
  for (const std::uint32_t field : fields) sink.U32Be(field);
  sink.Fill(kUnusedBytes);
}

void WriteOne(const ImageInfo* image_info, Image* first, Image* image) {
  if (image->columns > UINT32_MAX || image->rows > UINT32_MAX)
    Fail(CoderError, "Image column or row size is not supported");
  ToRgb(image);
  const bool matte = image->matte != MagickFalse;
  const ImageType type = image_info->type;
  const bool gray =
      !matte && type != TrueColorType && Analyze(image, false, &image->exception).grayscale;
  const std::size_t bands = gray ? 1 : matte ? 4 : 3;
  ByteSink sink;
  PutHeader(image, bands, sink);
  sink.Flush(first);
  constexpr Channels kPlanes[] = {Channels::kRed, Channels::kGreen, Channels::kBlue,
                                  Channels::kAlpha};
  const ConstPixels source = AllPixels(image, &image->exception);
  for (std::size_t i = 0; i < bands; ++i)
    WriteRows(first, image, image->columns, [&](std::size_t y, std::uint8_t* row) {
      ExportRow({gray ? Channels::kGray : kPlanes[i], 1}, source.Row(y), nullptr, source.columns,
                matte, row);
    });
}

unsigned int WriteViff(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    for (Image* image = first; image != nullptr; image = image->next) {
      WriteOne(image_info, first, image);
      if (image_info->adjoin == MagickFalse) break;
    }
  });
}

unsigned int IsViff(const unsigned char* magick, const std::size_t length) {
  return length >= 2 && magick[0] == kIdentifier && magick[1] == 1 ? MagickTrue : MagickFalse;
}

}  // namespace

void RegisterViffImage() {
  for (const char* name : {"VIFF", "XV"}) {
    FormatEntry entry{name, "Khoros Visualization image", "VIFF", ReadViff, WriteViff, IsViff};
    entry.traits = {"1, 8", "yes", "images", "comment", ""};
    RegisterFormat(entry);
  }
}

}  // namespace lodestone::coders
