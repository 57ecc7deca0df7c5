// Rows of file samples that are only moved and widened, by vectors.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/coder_api.hpp"
#include "coders/common/sample_format.hpp"
#include "magick/image.h"

LS_CODER_API_BEGIN
namespace lodestone::coders {

// Converts runs of bytes to quanta, and back.
void WidenBytes(const std::uint8_t* bytes, std::size_t count, Quantum* quanta);
void NarrowQuanta(const Quantum* quanta, std::size_t count, std::uint8_t* bytes);

// Where among the bytes of a pixel its channels are.
struct ByteOrder {
  static constexpr std::size_t kNone = ~std::size_t{0};
  std::size_t bytes = 3;
  std::size_t red = 0, green = 1, blue = 2;
  std::size_t alpha = kNone;  // then opaque
};

// The order of packets themselves: at 8 bits such bytes may be in the place of the packets.
ByteOrder PacketOrder(bool alpha);

// Sets all channels of `count` pixels.
void ImportBytes(const ByteOrder& order, const std::uint8_t* bytes, std::size_t count,
                 PixelPacket* pixels);

// As ImportRow and ExportRow, ImportGraySamples and ExportGraySamples, without a table. False, with
// nothing done: for other channels, and for samples of 16 bits if quanta have 8.
bool PlaceRow(const SampleFormat& format, const std::uint8_t* source, std::size_t count,
              PixelPacket* pixels, IndexPacket* indexes);
bool TakeRow(const SampleFormat& format, const PixelPacket* pixels, std::size_t count, bool matte,
             std::uint8_t* destination);
bool PlaceSamples(const SampleFormat& format, const std::uint8_t* source, std::size_t count,
                  Quantum* quanta);
bool TakeSamples(const SampleFormat& format, const Quantum* quanta, std::size_t count,
                 std::uint8_t* destination);

}  // namespace lodestone::coders
LS_CODER_API_END
