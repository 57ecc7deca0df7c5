// The pixels of a file whose header libjpeg has read.
#pragma once

#include "coders/jpeg/jpeg.hpp"

namespace lodestone::coders {

// start: where the file begins in the blob. Whether libjpeg decoded them, and so has to finish.
bool ReadJpegRows(JpegClient& client, j_decompress_ptr info, Image* image, magick_off_t start,
                  ExceptionInfo* exception);

}  // namespace lodestone::coders
