#include "coders/common/palette_rows.hpp"

namespace lodestone::coders {

namespace {

template <unsigned kBits>
void Unpack(const std::uint8_t* packed, std::size_t count, std::uint8_t* values) {
  constexpr std::size_t kPerByte = 8 / kBits;
  constexpr unsigned kMask = (1u << kBits) - 1;
  const auto unpack = [&](std::size_t values_here) {
    for (std::size_t i = 0; i < values_here; ++i)
      *values++ = static_cast<std::uint8_t>(*packed >> (8 - kBits * (i + 1)) & kMask);
    ++packed;
  };
  for (std::size_t i = 0; i < count / kPerByte; ++i) unpack(kPerByte);
  if (count % kPerByte != 0) unpack(count % kPerByte);
}

}  // namespace

void UnpackBits(const std::uint8_t* packed, unsigned bits, std::size_t count,
                std::uint8_t* values) {
  switch (bits) {
    case 1:
      return Unpack<1>(packed, count, values);
    case 2:
      return Unpack<2>(packed, count, values);
    case 4:
      return Unpack<4>(packed, count, values);
    default:
      std::copy_n(packed, count, values);
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
