// How the agreement suite calls warps and noise.
#pragma once

#include "tests/agreement/runners.hpp"

namespace lodestone::agreement {

// A function of places, and a distribution of noise, for each variety.
Operation Warping();
Operation AddingNoise();

}  // namespace lodestone::agreement
