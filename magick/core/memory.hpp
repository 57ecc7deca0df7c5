// What the library needs in addition to the C allocation functions.
#pragma once

#include <memory>

#include "magick/memory.h"

namespace lodestone {

// True while MagickAllocFunctions has replaced the C library's allocator.
bool IsAllocatorReplaced();

struct MagickDeleter {
  void operator()(void* memory) const { MagickFree(memory); }
};

template <class T>
using MagickPtr = std::unique_ptr<T, MagickDeleter>;

}  // namespace lodestone
