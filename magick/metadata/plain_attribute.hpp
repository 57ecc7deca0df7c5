// Attributes as files have them.
#pragma once

#include "base/coder_api.hpp"
#include "magick/image.h"

LS_CODER_API_BEGIN
namespace lodestone {

// SetImageAttribute without its escapes in comments and labels: what a file says is no format.
MagickPassFail SetPlainAttribute(Image* image, const char* key, const char* value);

}  // namespace lodestone
LS_CODER_API_END
