// Profiles and frames as the container formats of newer codecs hold them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/coder_api.hpp"
#include "coders/common/coder.hpp"
#include "magick/core/metadata/cicp.hpp"

LS_CODER_API_BEGIN
namespace lodestone::coders {

// Of the name, empty if the image has none.
std::span<const std::uint8_t> ProfileOf(const Image* image, const char* name);
// Throws std::bad_alloc; one that is empty or too large is left out.
void StoreProfile(Image* image, const char* name, std::span<const std::uint8_t> profile);

// EXIF is kept as in a JPEG file: with six bytes before the TIFF file that it consists of.
void StoreExif(Image* image, std::span<const std::uint8_t> tiff);
// A box has the offset of the TIFF file before it, in four bytes. Other boxes are left out.
void StoreExifBox(Image* image, std::span<const std::uint8_t> box);
std::span<const std::uint8_t> ExifTiffOf(const Image* image);
bool IsTiff(std::span<const std::uint8_t> bytes);

// Whether that is the name of an ICC profile.
bool IsIcc(const char* name);
// What an ICC profile says that the samples of its images are.
enum class IccColors { kGray, kRgb, kCmyk, kOther };
IccColors ColorsOfIcc(std::span<const std::uint8_t> icc);
// What becomes of the attribute "CICP" in a file.
enum class ColorNumbers { kLost, kKept };
// The image's ICC profile for a file whose samples are `written`. One for other samples, as is left
// when pixels were converted without profiles, is left out with a warning; there is one, too, where
// numbers are lost that stand for it.
std::span<const std::uint8_t> FittingIcc(const Image* image, IccColors written,
                                         ExceptionInfo* exception,
                                         ColorNumbers numbers = ColorNumbers::kLost);

// Kept as the attribute, unless that is sRGB.
void StoreCicp(Image* image, const Cicp& cicp);

// Frames [first, end) of `count`, of those that were asked for. Fails if there are none.
struct FrameRange {
  std::size_t first = 0, end = 0;
};
FrameRange WantedFrames(const ImageInfo* image_info, std::size_t count);

}  // namespace lodestone::coders
LS_CODER_API_END
