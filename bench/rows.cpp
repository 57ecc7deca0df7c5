#include "bench/rows.hpp"

#include <algorithm>
#include <cmath>

namespace lodestone::bench {

const std::vector<Row>& Rows() {
  using enum Operation;
  using enum Goal;
  // clang-format off
  static const auto& rows = *new std::vector<Row>{
      {"lanczos-25", "Lanczos to 25%", kLanczos, 0.25, false, kBeatPeers, 3, {18.0, 56}, 1},
      {"lanczos-50", "Lanczos to 50%", kLanczos, 0.50, false, kBeatPeers, 3, {20.8, 75}, 1},
      {"catmull-rom-25", "Catmull-Rom to 25%", kCatmullRom, 0.25, false, kBeatPeers, 2, {10.7, 40}, 1},
      {"mitchell-150", "Mitchell to 150%", kMitchell, 1.50, false, kBeatPeers, 2, {54, 174}, 1},
      {"scale-25", "Scale (area) to 25%", kArea, 0.25, false, kMemorySpeed, 0.5, {5.2, 17.8}, 1},
      {"scale-50", "Scale (area) to 50%", kArea, 0.50, false, kMemorySpeed, 0.5, {0, 0}, 1},
      {"scale-37", "Scale (area) to 37%", kArea, 0.37, false, kBeatPeers, 0.5, {7.9, 22.8}, 1},
      {"lanczos-25-alpha", "Lanczos to 25%, alpha", kLanczos, 0.25, true, kNearOpaque, 3, {0, 0}, 1},
      {"scale-25-alpha", "Scale (area) to 25%, alpha", kArea, 0.25, true, kNearOpaque, 0.5, {0, 0}, 1},
  };
  // clang-format on
  return rows;
}

unsigned Scaled(unsigned size, double factor) {
  return static_cast<unsigned>(std::max(1L, std::lround(size * factor)));
}

}  // namespace lodestone::bench
