// A distance beyond any image.
#pragma once

#include <limits>

namespace lodestone {

// Larger images are refused in any case. A few of these can still be added.
inline constexpr long kFarAway = std::numeric_limits<long>::max() >> (sizeof(long) > 4 ? 31 : 2);

}  // namespace lodestone
