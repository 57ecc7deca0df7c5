// Images of black and white alone.
#pragma once

#include <vector>

#include "base/coder_api.hpp"
#include "coders/common/byte_cursor.hpp"

LS_CODER_API_BEGIN
namespace lodestone::coders {

// A copy of the image with a colormap of two colours, as SetImageType makes it.
class BilevelCopy {
 public:
  explicit BilevelCopy(Image* image);
  const Image* get() const { return copy_.get(); }

 private:
  ImageOwner copy_;
};

// Which colours of a bilevel image count as white: the lighter one of two, else the light ones.
class WhiteIndexes {
 public:
  explicit WhiteIndexes(const Image* image);
  // One bit a pixel, set for white, the first in the highest bit; unused bits are 0.
  void Pack(const IndexPacket* indexes, std::size_t count, std::uint8_t* bits) const;

 private:
  std::vector<bool> white_;
};

// All pixels of an image from rows of such bits, and to them. `bits` holds all rows.
void ReadWhiteBits(ByteSpan bits, std::size_t row_bytes, Image* image, ExceptionInfo* exception);
// Bytes of a row behind its bits are 0.
void WriteWhiteBits(Image* image, std::size_t row_bytes);

}  // namespace lodestone::coders
LS_CODER_API_END
