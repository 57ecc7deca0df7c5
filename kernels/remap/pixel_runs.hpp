// Maps of columns or rows, divided into runs that can be copied as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lodestone::kernels {

// In maps: the constant pixel (MAGICK_ACCELERATE_CONSTANT).
inline constexpr std::uint32_t kConstantPixel = 0xffffffffu;

enum class RunKind {
  kForward,   // neighbours in the source, in their order
  kBackward,  // neighbours, reversed
  kConstant,  // the constant pixel
  kScattered  // anywhere in the source
};

// Entries [begin, end) of a map.
struct PixelRun {
  RunKind kind;
  std::size_t begin, end;
};

// The runs that cover map[0 ... count - 1], in their order. Throws std::bad_alloc.
std::vector<PixelRun> FindRuns(const std::uint32_t* map, std::size_t count);

}  // namespace lodestone::kernels
