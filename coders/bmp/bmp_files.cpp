// The file around bitmaps: one or several after each other, or an array as OS/2 has it.
#include "coders/bmp/bmp.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"

namespace lodestone::coders {
namespace {

constexpr std::string_view kBitmap = "BM";
constexpr std::string_view kColorIcon = "CI";
constexpr std::string_view kArray = "BA";

// The header of one bitmap in the file.
struct FileHeader {
  std::size_t raster = 0;  // position of the pixels
  std::size_t next = 0;    // position of the next of an array, 0: behind this one
};

FileHeader ReadFileHeader(ByteCursor& cursor) {
  FileHeader header;
  std::size_t origin = cursor.Position();
  while (cursor.TakeIf(kArray)) {
    origin = 0;  // positions in an array count from the start of the file
    cursor.Skip(4);
    header.next = cursor.U32Le();
    cursor.Skip(4);
  }
  if (!cursor.TakeIf(kBitmap) && !cursor.TakeIf(kColorIcon)) {
    Fail(CorruptImageError, "Improper image header");
  }
  cursor.Skip(8);
  header.raster = origin + cursor.U32Le();
  return header;
}

// Reads the bitmap at the cursor and moves the cursor behind it.
void ReadOne(const ImageInfo* image_info, ByteSpan file, ByteCursor& cursor, Image* image,
             ExceptionInfo* exception) {
  const FileHeader outer = ReadFileHeader(cursor);
  const BmpHeader header = ParseBmpHeader(cursor, outer.raster);
  if (outer.raster < header.start) Fail(CorruptImageError, "Improper image header");
  cursor.Seek(outer.raster);
  ReadBmpRaster(image_info, header, file, cursor, image, exception);
  if (outer.next == 0) return;
  // Forward only, so that an array ends.
  if (outer.next < cursor.Position()) Fail(CorruptImageError, "Improper image header");
  cursor.Seek(outer.next);
}

bool IsAnother(ByteCursor cursor) {
  return cursor.TakeIf(kBitmap) || cursor.TakeIf(kArray) || cursor.TakeIf(kColorIcon);
}

unsigned int IsBmp(const unsigned char* magick, const std::size_t length) {
  const ByteCursor cursor(ByteSpan(magick, length));
  return IsAnother(cursor) ? MagickTrue : MagickFalse;
}

}  // namespace

Image* ReadBmp(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const ByteSpan file = WholeBlob(image);
    ByteCursor cursor(file);
    while (true) {
      ReadOne(image_info, file, cursor, image, exception);
      if (IsLastWanted(image_info, image) || !IsAnother(cursor)) break;
      image = NextImage(image_info, image);
    }
  });
}

void RegisterBmpImage() {
  const auto add = [](const char* name, const char* description, DecoderHandler decoder,
                      EncoderHandler encoder, MagickHandler magick) {
    FormatEntry entry{name, description, "BMP", decoder, encoder, magick};
    entry.adjoin = false;
    entry.traits = {"1, 4, 8, 16, 24, 32, 48, 64 a pixel", "yes", "", "ICC", ""};
    RegisterFormat(entry);
  };
  add("BMP", "Microsoft Windows bitmap image", ReadBmp, WriteBmp, IsBmp);
  add("BMP2", "Microsoft Windows bitmap image v2", nullptr, WriteBmp, IsBmp);
  add("BMP3", "Microsoft Windows bitmap image v3", nullptr, WriteBmp, IsBmp);
  add("DIB", "Microsoft Windows bitmap without a file header", ReadDib, WriteDib, nullptr);
}

}  // namespace lodestone::coders
