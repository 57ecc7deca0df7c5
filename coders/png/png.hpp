// Shared by the parts of the PNG coder; no other code sees libpng.
#pragma once

#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <png.h>

#include "coders/common/coder.hpp"

namespace lodestone::coders {

// Texts and profiles that are small in a file may be huge in memory, and there may be many.
inline constexpr std::size_t kPngMemoryMax = std::size_t{64} << 20;

// State for libpng's callbacks. A libpng error stores its message here and longjmps to PngCall.
struct PngClient {
  Image* blob = nullptr;  // the image that has the file open
  ExceptionInfo* exception = nullptr;
  const char* filename = "";
  char message[256] = "";
  ExceptionType severity = CorruptImageError;
  std::size_t memory_left = kPngMemoryMax;  // that libpng may still allocate while reading
  bool has_no_memory = false;               // it has asked for more than that, or than there is
};

void OnPngError(png_structp png, png_const_charp message);
void OnPngWarning(png_structp png, png_const_charp message);
void PngReadData(png_structp png, png_bytep data, std::size_t length);
void PngWriteData(png_structp png, png_bytep data, std::size_t length);
void PngFlush(png_structp png);

// Fails with libpng's message.
[[noreturn]] void FailPng(png_structp png);

// Runs calls of libpng and fails if libpng reports an error. `calls` may be left by longjmp, so it
// holds only trivially destructible locals and captures by reference.
template <typename Calls>
[[gnu::noinline]] void PngCall(png_structp png, const Calls& calls) {
  if (setjmp(png_jmpbuf(png)) != 0) FailPng(png);
  calls();
}

// The reading or writing structures of libpng.
class PngReader {
 public:
  explicit PngReader(PngClient& client);
  ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;
  png_structp png = nullptr;
  png_infop info = nullptr;
};

class PngWriter {
 public:
  explicit PngWriter(PngClient& client);
  ~PngWriter() { png_destroy_write_struct(&png, &info); }
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;
  png_structp png = nullptr;
  png_infop info = nullptr;
};

// png_metadata_read.cpp: reads the metadata before and after the pixels into the image.
void ReadPngHeaderMetadata(PngReader& reader, Image* image);
void ReadPngTextAndProfiles(PngReader& reader, Image* image);

// png_metadata_write.cpp: the caller keeps the texts alive until the file is written.
void SetPngMetadata(PngWriter& writer, const ImageInfo* image_info, const Image* image);

// png_extra_chunks.cpp: chunks that libpng does not know: canvas, orientation, colours by numbers.
void KeepPngExtraChunks(png_structp png);
void ReadPngExtraChunks(PngReader& reader, Image* image);
void SetPngExtraChunks(PngWriter& writer, const Image* image);

// png_profile_text.cpp: profiles as hexadecimal text, the convention of ImageMagick.
std::string EncodeRawProfile(std::string_view name, const unsigned char* data, std::size_t length);
bool DecodeRawProfile(std::string_view text, std::vector<unsigned char>& data);

// png_read.cpp: reads an image; the source of the reader is set.
void ReadPngStream(const ImageInfo* image_info, PngClient& client, PngReader& reader, Image* image);

Image* ReadPng(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WritePng(const ImageInfo* image_info, Image* image);
Image* ReadApng(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteApng(const ImageInfo* image_info, Image* first);

}  // namespace lodestone::coders
