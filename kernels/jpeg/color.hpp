// From the decoded samples of components to pixels: upsampling and colour, as libjpeg-turbo's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/quantum.hpp"
#include "kernels/jpeg/frame.hpp"

namespace lodestone::kernels {

struct JpegPixels {
  const JpegFrame& frame;
  const JpegLayout& layout;
  const std::uint8_t* planes;
  DestinationView destination;  // one sample a pixel if there is one component
};

// Rows [begin, end) of the destination.
void JpegBand(const JpegPixels& pixels, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
