// Decoding of baseline JPEG files on the threads of the CPU, sample for sample as libjpeg-turbo:
// JDCT_ISLOW and fancy upsampling.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "kernels/jpeg/color.hpp"
#include "kernels/jpeg/frame.hpp"

namespace lodestone::kernels {

// Memory of the samples that decoding has at once, a few rows of MCUs.
JpegLayout LayOutForDecoding(const JpegFrame& frame);

// Memory of coefficients that decoding has at once, at most, for a file of so many bytes.
std::size_t JpegCoefficientBytes(std::size_t file_bytes);

// Takes rows [begin, end) of the result, which JpegBand can now write, in turn from the first one
// on.
using JpegTake =
    std::function<void(const JpegSamples& samples, std::size_t begin, std::size_t end)>;

// Decodes what follows the markers. Null, or why libjpeg has to decode the file instead, with all
// of its rows. What `take` throws is passed on. Throws std::bad_alloc.
const char* DecodeJpeg(std::span<const std::uint8_t> data, const JpegFrame& frame,
                       const JpegLayout& layout, const JpegTake& take);

}  // namespace lodestone::kernels
