#include "kernels/window/border.hpp"

#include <algorithm>

namespace lodestone::kernels {
namespace {

constexpr std::int64_t PositiveModulo(std::int64_t position, std::int64_t period) {
  const std::int64_t rest = position % period;
  return rest < 0 ? rest + period : rest;
}

std::int64_t Mirrored(std::int64_t position, std::int64_t size) {
  const std::int64_t phase = PositiveModulo(position, size);
  return position < 0 && phase == 0 ? 0 : size - 1 - phase;
}

std::int64_t Reflected(std::int64_t position, std::int64_t size) {
  if (size == 1) return 0;
  const std::int64_t period = 2 * (size - 1);
  const std::int64_t phase = PositiveModulo(position, period);
  return std::min(phase, period - phase);
}

std::vector<std::uint32_t> MapAxis(Border border, std::uint32_t size, std::uint32_t before,
                                   std::uint32_t after) {
  std::vector<std::uint32_t> map;
  map.reserve(std::size_t{before} + size + after);
  for (std::int64_t i = -std::int64_t{before}; i < std::int64_t{size} + after; ++i) {
    const std::int64_t source = BorderIndex(border, i, size);
    map.push_back(source < 0 ? kConstantPixel : static_cast<std::uint32_t>(source));
  }
  return map;
}

}  // namespace

std::int64_t BorderIndex(Border border, std::int64_t position, std::int64_t size) {
  if (position >= 0 && position < size) return position;
  switch (border) {
    case Border::kConstant:
      return -1;
    case Border::kMirror:
      return Mirrored(position, size);
    case Border::kReflect101:
      return Reflected(position, size);
    case Border::kTile:
      return PositiveModulo(position, size);
    default:
      return position < 0 ? 0 : size - 1;
  }
}

BorderMap BuildBorderMap(Border border, std::uint32_t columns, std::uint32_t rows,
                         const Reach& reach) {
  return {reach.left,
          reach.right,
          reach.top,
          reach.bottom,
          MapAxis(border, columns, reach.left, reach.right),
          MapAxis(border, rows, reach.top, reach.bottom)};
}

}  // namespace lodestone::kernels
