// Rows of colormap indexes, packed or one per byte.
#pragma once

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

// Unpacks `count` values of 1, 2, 4 or 8 bits each, the first in the highest bits.
void UnpackBits(const std::uint8_t* packed, unsigned bits, std::size_t count, std::uint8_t* values);
// The reverse; unused bits of the last byte are 0.
void PackBits(const std::uint8_t* values, unsigned bits, std::size_t count, std::uint8_t* packed);

constexpr std::size_t PackedBytes(std::size_t count, unsigned bits) {
  return (count * bits + 7) / 8;
}

// Stores rows of a PseudoClass image. Indexes beyond the colormap count as 0.
class PaletteRows {
 public:
  PaletteRows(Image* image, const Pixels& target) : image_(image), target_(target) {}
  void Put(std::size_t y, const std::uint8_t* values);
  // Reports an index beyond the colormap, if there was one, as a warning.
  void Finish(ExceptionInfo* exception) const;

 private:
  Image* image_;
  Pixels target_;
  bool invalid_ = false;
};

// The indexes of a row as bytes; all colours beyond 255 count as 255.
void NarrowIndexes(const IndexPacket* indexes, std::size_t count, std::uint8_t* values);

}  // namespace lodestone::coders
