#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/png/png.hpp"

namespace lodestone::coders {
namespace {

PngClient& Client(png_structp png) {
  return *static_cast<PngClient*>(png_get_error_ptr(png));
}

// Each block is preceded by its size.
constexpr std::size_t kBlockHeader = alignof(std::max_align_t);

png_voidp Allocate(png_structp png, png_alloc_size_t size) {
  PngClient& client = *static_cast<PngClient*>(png_get_mem_ptr(png));
  const bool allowed = size <= client.memory_left;
  auto* block = static_cast<unsigned char*>(allowed ? std::malloc(kBlockHeader + size) : nullptr);
  client.has_no_memory = block == nullptr;
  if (block == nullptr) return nullptr;
  std::memcpy(block, &size, sizeof(size));
  client.memory_left -= size;
  return block + kBlockHeader;
}

void Release(png_structp png, png_voidp data) {
  if (data == nullptr) return;
  auto* block = static_cast<unsigned char*>(data) - kBlockHeader;
  png_alloc_size_t size = 0;
  std::memcpy(&size, block, sizeof(size));
  static_cast<PngClient*>(png_get_mem_ptr(png))->memory_left += size;
  std::free(block);
}

constexpr char kMetadata[] = "ICC, CICP, EXIF, XMP, IPTC, orientation, texts";
constexpr char kLimits[] = "2147483647x2147483647";
constexpr char kVersion[] = "libpng " PNG_LIBPNG_VER_STRING;

unsigned int IsPng(const unsigned char* magick, const std::size_t length) {
  return length >= 8 && png_sig_cmp(magick, 0, 8) == 0;
}

}  // namespace

void OnPngError(png_structp png, png_const_charp message) {
  PngClient& client = Client(png);
  std::strncpy(client.message, message, sizeof(client.message) - 1);
  png_longjmp(png, 1);
}

void OnPngWarning(png_structp png, png_const_charp message) {
  PngClient& client = Client(png);
  // libpng would go on with the next chunk, which takes as long to decompress, and so on.
  if (client.has_no_memory) {
    client.severity = ResourceLimitError;
    png_error(png, "Not enough memory for the texts and profiles of the file");
  }
  const bool reading = client.severity == CorruptImageError;
  Report(client.exception, reading ? CorruptImageWarning : CoderWarning, message, client.filename);
}

void PngReadData(png_structp png, png_bytep data, std::size_t length) {
  if (ReadBlob(Client(png).blob, length, data) != length) {
    png_error(png, "Unexpected end-of-file");
  }
}

void PngWriteData(png_structp png, png_bytep data, std::size_t length) {
  if (WriteBlob(Client(png).blob, length, data) != length) {
    Client(png).severity = BlobError;
    png_error(png, "Unable to write to file");
  }
}

void PngFlush(png_structp png) {
  (void)png;
}

void FailPng(png_structp png) {
  const PngClient& client = Client(png);
  Fail(client.severity, client.message);
}

PngReader::PngReader(PngClient& client)
    : png(png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &client, OnPngError, OnPngWarning,
                                   &client, Allocate, Release)) {
  if (png != nullptr) info = png_create_info_struct(png);
  if (info != nullptr) return;
  png_destroy_read_struct(&png, nullptr, nullptr);
  throw std::bad_alloc();
}

PngWriter::PngWriter(PngClient& client)
    : png(png_create_write_struct(PNG_LIBPNG_VER_STRING, &client, OnPngError, OnPngWarning)) {
  if (png != nullptr) info = png_create_info_struct(png);
  if (info != nullptr) return;
  png_destroy_write_struct(&png, nullptr);
  throw std::bad_alloc();
}

void RegisterPngImage() {
  const auto add = [](const char* name, const char* description, bool reads, const char* depths,
                      const char* alpha) {
    FormatEntry entry{name, description, "PNG", reads ? ReadPng : nullptr, WritePng};
    entry.magick = std::strcmp(name, "PNG") == 0 ? IsPng : nullptr;
    entry.adjoin = false;
    entry.traits = {depths, alpha, "", "ICC, CICP, EXIF, XMP, IPTC, orientation, texts",
                    "2147483647x2147483647"};
    entry.version = kVersion;
    RegisterFormat(entry);
  };
  add("PNG", "Portable Network Graphics", true, "1, 2, 4, 8, 16", "yes");
  FormatEntry animated{"APNG", "Animated Portable Network Graphics", "PNG", ReadApng, WriteApng};
  animated.extension = ObeyExtensionTreatment;
  animated.magick = IsPng;
  animated.traits = {"1, 2, 4, 8, 16", "yes", "animation", kMetadata, kLimits};
  animated.version = kVersion;
  RegisterFormat(animated);
  add("PNG8", "Portable Network Graphics, 8-bit indexed", true, "8 (palette)", "1 bit");
  add("PNG00", "PNG that inherits type and depth from original", true, "1, 2, 4, 8, 16", "yes");
  add("PNG24", "Portable Network Graphics, 24-bit opaque RGB", true, "8", "");
  add("PNG32", "Portable Network Graphics, 32-bit RGBA", true, "8", "yes");
  add("PNG48", "Portable Network Graphics, 48-bit opaque RGB", true, "16", "");
  add("PNG64", "Portable Network Graphics, 64-bit RGBA", true, "16", "yes");
}

}  // namespace lodestone::coders
