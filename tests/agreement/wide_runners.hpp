// How the agreement suite calls blurs by kernels that are series of cosines.
#pragma once

#include "tests/agreement/runners.hpp"

namespace lodestone::test {

Operation BlurringWidely();

}  // namespace lodestone::test
