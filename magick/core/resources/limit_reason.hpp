// What to tell when a limit refuses something.
#pragma once

#include <string>

#include "base/coder_api.hpp"
#include "magick/resource.h"

namespace lodestone {

// "Image pixel width limit exceeded (see -limit Width): 2000x2000, the limit is 1000P". `wanted`
// may be "".
LS_CODER_API std::string LimitReason(ResourceType type, const std::string& wanted = "");

}  // namespace lodestone
