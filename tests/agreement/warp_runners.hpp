// How the agreement suite calls warps, shears and noise.
#pragma once

#include "tests/agreement/runners.hpp"

namespace lodestone::test {

// A function of places, and a distribution of noise, for each variety.
Operation Warping();
Operation AddingNoise();
// Shears of columns and rows, and rotations, which are three of them.
Operation Shearing();

}  // namespace lodestone::test
