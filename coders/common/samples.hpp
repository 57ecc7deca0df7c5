// Conversion between rows of file samples and rows of pixels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/coder_api.hpp"
#include "coders/common/placed_rows.hpp"
#include "coders/common/sample_format.hpp"
#include "magick/colorspace.h"
#include "magick/image.h"

LS_CODER_API_BEGIN
namespace lodestone::coders {

// A 16-bit sample as a quantum: kept at 16 bits, rounded to nearest at 8.
inline Quantum QuantumFromShort(unsigned value) {
#if QuantumDepth == 8
  return static_cast<Quantum>((value * 255u + 32895u) >> 16);
#else
  return static_cast<Quantum>(value);
#endif
}

inline Quantum QuantumFromByte(unsigned value) {
  return static_cast<Quantum>(ScaleCharToQuantum(value));
}

// A value of the range 0..max as a quantum, rounded to nearest.
inline Quantum QuantumFromRange(std::uint32_t value, std::uint32_t max) {
  return static_cast<Quantum>(MaxRGBDouble * value / max + 0.5);
}

// The quantum divided by 257 and rounded to nearest, as ScaleQuantumToChar does, without a
// division.
inline std::uint8_t ByteFromQuantum(Quantum value) {
#if QuantumDepth == 8
  return value;
#else
  const std::uint32_t above = value + 128u;
  return static_cast<std::uint8_t>((above - (above >> 8)) >> 8);
#endif
}

inline std::uint16_t ShortFromQuantum(Quantum value) {
  return static_cast<std::uint16_t>(ScaleQuantumToShort(value));
}

inline Quantum Intensity(const PixelPacket& pixel) {
  return static_cast<Quantum>(PixelIntensityRec601(&pixel));
}

inline bool IsGrayPixel(const PixelPacket& pixel) {
  return pixel.red == pixel.green && pixel.green == pixel.blue;
}

inline bool IsMonochromePixel(const PixelPacket& pixel) {
  return IsGrayPixel(pixel) && (pixel.red == 0 || pixel.red == MaxRGB);
}

// Samples that do not use their full range are converted by a table of quanta, one for each value
// (its last entry also serves values beyond it).
using SampleTable = std::vector<Quantum>;
SampleTable MakeSampleTable(std::uint32_t max_value);

// Fills `count` pixels from `source`. Single planes change their own channel only; all other
// formats set all channels. `indexes` receives the alpha of CMYK, and may be null. `table` may be
// null: samples then use all their bits.
void ImportRow(const SampleFormat& format, const std::uint8_t* source, std::size_t count,
               PixelPacket* pixels, IndexPacket* indexes, const SampleTable* table);

// The same for kGray and one-sample pixels.
void ImportGraySamples(const SampleFormat& format, const std::uint8_t* source, std::size_t count,
                       Quantum* samples, const SampleTable* table);
void ExportGraySamples(const SampleFormat& format, const Quantum* samples, std::size_t count,
                       std::uint8_t* destination);

// Writes `count` pixels to `destination`; `indexes` holds the alpha of CMYK, null if there is none.
void ExportRow(const SampleFormat& format, const PixelPacket* pixels, const IndexPacket* indexes,
               std::size_t count, bool matte, std::uint8_t* destination);

}  // namespace lodestone::coders
LS_CODER_API_END
