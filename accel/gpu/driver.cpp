#include "accel/gpu/driver.hpp"

#include <algorithm>

namespace lodestone::accel::gpu {
namespace {

size_t GreatestDivisor(size_t number, size_t most) {
  size_t divisor = std::min(number, most);
  while (number % divisor != 0) --divisor;
  return divisor;
}

}  // namespace

Problem NoImages() {
  return {MagickAccelerateFailed, MagickAccelerateUnsupported, "the device has no image objects"};
}

Grid Grid::Grouped() const {
  if (group[0] != 0) return *this;
  constexpr size_t kColumns = 32, kItems = 128;
  const size_t columns = GreatestDivisor(items[0], kColumns);
  return {{items[0], items[1]}, {columns, GreatestDivisor(items[1], kItems / columns)}};
}

}  // namespace lodestone::accel::gpu
