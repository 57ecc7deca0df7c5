// Baseline files are decoded by this library's own code on all threads, and give libjpeg's samples.
#pragma once

#include <cstdint>
#include <span>

#include "coders/jpeg/jpeg.hpp"
#include "kernels/jpeg/decode.hpp"

namespace lodestone::coders {

// Decodes a file, from its first marker on, whose header libjpeg has read, and gives rows to
// `take`. If it returns false, libjpeg has to decode the file, with all of its rows; the log of the
// coder says why.
bool DecodeBaselineJpeg(const jpeg_decompress_struct& info, std::span<const std::uint8_t> file,
                        const kernels::JpegTake& take);

}  // namespace lodestone::coders
