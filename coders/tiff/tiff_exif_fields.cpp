// EXIF profiles of TIFF files: directories that the main one refers to. A profile also has the
// fields of the main directory that cameras write.
#include <bit>

#include "coders/common/profiles.hpp"
#include "coders/tiff/tiff.hpp"
#include "coders/tiff/tiff_exif.hpp"
#include "magick/profile.h"

namespace lodestone::coders {
namespace {

constexpr std::uint16_t kCameraFields[] = {
    TIFFTAG_IMAGEDESCRIPTION, TIFFTAG_MAKE,         TIFFTAG_MODEL,
    TIFFTAG_ORIENTATION,      TIFFTAG_SOFTWARE,     TIFFTAG_DATETIME,
    TIFFTAG_ARTIST,           TIFFTAG_HOSTCOMPUTER, TIFFTAG_COPYRIGHT};

}  // namespace

void ReadTiffExif(const TiffFile& file, const TiffMemory& data, Image* image) {
  TIFF* tiff = file.get();
  std::uint64_t unused = 0;
  if (TIFFGetField(tiff, TIFFTAG_EXIFIFD, &unused) != 1 &&
      TIFFGetField(tiff, TIFFTAG_GPSIFD, &unused) != 1) {
    return;
  }
  const std::span<const std::uint8_t> bytes(data.Map(), data.size());
  const ExifLayout layout{TIFFIsBigEndian(tiff) != 0, TIFFIsBigTIFF(tiff) != 0};
  std::optional<ExifTree> main = ParseExifTree(bytes, TIFFCurrentDirOffset(tiff), layout);
  if (!main || main->children.empty()) return;
  ExifTree kept;
  for (const std::uint16_t tag : kCameraFields) {
    if (const auto found = main->entries.find(tag); found != main->entries.end()) {
      kept.entries.insert(*found);
    }
  }
  kept.children = std::move(main->children);
  StoreProfile(image, "EXIF", FormatExifProfile(kept, layout.big_endian));
}

void WriteTiffExif(TiffFile& file, TiffStream& stream, const Image* image, bool big_file) {
  std::size_t length = 0;
  const unsigned char* profile = GetImageProfile(image, "EXIF", &length);
  if (profile == nullptr) return;
  const std::optional<ExifTree> tree = ParseExifProfile({profile, length});
  if (!tree) return;
  constexpr std::pair<std::uint16_t, std::uint32_t> kDirectories[] = {
      {kExifPointer, TIFFTAG_EXIFIFD}, {kGpsPointer, TIFFTAG_GPSIFD}};
  for (const auto& [pointer, tag] : kDirectories) {
    const auto child = tree->children.find(pointer);
    if (child == tree->children.end()) continue;
    std::uint64_t offset = stream.Seek(0, SEEK_END);
    if (offset % 2 != 0) {
      const std::uint8_t padding = 0;
      offset += stream.Write(&padding, 1);
    }
    const std::vector<std::uint8_t> bytes =
        FormatExifTree(child->second, offset, {TIFFIsBigEndian(file.get()) != 0, big_file});
    if (stream.Write(bytes.data(), bytes.size()) != bytes.size()) {
      Fail(BlobError, "Unable to write to file");
    }
    file.Set(tag, offset);
  }
}

}  // namespace lodestone::coders
