// How long a frame of an animation is shown. Images have hundredths of a second; files that count
// milliseconds keep them, as long as nobody sets another delay.
#pragma once

#include "magick/core/metadata/image_extra.hpp"
#include "magick/image.h"

namespace lodestone {

inline unsigned long Hundredths(unsigned long milliseconds) {
  return milliseconds / 10 + (milliseconds % 10 >= 5 ? 1 : 0);
}

inline void SetFrameMilliseconds(Image* image, unsigned long milliseconds) {
  image->delay = Hundredths(milliseconds);
  image->extra->milliseconds = milliseconds;
}

// At most `most`.
inline unsigned long FrameMilliseconds(const Image* image, unsigned long most) {
  const unsigned long exact = image->extra->milliseconds;
  if (Hundredths(exact) == image->delay) return exact < most ? exact : most;
  return image->delay < most / 10 ? image->delay * 10 : most;
}

inline void CopyFrameTime(const Image* from, Image* to) {
  to->delay = from->delay;
  to->extra->milliseconds = from->extra->milliseconds;
}

}  // namespace lodestone
