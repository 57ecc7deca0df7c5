#include "coders/common/profiles.hpp"

#include <algorithm>
#include <cerrno>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "coders/common/metadata.hpp"
#include "magick/profile.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::uint8_t kExifHeader[] = {'E', 'x', 'i', 'f', 0, 0};

bool HasExifHeader(std::span<const std::uint8_t> bytes) {
  return bytes.size() >= sizeof kExifHeader &&
         std::equal(std::begin(kExifHeader), std::end(kExifHeader), bytes.begin());
}

}  // namespace

std::span<const std::uint8_t> ProfileOf(const Image* image, const char* name) {
  std::size_t length = 0;
  const unsigned char* const data = GetImageProfile(image, name, &length);
  return data == nullptr ? std::span<const std::uint8_t>() : std::span(data, length);
}

void StoreProfile(Image* image, const char* name, std::span<const std::uint8_t> profile) {
  if (profile.empty()) return;
  const OrientationType orientation = image->orientation;  // that of the format comes first
  const int error = std::exchange(errno, 0);
  const bool stored = SetImageProfile(image, name, profile.data(), profile.size()) != MagickFail;
  if (!stored && errno == ENOMEM) throw std::bad_alloc();
  errno = error;
  image->orientation = orientation;
}

void StoreExif(Image* image, std::span<const std::uint8_t> tiff) {
  if (tiff.empty()) return;
  std::vector<std::uint8_t> profile;
  if (!HasExifHeader(tiff)) profile.assign(std::begin(kExifHeader), std::end(kExifHeader));
  profile.insert(profile.end(), tiff.begin(), tiff.end());
  StoreProfile(image, "EXIF", profile);
}

void StoreExifBox(Image* image, std::span<const std::uint8_t> box) {
  constexpr std::size_t kOffsetBytes = 4;
  if (box.size() < kOffsetBytes) return;
  std::size_t offset = 0;
  for (std::size_t i = 0; i < kOffsetBytes; ++i) offset = offset << 8 | box[i];
  box = box.subspan(kOffsetBytes);
  if (offset < box.size()) StoreExif(image, box.subspan(offset));
}

std::span<const std::uint8_t> ExifTiffOf(const Image* image) {
  const std::span<const std::uint8_t> exif = ProfileOf(image, "EXIF");
  return HasExifHeader(exif) ? exif.subspan(sizeof kExifHeader) : exif;
}

bool IsTiff(std::span<const std::uint8_t> bytes) {
  const std::string_view start(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return start.starts_with(std::string_view("II*\0", 4)) ||
         start.starts_with(std::string_view("MM\0*", 4));
}

bool IsIcc(const char* name) {
  return LocaleCompare(name, "ICM") == 0 || LocaleCompare(name, "ICC") == 0;
}

IccColors ColorsOfIcc(std::span<const std::uint8_t> icc) {
  constexpr std::size_t kAt = 16, kHeaderBytes = 128;
  if (icc.size() < kHeaderBytes) return IccColors::kOther;
  const std::string_view space(reinterpret_cast<const char*>(icc.data()) + kAt, 4);
  if (space == "GRAY") return IccColors::kGray;
  if (space == "CMYK") return IccColors::kCmyk;
  return space == "RGB " ? IccColors::kRgb : IccColors::kOther;
}

std::span<const std::uint8_t> FittingIcc(const Image* image, IccColors written,
                                         ExceptionInfo* exception, ColorNumbers numbers) {
  const std::span<const std::uint8_t> icc = ProfileOf(image, "ICM");
  if (icc.empty() && numbers == ColorNumbers::kLost && !CicpOf(image).IsPlain())
    Report(exception, CoderWarning,
           "The format does not hold the numbers of the image's colors (CICP); left out, so that "
           "programs will take them for sRGB",
           image->filename);
  const IccColors colors = ColorsOfIcc(icc);
  if (colors == written || colors == IccColors::kOther) return icc;
  Report(exception, CoderWarning, "The ICC profile is for other colors than the file has; left out",
         image->filename);
  return {};
}

void StoreCicp(Image* image, const Cicp& cicp) {
  constexpr unsigned kUnspecified = 2;
  const Cicp srgb;
  if ((cicp.primaries == srgb.primaries || cicp.primaries == kUnspecified) &&
      (cicp.transfer == srgb.transfer || cicp.transfer == kUnspecified))
    return;
  const std::string text = std::to_string(cicp.primaries) + "/" + std::to_string(cicp.transfer) +
                           "/" + std::to_string(cicp.matrix);
  StoreText(image, kCicpKey, text.c_str());
}

FrameRange WantedFrames(const ImageInfo* image_info, std::size_t count) {
  if (image_info->subrange == 0) return {0, count};
  const std::size_t first = image_info->subimage;
  if (first >= count) Fail(OptionError, "Subimage specification returns no images");
  return {first, first + std::min<std::size_t>(image_info->subrange, count - first)};
}

}  // namespace lodestone::coders
