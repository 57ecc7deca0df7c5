// Attributes and profiles of the image that is read.
#pragma once

#include <cerrno>
#include <cstddef>
#include <new>

#include "magick/metadata/plain_attribute.hpp"
#include "magick/profile.h"

namespace lodestone::coders {

// SetPlainAttribute that throws if there is no memory.
inline void StoreText(Image* image, const char* key, const char* value) {
  const bool set = SetPlainAttribute(image, key, value) != MagickFail;
  if (!set && value != nullptr && *key != '\0') throw std::bad_alloc();
}

// SetImageProfile that does; one that is too large is left out.
inline void StoreProfile(Image* image, const char* name, const unsigned char* data,
                         std::size_t length) {
  errno = 0;
  if (SetImageProfile(image, name, data, length) == MagickFail && errno == ENOMEM)
    throw std::bad_alloc();
}

}  // namespace lodestone::coders
