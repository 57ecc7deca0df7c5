// How coders draw.
#pragma once

#include <new>

#include "magick/operations/draw/draw_handle.hpp"

namespace lodestone::coders {

// The settings of the command line: font, size, density, and the pen as the fill.
inline DrawInfoHandle DrawSettings(const ImageInfo* image_info) {
  DrawInfoHandle settings(CloneDrawInfo(image_info, nullptr));
  if (settings == nullptr) throw std::bad_alloc();
  settings->fill = image_info->pen;
  return settings;
}

}  // namespace lodestone::coders
