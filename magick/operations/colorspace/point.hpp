// What operations on single samples have in common: they change an image in place.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "magick/core/calls/operation.hpp"

namespace lodestone {

// A new value for each value of a sample, 0 ... MaxRGB.
using PointTable = std::vector<Quantum>;

// Of values that are rounded and clamped; NaN counts as 0.
PointTable MakePointTable(const std::function<double(Quantum)>& value);

// The sum of the squares of the differences of the colours.
inline std::uint64_t SquaredDistance(const PixelPacket& a, const PixelPacket& b) {
  const auto square = [](Quantum from, Quantum to) {
    const std::int64_t difference = std::int64_t{from} - to;
    return static_cast<std::uint64_t>(difference * difference);
  };
  return square(a.red, b.red) + square(a.green, b.green) + square(a.blue, b.blue);
}

// What becomes of the pixels. Tables, which are not owned, for each sample; null where it stays as
// it is.
struct PointRule {
  const PointTable* red = nullptr;
  const PointTable* green = nullptr;
  const PointTable* blue = nullptr;
  const PointTable* opacity = nullptr;

  // The pixels that change.
  MagickAccelerateSelection selection = MagickAccelerateAllPixels;
  // Colours, which all have tables then, become what these say of the pixel's intensity.
  bool from_intensity = false;
  Quantum low = 0, high = MaxRGB;  // intensities in range, inclusive
  PixelPacket color{};             // to be near
  std::uint64_t distance = 0;      // at most, in squares

  // The same table for all colours.
  static PointRule ForColors(const PointTable* table) { return {table, table, table}; }

  bool IsIdentity() const { return !red && !green && !blue && !opacity; }
  bool Selects(const PixelPacket& pixel) const;
  PixelPacket Map(PixelPacket pixel) const;
};

// Changes the pixels of `image`, or its palette if it has one. The image stays grey where it was:
// the caller knows better.
// `name`: in events. `text`: the monitor's, a printf format that takes the file name.
// MagickFail with image->exception set: memory, no pixels, cancelled; the pixels are as they were.
MagickPassFail ChangeSamples(Image* image, const char* name, const PointRule& rule,
                             const char* text);

// The same for a rule from the intensity that selects all pixels, with one table for all colours.
// The image, which has no opacity, gets one sample a pixel; it is grey afterwards.
// levels: of the palette that its shades then have, from black to white in equal steps; 0: none.
MagickPassFail ChangeSamplesToGrey(Image* image, const char* name, const PointRule& rule,
                                   unsigned long levels, const char* text);

}  // namespace lodestone
