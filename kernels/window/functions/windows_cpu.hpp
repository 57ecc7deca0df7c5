// Functions of the pixels of windows.
#pragma once

#include <cstddef>

#include "kernels/window/functions/windows_work.hpp"

namespace lodestone::kernels {

// Computes destination rows [begin, end), or fewer if told to stop. Throws std::bad_alloc.
void WindowsBand(const WindowsWork& work, std::size_t begin, std::size_t end, const RowDone& done);

// Approximate number of operations on single samples.
double WindowsOperations(const WindowsWork& work);

}  // namespace lodestone::kernels
