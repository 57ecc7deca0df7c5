// What the library needs in addition to the C allocation functions.
#pragma once

#include "base/owner.hpp"
#include "magick/memory.h"

namespace lodestone {

// True while MagickAllocFunctions has replaced the C library's allocator.
bool IsAllocatorReplaced();

template <class T>
using MagickPtr = Owner<T, MagickFree>;

}  // namespace lodestone
