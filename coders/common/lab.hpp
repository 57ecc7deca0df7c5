// CIE L*a*b* as files have it.
#pragma once

#include <array>

#include "base/coder_api.hpp"
#include "magick/image.h"

LS_CODER_API_BEGIN
namespace lodestone::coders {

// Makes an opaque sRGB pixel of L* (0 to 100), a* and b*, relative to D50.
void StoreLab(const std::array<double, 3>& lab, PixelPacket& pixel);

}  // namespace lodestone::coders
LS_CODER_API_END
