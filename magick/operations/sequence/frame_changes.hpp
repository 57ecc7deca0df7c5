// Where the frames of an animation, all of one size, differ.
#pragma once

#include <algorithm>

#include "magick/image.h"

namespace lodestone {

// Columns [left, right] and rows [top, bottom]; nothing at first.
struct Bounds {
  unsigned long left = ~0ul, right = 0, top = ~0ul, bottom = 0;

  bool empty() const { return left > right; }
  void Add(const Bounds& other) {
    left = std::min(left, other.left);
    right = std::max(right, other.right);
    top = std::min(top, other.top);
    bottom = std::max(bottom, other.bottom);
  }
};

// Where colours or opacities are further apart than the fuzz of `after`. False with *exception set
// if the pixels cannot be read.
bool FindChange(const Image* before, const Image* after, Bounds* bounds, ExceptionInfo* exception);

// Where what is below has to be cleared before the frame after is laid over it.
bool FindCleared(const Image* before, const Image* after, Bounds* bounds, ExceptionInfo* exception);

}  // namespace lodestone
