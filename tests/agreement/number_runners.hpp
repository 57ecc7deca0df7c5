// How the agreement suite calls the operations whose results are numbers.
#pragma once

#include "tests/agreement/runners.hpp"

namespace lodestone::test {

Operation CountingSamples();
Operation FindingBounds();

}  // namespace lodestone::test
