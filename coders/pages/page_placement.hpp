// Where an image lies on its page.
#pragma once

#include "coders/common/coder.hpp"

namespace lodestone::coders {

// In points, of which 72 are an inch, from the lower left corner.
struct PagePlacement {
  double page_width = 0, page_height = 0;
  double x = 0, y = 0, width = 0, height = 0;
};

// As large as -density says, else the image's resolution, else 72 pixels an inch. With -page, the
// image is fitted to that size.
PagePlacement PlaceOnPage(const ImageInfo* image_info, const Image* image);

}  // namespace lodestone::coders
