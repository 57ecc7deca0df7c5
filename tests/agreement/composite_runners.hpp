// How the agreement suite composes images.
#pragma once

#include "tests/agreement/runners.hpp"

namespace lodestone::agreement {

// An operator for each variety.
Operation CompositionOnImages();

}  // namespace lodestone::agreement
