// Attributes of the image that is read; profiles.hpp has profiles.
#pragma once

#include <new>

#include "magick/core/metadata/metadata.hpp"

namespace lodestone::coders {

// SetPlainAttribute that throws if there is no memory.
inline void StoreText(Image* image, const char* key, const char* value) {
  const bool set = SetPlainAttribute(image, key, value) != MagickFail;
  if (!set && value != nullptr && *key != '\0') throw std::bad_alloc();
}

}  // namespace lodestone::coders
