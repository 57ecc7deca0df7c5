// How the agreement suite calls operations on two images.
#pragma once

#include "tests/agreement/runners.hpp"

namespace lodestone::test {

// An operator for each variety.
Operation CompositionOnImages();

// Cubes of two sizes, grey ones for grey images.
Operation LookingUpInCubes();

}  // namespace lodestone::test
