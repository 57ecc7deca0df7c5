// Decoders that give rows one after another: while they decode on, other threads turn the rows
// that they have finished into pixels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "base/coder_api.hpp"
#include "coders/common/coder.hpp"

LS_CODER_API_BEGIN
namespace lodestone::coders {

// Rows that are decoded one after the other: `first` is the number of the first one, counted as
// they come, and `bytes` the memory of `count` such.
struct DecodedBand {
  std::uint8_t* bytes = nullptr;
  std::size_t first = 0;
  std::size_t count = 0;
};

// Calls decode(band) for all rows of the image in turn, and convert(band) for each band once it is
// decoded, on any thread and in any order. decode may throw: all conversions are done by then.
// convert must not. Memory of a few bands is counted against the limit.
void DecodeBands(const Image* image, std::size_t row_bytes, ExceptionInfo* exception,
                 const std::function<void(const DecodedBand&)>& decode,
                 const std::function<void(const DecodedBand&)>& convert);

}  // namespace lodestone::coders
LS_CODER_API_END
