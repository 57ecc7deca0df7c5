// How the agreement suite calls functions of windows.
#pragma once

#include "tests/agreement/runners.hpp"

namespace lodestone::test {

// One of them for each variety.
Operation FunctionsOfWindows();

}  // namespace lodestone::test
