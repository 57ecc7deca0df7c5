// The pixels that a view holds.
#pragma once

#include <cstddef>

#include "magick/image.h"

namespace lodestone {

struct SelectedArea {
  PixelPacket* pixels = nullptr;   // null: none
  IndexPacket* indexes = nullptr;  // null unless the image has them
  std::size_t count = 0;
  bool writable = false;  // got or set, not acquired
};

// Of the default view of the calling thread.
SelectedArea SelectedAreaOf(const Image* image);
SelectedArea SelectedAreaOf(const ViewInfo* view);

}  // namespace lodestone
