// What the parts of a written picture share.
#pragma once

#include "coders/pict/pict.hpp"

namespace lodestone::coders {

// How pixels are written.
struct PictForm {
  bool indexed = false;
  bool alpha = false;
  std::size_t row_bytes = 0;  // an even number
  std::size_t samples = 0;    // of a row as it is packed
};
// Fails if the image is too large for the format.
PictForm PictFormOf(const Image* image);

// A rectangle as large as the image.
void PutPictFrame(const Image* image, ByteSink& sink);
// Pixels per inch, in 65536ths.
void PutPictResolution(const Image* image, ByteSink& sink);
// The command with the description of the pixels, and they themselves.
void PutPictMap(const PictForm& form, Image* image, ByteSink& sink);

}  // namespace lodestone::coders
