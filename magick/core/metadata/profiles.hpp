// The profiles of an image one after the other; unlike ImageProfileIterator this needs no memory.
#pragma once

#include <cstddef>
#include <optional>

#include "magick/image.h"

namespace lodestone {

// Valid as long as the image's profiles are not changed.
struct ProfileView {
  const char* name;
  const unsigned char* data;
  std::size_t length;
};

// Nothing if the image has no more than `index`.
std::optional<ProfileView> ProfileAt(const Image* image, std::size_t index);

}  // namespace lodestone
