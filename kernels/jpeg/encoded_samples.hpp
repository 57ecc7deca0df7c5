// From pixels to the samples of components that are encoded: colour and downsampling, as
// libjpeg-turbo's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/quantum.hpp"
#include "kernels/jpeg/encoded_mcus.hpp"
#include "kernels/jpeg/jpeg.h"

namespace lodestone::kernels {

struct JpegSource {
  const MagickAccelerateEncoding& encoding;
  const JpegMcus& mcus;
  SourceView pixels;  // one sample a pixel if there is one component
};

// MCUs of one row.
struct JpegChunk {
  std::size_t row, first, count;  // at most kJpegChunk
};

// The samples of all components where `mcus` has them, beyond the image's edges too. Some MCUs more
// are filled up.
void TakeJpegSamples(const JpegSource& source, const JpegChunk& chunk, std::uint8_t* samples);

}  // namespace lodestone::kernels
