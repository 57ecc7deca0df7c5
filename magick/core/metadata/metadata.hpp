// What is attached to an image or to settings: profiles, definitions, attributes. (Most of what
// concerns attributes has public functions.)
#pragma once

#include <cstddef>

#include "base/coder_api.hpp"
#include "magick/image.h"

namespace lodestone {

// Gives `to`, which must have none, the profiles of `from`; the bytes are shared. False if out of
// memory.
bool CloneProfiles(const Image& from, Image* to);

// Frees the profiles of the image.
void DestroyProfiles(Image* image);

// Removes the profiles that match one of the patterns, as of ProfileImage.
void RemoveProfiles(Image* image, const char* patterns);

// Gives `to`, which must have none, the definitions of `from`. False if out of memory.
bool CloneDefinitions(const ImageInfo& from, ImageInfo* to);

// Frees the definitions.
void DestroyDefinitions(ImageInfo* image_info);

// Removes the attributes for whose keys that holds.
void RemoveAttributes(Image* image, bool (*is_removed)(const char* key));

// Discards texts that were read from the EXIF profile, because it has changed.
void DropExifAttributes(Image* image);

// Writes the orientation, if it is known, into the EXIF profile, if it contains one. False if out
// of memory.
bool SetExifOrientation(Image* image, OrientationType orientation);

// Makes the orientation in the EXIF profile, if it contains one, that of the image.
void TakeExifOrientation(Image* image);

// Writes the image's orientation into the EXIF profile, which is made if the image is not upright
// and has none. One stays as it is that has no orientation, and is damaged or would get larger than
// `most_bytes`.
enum class ExifChange { kDone, kImpossible, kOutOfMemory };
ExifChange StoreExifOrientation(Image* image, std::size_t most_bytes);

// SetImageAttribute without its escapes in comments and labels: what a file says is no format.
LS_CODER_API MagickPassFail SetPlainAttribute(Image* image, const char* key, const char* value);

}  // namespace lodestone
