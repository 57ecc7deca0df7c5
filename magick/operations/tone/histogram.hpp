// How often each value of each sample occurs, and what is made of that.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "magick/operations/colorspace/point.hpp"

namespace lodestone {

// Of samples in the order red, green, blue, opacity; grey images count in the first alone, and
// images without alpha in the first three.
using Histogram = std::vector<std::array<std::uint64_t, 4>>;

// Counts the pixels, of palettes too. Empty, with *exception set, on failure or when cancelled.
Histogram CountSamples(const Image* image, ExceptionInfo* exception);

// Maps each sample by a table that `make` derives from the histogram of that sample; nullopt: it
// stays. `name` and `text` as for ChangeSamples.
using MakeTable = std::function<std::optional<PointTable>(const Histogram&, std::size_t sample)>;
MagickPassFail ChangeByHistogram(Image* image, const char* name, const char* text,
                                 const MakeTable& make);

}  // namespace lodestone
