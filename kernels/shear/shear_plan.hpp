// How lines move when an image is sheared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lodestone::kernels {

// Sides of canvases: a position and a displacement can be added in 32 bits.
inline constexpr std::int64_t kMaxShearSide = std::int64_t{1} << 30;

// The numbers of `count` lines, as kernels/shear/shear.h says. Each moves by `slope` more than the
// one before it, towards higher positions; that in the middle does not move. Throws std::bad_alloc.
std::vector<std::int32_t> PlanLines(std::size_t count, double slope);

}  // namespace lodestone::kernels
