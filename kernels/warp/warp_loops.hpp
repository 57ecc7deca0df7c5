// The functions of places that have loops of their own; see warp_cpu.hpp.
#pragma once

#include <cstddef>

namespace lodestone::kernels {

struct WarpWork;

void ArcBand(const WarpWork& work, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
