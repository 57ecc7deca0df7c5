#include "coders/common/palette_rows.hpp"

namespace lodestone::coders {

void UnpackBits(const std::uint8_t* packed, unsigned bits, std::size_t count,
                std::uint8_t* values) {
  if (bits == 8) {
    std::copy_n(packed, count, values);
    return;
  }
  const std::size_t per_byte = 8 / bits;
  const unsigned mask = (1u << bits) - 1;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t shift = 8 - bits * (i % per_byte + 1);
    values[i] = static_cast<std::uint8_t>(packed[i / per_byte] >> shift & mask);
  }
}

void PackBits(const std::uint8_t* values, unsigned bits, std::size_t count, std::uint8_t* packed) {
  if (bits == 8) {
    std::copy_n(values, count, packed);
    return;
  }
  std::fill_n(packed, PackedBytes(count, bits), std::uint8_t{0});
  const std::size_t per_byte = 8 / bits;
  const unsigned mask = (1u << bits) - 1;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t shift = 8 - bits * (i % per_byte + 1);
    packed[i / per_byte] |= static_cast<std::uint8_t>((values[i] & mask) << shift);
  }
}

void PaletteRows::Put(std::size_t y, const std::uint8_t* values) {
  PixelPacket* pixels = target_.Row(y);
  IndexPacket* indexes = target_.IndexRow(y);
  for (std::size_t x = 0; x < target_.columns; ++x) {
    const bool valid = values[x] < image_->colors;
    invalid_ = invalid_ || !valid;
    indexes[x] = valid ? values[x] : IndexPacket{0};
    pixels[x] = image_->colormap[indexes[x]];
  }
}

void PaletteRows::Finish(ExceptionInfo* exception) const {
  if (!invalid_) return;
  Report(exception, CorruptImageWarning, "Colormap index exceeds the colormap", image_->filename);
}

void NarrowIndexes(const IndexPacket* indexes, std::size_t count, std::uint8_t* values) {
  for (std::size_t x = 0; x < count; ++x) {
    values[x] = static_cast<std::uint8_t>(std::min<unsigned>(indexes[x], 255));
  }
}

}  // namespace lodestone::coders
