// Colours that a file names by numbers, as ITU-T H.273 has them: the attribute "CICP".
#pragma once

#include "base/coder_api.hpp"
#include "magick/image.h"

LS_CODER_API_BEGIN
namespace lodestone {

inline constexpr char kCicpKey[] = "CICP";

struct Cicp {
  unsigned primaries = 1, transfer = 13, matrix = 6;

  // What programs take an image for that says nothing: sRGB, and BT.709, for which they do the
  // same.
  bool IsPlain() const;
};

// The attribute, or sRGB.
Cicp CicpOf(const Image* image);

}  // namespace lodestone
LS_CODER_API_END
