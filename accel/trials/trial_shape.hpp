// The sizes of synthetic works.
#pragma once

#include <cstdint>

namespace lodestone::accel {

struct TrialShape {
  std::uint32_t source_columns, source_rows, columns, rows;
};

}  // namespace lodestone::accel
