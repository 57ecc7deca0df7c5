// Windows icons and cursors: a directory of bitmaps, each with a mask, or of PNG files.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/owner.hpp"
#include "coders/bmp/bmp.hpp"
#include "coders/common/embedded.hpp"
#include "coders/common/metadata.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/png_chunks.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/palette_rows.hpp"
#include "magick/attribute.h"
#include "magick/core/system/memory.hpp"
#include "magick/memory.h"
#include "magick/resize.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr unsigned kIcon = 1;
constexpr unsigned kCursor = 2;
constexpr unsigned kLargest = 256;
constexpr std::size_t kHeaderBytes = 6;
constexpr std::size_t kEntryBytes = 16;
constexpr std::uint32_t kDibHeaderBytes = 40;
constexpr const char* kHotspot = "cursor:hotspot";  // X,Y from the upper left corner

struct Entry {
  unsigned rows = 0;
  unsigned x = 0;  // of a cursor's hotspot
  unsigned y = 0;
  std::uint32_t bytes = 0;
  std::uint32_t offset = 0;
};

struct Directory {
  bool cursors = false;
  std::vector<Entry> entries;
};

Directory TakeDirectory(ByteCursor& cursor) {
  Directory directory;
  const unsigned reserved = cursor.U16Le();
  const unsigned type = cursor.U16Le();
  const unsigned count = cursor.U16Le();
  if (reserved != 0 || (type != kIcon && type != kCursor) || count == 0) {
    Fail(CorruptImageError, "Improper image header");
  }
  directory.cursors = type == kCursor;
  for (unsigned i = 0; i < count; ++i) {
    Entry entry;
    cursor.Skip(1);
    entry.rows = cursor.U8();
    if (entry.rows == 0) entry.rows = kLargest;
    cursor.Skip(2);
    entry.x = cursor.U16Le();
    entry.y = cursor.U16Le();
    entry.bytes = cursor.U32Le();
    entry.offset = cursor.U32Le();
    directory.entries.push_back(entry);
  }
  return directory;
}

std::size_t MaskRowBytes(std::size_t columns) {
  return (columns + 31) / 32 * 4;
}

// Behind the bitmap, one bit per pixel says what is transparent. Some files have no such mask.
void ApplyMask(const BmpHeader& header, ByteCursor& cursor, Image* image,
               ExceptionInfo* exception) {
  const std::size_t row_bytes = MaskRowBytes(image->columns);
  if (cursor.Remaining() < row_bytes * image->rows) return;
  const ByteSpan mask = cursor.Take(row_bytes * image->rows);
  if (std::ranges::all_of(mask, [](std::uint8_t byte) { return byte == 0; })) return;
  PixelPacket* pixels = GetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception);
  if (pixels == nullptr) FailAfter(exception, CacheError, "Unable to get pixels");
  std::vector<std::uint8_t> row(image->columns);
  for (std::size_t y = 0; y < image->rows; ++y) {
    UnpackBits(&mask[y * row_bytes], 1, row.size(), row.data());
    PixelPacket* target = pixels + (header.top_down ? y : image->rows - 1 - y) * row.size();
    for (std::size_t x = 0; x < row.size(); ++x) {
      target[x].opacity = row[x] != 0 ? TransparentOpacity : OpaqueOpacity;
    }
  }
  image->matte = MagickTrue;
  image->storage_class = DirectClass;  // a palette has no alpha
  SyncPixels(image, exception);
}

void ReadBitmap(const ImageInfo* image_info, const Entry& entry, ByteSpan bytes, Image* image,
                ExceptionInfo* exception) {
  ByteCursor cursor(bytes);
  BmpHeader header = ParseBmpHeader(cursor, std::nullopt);
  // The height counts the mask too.
  if (header.rows != entry.rows && header.rows > 1) header.rows /= 2;
  ReadBmpRaster(image_info, header, bytes, cursor, image, exception);
  if (image->matte == MagickFalse && image_info->ping == MagickFalse) {
    ApplyMask(header, cursor, image, exception);
  }
  // The fields hold no useful resolution.
  image->units = UndefinedResolution;
  image->x_resolution = image->y_resolution = 0.0;
}

void ReadEntry(const ImageInfo* image_info, const Directory& directory, std::size_t index,
               ByteSpan file, Image* image, ExceptionInfo* exception) {
  const Entry& entry = directory.entries[index];
  ByteCursor cursor(file);
  cursor.Seek(entry.offset);
  const ByteSpan bytes = cursor.Take(entry.bytes);
  if (ByteCursor(bytes).TakeIf(kPngSignature)) {
    ReadEmbedded(image_info, "PNG", bytes, image, exception);
  } else {
    ReadBitmap(image_info, entry, bytes, image, exception);
  }
  if (directory.cursors) {
    const std::string hotspot = std::to_string(entry.x) + "," + std::to_string(entry.y);
    StoreText(image, kHotspot, hotspot.c_str());
  }
}

Image* ReadIco(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const ByteSpan file = WholeBlob(image);
    ByteCursor cursor(file);
    const Directory directory = TakeDirectory(cursor);
    for (std::size_t i = 0;; ++i) {
      ReadEntry(image_info, directory, i, file, image, exception);
      if (IsLastWanted(image_info, image) || i + 1 == directory.entries.size()) break;
      image = NextImage(image_info, image);
    }
  });
}

// What will be written for one image.
struct Member {
  unsigned columns = 0;
  unsigned rows = 0;
  unsigned bits = 32;
  unsigned x = 0;
  unsigned y = 0;
  std::vector<std::uint8_t> bytes;
};

// Readers of icons expect colours and alpha of eight bits.
std::vector<std::uint8_t> EncodePng(const ImageInfo* image_info, Image* image) {
  ExceptionInfo* exception = &image->exception;
  const ImageOwner copy(CloneImage(image, 0, 0, MagickTrue, exception));
  if (copy.get() == nullptr) throw std::bad_alloc();
  return EncodeEmbedded(image_info, "PNG32", copy.get(), exception);
}

unsigned BitsFor(const Image* image) {
  if (image->matte != MagickFalse) return 32;
  if (image->storage_class != PseudoClass || image->colors > 256) return 24;
  return image->colors <= 2 ? 1 : image->colors <= 16 ? 4 : 8;
}

void PutDibHeader(const Member& member, ByteSink& sink) {
  sink.U32Le(kDibHeaderBytes);
  sink.U32Le(member.columns);
  sink.U32Le(2 * member.rows);
  sink.U16Le(1);
  sink.U16Le(member.bits);
  for (int i = 0; i < 6; ++i) sink.U32Le(0);
}

void PutPalette(const Member& member, const Image* image, ByteSink& sink) {
  if (member.bits > 8) return;
  for (unsigned i = 0; i < 1u << member.bits; ++i) {
    const PixelPacket color = i < image->colors ? image->colormap[i] : PixelPacket{};
    for (const Quantum value : {color.blue, color.green, color.red}) {
      sink.U8(ScaleQuantumToChar(value));
    }
    sink.U8(0);
  }
}

std::vector<std::uint8_t> EncodeDib(const Member& member, Image* image) {
  const ConstPixels source = AllPixels(image, &image->exception);
  ByteSink sink;
  PutDibHeader(member, sink);
  PutPalette(member, image, sink);
  std::vector<std::uint8_t> row((std::size_t{member.columns} * member.bits + 31) / 32 * 4);
  for (std::size_t y = member.rows; y-- > 0;) {
    FillBmpRow(member.bits, source, y, row.data());
    sink.Bytes(row);
  }
  std::vector<std::uint8_t> values(member.columns);
  std::vector<std::uint8_t> mask(MaskRowBytes(member.columns));
  for (std::size_t y = member.rows; y-- > 0;) {
    for (std::size_t x = 0; x < values.size(); ++x) {
      values[x] = member.bits == 32 && source.Row(y)[x].opacity == TransparentOpacity ? 1 : 0;
    }
    PackBits(values.data(), 1, values.size(), mask.data());
    sink.Bytes(mask);
  }
  return std::move(sink.bytes());
}

Member MakeMember(const ImageInfo* image_info, Image* image) {
  if (image->columns > kLargest || image->rows > kLargest) {
    Fail(CoderError, "Icons have at most 256x256 pixels");
  }
  ToRgb(image);
  Member member;
  member.columns = static_cast<unsigned>(image->columns);
  member.rows = static_cast<unsigned>(image->rows);
  const ImageAttribute* hotspot = GetImageAttribute(image, kHotspot);
  if (hotspot != nullptr && hotspot->value != nullptr) {
    std::sscanf(hotspot->value, "%5u,%5u", &member.x, &member.y);
  }
  const bool large = member.columns == kLargest || member.rows == kLargest;
  if (!large) member.bits = BitsFor(image);
  member.bytes = large ? EncodePng(image_info, image) : EncodeDib(member, image);
  return member;
}

// The sizes of icon:auto-resize; those that programs look for if it names none.
std::vector<unsigned long> SizesOf(const char* list) {
  std::vector<unsigned long> sizes;
  if (*list == '\0' || LocaleCompare(list, "true") == 0) list = "256,128,64,48,32,16";
  for (const char* at = list;; ++at) {
    char* end = nullptr;
    sizes.push_back(std::strtoul(at, &end, 10));
    if (sizes.back() < 1 || sizes.back() > kLargest || sizes.size() > kLargest ||
        (*end != ',' && *end != '\0'))
      Fail(OptionError, std::string("icon:auto-resize takes sizes from 1 to 256, not ") + list);
    at = end;
    if (*at == '\0') return sizes;
  }
}

// The image at that size: its longer side.
Member MakeResized(const ImageInfo* image_info, Image* image, unsigned long size) {
  const double scale = static_cast<double>(size) / std::max(image->columns, image->rows);
  const auto side = [&](unsigned long old) { return std::max(std::lround(old * scale), 1L); };
  const ImageOwner resized(ZoomImage(image, static_cast<unsigned long>(side(image->columns)),
                                     static_cast<unsigned long>(side(image->rows)),
                                     &image->exception));
  if (resized.get() == nullptr)
    FailAfter(&image->exception, ResourceLimitError, "Unable to resize image");
  Member member = MakeMember(image_info, resized.get());
  for (unsigned* const hotspot : {&member.x, &member.y})
    *hotspot = static_cast<unsigned>(*hotspot * scale);
  return member;
}

void PutEntry(const Member& member, bool cursors, std::size_t offset, ByteSink& sink) {
  sink.U8(member.columns);  // 256 is stored as 0
  sink.U8(member.rows);
  sink.U8(member.bits < 8 ? 1u << member.bits : 0);
  sink.U8(0);
  sink.U16Le(cursors ? member.x : 1);
  sink.U16Le(cursors ? member.y : member.bits);
  sink.U32Le(static_cast<std::uint32_t>(member.bytes.size()));
  sink.U32Le(static_cast<std::uint32_t>(offset));
}

unsigned int WriteIco(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    const bool cursors = LocaleCompare(image_info->magick, "CUR") == 0;
    const char* const list = AccessDefinition(image_info, "icon", "auto-resize");
    const auto sizes = list == nullptr ? std::vector<unsigned long>() : SizesOf(list);
    std::vector<Member> members;
    for (Image* image = first; image != nullptr; image = image->next) {
      CodingProgress(CodingProgress::Task::kSaving, image, &image->exception).Tick(0);
      if (sizes.empty()) members.push_back(MakeMember(image_info, image));
      for (const unsigned long size : sizes)
        members.push_back(MakeResized(image_info, image, size));
      if (image_info->adjoin == MagickFalse || members.size() + sizes.size() >= 65535) break;
    }
    ByteSink sink;
    sink.U16Le(0);
    sink.U16Le(cursors ? kCursor : kIcon);
    sink.U16Le(static_cast<unsigned>(members.size()));
    std::size_t offset = kHeaderBytes + kEntryBytes * members.size();
    for (const Member& member : members) {
      PutEntry(member, cursors, offset, sink);
      offset += member.bytes.size();
    }
    for (const Member& member : members) sink.Bytes(member.bytes);
    sink.Flush(first);
  });
}

}  // namespace

void RegisterIcoImage() {
  for (const char* name : {"ICO", "ICON", "CUR"}) {
    FormatEntry entry{name, "Microsoft icon", "ICON", ReadIco, WriteIco};
    entry.traits = {"1, 4, 8, 16, 24, 32 a pixel", "yes", "sizes", "", "256x256"};
    RegisterFormat(entry);
  }
}

}  // namespace lodestone::coders
