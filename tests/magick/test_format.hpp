// A small file format for the tests, so that reading and writing are tested without coders. "LST1",
// then one frame after another: columns, rows (big-endian), and red of each pixel.
#pragma once

#include "tests/magick/support.hpp"

namespace lodestone::test {

inline bool fail_encoding = false;

inline MagickBool IsTestFormat(const unsigned char* bytes, const size_t length) {
  return length >= 4 && std::memcmp(bytes, "LST1", 4) == 0 ? MagickTrue : MagickFalse;
}

inline Image* DecodeTestFormat(const ImageInfo* info, ExceptionInfo* exception) {
  Image* first = AllocateImage(info);
  if (first == nullptr) return nullptr;
  if (OpenBlob(info, first, ReadBinaryBlobMode, exception) == MagickFail) {
    DestroyImage(first);
    return nullptr;
  }
  char magic[4];
  ReadBlob(first, 4, magic);
  Image* image = first;
  while (true) {
    MagickStrlCpy(image->magick, "LSTEST", sizeof(image->magick));
    image->columns = ReadBlobMSBLong(image);
    image->rows = ReadBlobMSBLong(image);
    if (image->ping == MagickFalse) {
      PixelPacket* pixels = SetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception);
      if (pixels == nullptr) {
        DestroyImageList(image);
        return nullptr;
      }
      for (size_t i = 0; i < image->columns * image->rows; ++i) {
        pixels[i] = PixelPacket{};
        pixels[i].red = static_cast<Quantum>(ReadBlobByte(image));
      }
    } else {
      SeekBlob(image, static_cast<magick_off_t>(image->columns * image->rows), SEEK_CUR);
    }
    if (EOFBlob(image) != 0) {
      ThrowException(exception, CorruptImageError, "Unexpected end-of-file", image->filename);
      DestroyImageList(image);
      return nullptr;
    }
    if (TellBlob(image) >= GetBlobSize(image)) break;
    AllocateNextImage(info, image);
    image = SyncNextImageInList(image);
  }
  CloseBlob(image);
  return GetFirstImageInList(image);
}

inline unsigned int EncodeTestFormat(const ImageInfo* info, Image* image) {
  if (OpenBlob(info, image, WriteBinaryBlobMode, &image->exception) == MagickFail) {
    return MagickFail;
  }
  WriteBlobString(image, "LST1");
  while (true) {
    WriteBlobMSBLong(image, static_cast<magick_uint32_t>(image->columns));
    WriteBlobMSBLong(image, static_cast<magick_uint32_t>(image->rows));
    const PixelPacket* pixels =
        AcquireImagePixels(image, 0, 0, image->columns, image->rows, &image->exception);
    for (size_t i = 0; i < image->columns * image->rows; ++i) {
      WriteBlobByte(image, static_cast<magick_uint8_t>(pixels[i].red));
    }
    if (fail_encoding) return MagickFail;
    if (info->adjoin == MagickFalse || image->next == nullptr) break;
    image = SyncNextImageInList(image);
  }
  return CloseBlob(image);
}

// Registers LSTEST (several frames) and LSTONE (one frame, no signature of its own).
class TestFormats {
 public:
  TestFormats() {
    Add("LSTEST", MagickTrue, IsTestFormat);
    Add("LSTONE", MagickFalse, nullptr);
  }
  ~TestFormats() {
    UnregisterMagickInfo("LSTEST");
    UnregisterMagickInfo("LSTONE");
  }

 private:
  static void Add(const char* name, MagickBool adjoin, MagickHandler magick) {
    MagickInfo* format = SetMagickInfo(name);
    format->decoder = DecodeTestFormat;
    format->encoder = EncodeTestFormat;
    format->magick = magick;
    format->adjoin = adjoin;
    RegisterMagickInfo(format);
  }
};

}  // namespace lodestone::test
