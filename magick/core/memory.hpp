// What the library needs of the C allocation functions beside themselves.
#pragma once

#include <memory>

#include "magick/memory.h"

namespace lodestone {

// True while MagickAllocFunctions has another allocator than the C library's in place.
bool IsAllocatorReplaced();

struct MagickDeleter {
  void operator()(void* memory) const { MagickFree(memory); }
};

template <class T>
using MagickPtr = std::unique_ptr<T, MagickDeleter>;

}  // namespace lodestone
