// Keys of random numbers; see kernels/common/philox.h.
#pragma once

#include <array>
#include <cstdint>

namespace lodestone {

using RandomKey = std::array<std::uint32_t, 2>;

// The key of the next operation that needs random numbers: one after another from the seed, if
// there is one, else unpredictable. Threads: any.
RandomKey NextRandomKey();

}  // namespace lodestone
