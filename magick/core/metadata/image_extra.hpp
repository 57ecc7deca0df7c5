// What an image has besides its public members.
#pragma once

#include "magick/image.h"

struct _ImageExtra {
  // Masks of its own; null: none.
  Image* clip_mask = nullptr;       // protects samples where its own are MaxRGB
  Image* composite_mask = nullptr;  // its red says how much of the new pixel is taken
  unsigned long milliseconds = 0;   // frame_time.hpp
  bool exif_is_unwanted = false;    // somebody has removed it
};
