// Pixels of the images of a Photoshop document.
#pragma once

#include "coders/psd/psd_channels.hpp"

namespace lodestone::coders {

// The channels of an image; those that are null are missing.
struct PsdImage {
  PsdPlane plane;
  std::vector<const PsdChannel*> colors;
  const PsdChannel* alpha = nullptr;
  unsigned opacity = 255;  // of all pixels
  bool on_white = false;   // colours are blended with it
};

// Fills an image whose type, size and colormap are set.
void ReadPsdPixels(const PsdHeader& header, const PsdImage& source, Image* image,
                   ExceptionInfo* exception);

}  // namespace lodestone::coders
