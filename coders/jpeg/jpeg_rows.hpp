// The pixels of a file whose header libjpeg has read.
#pragma once

#include "coders/jpeg/jpeg.hpp"
#include "kernels/jpeg/jpeg.h"

namespace lodestone::coders {

// start: where the file begins in the blob. Whether libjpeg decoded them, and so has to finish;
// else `decoded`, unless it is null, is filled in.
bool ReadJpegRows(JpegClient& client, j_decompress_ptr info, Image* image, magick_off_t start,
                  MagickAccelerateDecoded* decoded, ExceptionInfo* exception);

}  // namespace lodestone::coders
