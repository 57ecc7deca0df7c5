// Owners for memory that came from the C allocation functions.
#pragma once

#include <memory>

#include "magick/memory.h"

namespace lodestone {

struct MagickDeleter {
  void operator()(void* memory) const { MagickFree(memory); }
};

template <class T>
using MagickPtr = std::unique_ptr<T, MagickDeleter>;

}  // namespace lodestone
