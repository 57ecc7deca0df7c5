// From the decoded samples of components to pixels: upsampling and colour, as libjpeg-turbo's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/quantum.hpp"
#include "kernels/jpeg/frame.hpp"

namespace lodestone::kernels {

struct JpegSamples {
  const JpegFrame& frame;
  const JpegLayout& layout;
  const std::uint8_t* planes;
};

// Rows [begin, end) of the destination, which has one sample a pixel if there is one component.
void JpegBand(const JpegSamples& samples, const DestinationView& destination, std::size_t begin,
              std::size_t end);

}  // namespace lodestone::kernels
