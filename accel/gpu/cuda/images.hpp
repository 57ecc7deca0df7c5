// Programs that the build has compiled.
#pragma once

#include <string_view>
#include <vector>

#include "accel/gpu/programs/archive.hpp"

namespace lodestone::accel::gpu::cuda {

constexpr unsigned kPtx = kAnyArchitecture;

// Cubins run on their architecture and on later ones of the same generation.
constexpr bool Runs(unsigned cubin, unsigned architecture) {
  return cubin / 10 == architecture / 10 && cubin <= architecture;
}

// The image to load for a program: a cubin for that architecture (10 * major + minor) where one
// fits, else PTX, text that ends in NUL. Empty: that program was not compiled ahead. options: as
// BuildOptions gives them for a device without options of its own. Takes about a millisecond.
// Thread-safety: any.
std::vector<unsigned char> ImageOf(std::string_view source, std::string_view options,
                                   unsigned architecture);

}  // namespace lodestone::accel::gpu::cuda
