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

// Bytes in the order of a packet; the fourth is alpha, or counts for nothing. At 8 bits they may be
// the packets.
void ImportPackets(const std::uint8_t* bytes, std::size_t count, bool alpha, PixelPacket* pixels);

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
