// Settings of drawing that are destroyed with their handle.
#pragma once

#include <new>
#include <string>

#include "base/owner.hpp"
#include "magick/render.h"
#include "magick/utility.h"

namespace lodestone {

using DrawInfoHandle = Owner<DrawInfo, DestroyDrawInfo>;

// A copy; throws std::bad_alloc.
inline DrawInfoHandle CopyOf(const DrawInfo& info) {
  DrawInfoHandle copy(CloneDrawInfo(nullptr, &info));
  if (!copy) throw std::bad_alloc();
  return copy;
}

// Replaces a string that an object of the interface owns; throws std::bad_alloc.
inline void SetText(char** to, const std::string& text) {
  if (CloneString(to, text.c_str()) == MagickFail) throw std::bad_alloc();
}

}  // namespace lodestone
