// The programs that were compiled when the module was built.
#pragma once

#include <string_view>
#include <vector>

namespace lodestone::accel::gpu::cuda {

// The image to load for a program: a cubin for that architecture (10 * major + minor) where one
// fits, else PTX, text that ends in NUL. Empty: that program was not compiled ahead.
std::vector<unsigned char> ImageOf(std::string_view source, std::string_view options,
                                   unsigned architecture);

}  // namespace lodestone::accel::gpu::cuda
