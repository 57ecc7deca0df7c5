// The 256 bins into which samples are sorted to choose colours, each as wide as the others, and as
// in GraphicsMagick.
#pragma once

#include "magick/image.h"

namespace lodestone {

inline int BinOf(Quantum sample) {
  return static_cast<int>(sample / (MaxRGB / 255U));
}

}  // namespace lodestone
