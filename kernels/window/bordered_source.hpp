// The source of operations on neighbourhoods, with its border. A view; nothing is owned.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/quantum.hpp"
#include "kernels/remap/pixel_runs.hpp"
#include "kernels/window/border.h"

namespace lodestone::kernels {

// A source extended beyond its edges.
struct BorderedSource {
  SourceView pixels;
  MagickAccelerateBorder border{};
  Channels channels = Channels::kOpaque;
  QuantumSample constant[kChannels] = {};  // the border's

  // Source row of virtual row y, null for the constant one.
  const QuantumSample* Row(std::ptrdiff_t y) const {
    const std::uint32_t row = border.rows[y + static_cast<std::ptrdiff_t>(border.top)];
    return row == kConstantPixel ? nullptr : pixels.Row(row);
  }
  // The samples of virtual column x of such a row.
  const QuantumSample* Pixel(const QuantumSample* row, std::ptrdiff_t x) const {
    const std::uint32_t column = border.columns[x + static_cast<std::ptrdiff_t>(border.left)];
    if (!row || column == kConstantPixel) return constant;
    return row + column * SamplesOf(channels);
  }
};

// Calls pixel(x, samples) for the virtual columns in [begin, end) of a row that lie outside the
// source, or are constant, and run(x, samples, count) for the rest, which lie side by side.
template <class Run, class Pixel>
void ForRow(const BorderedSource& source, const QuantumSample* row, std::ptrdiff_t begin,
            std::ptrdiff_t end, Run&& run, Pixel&& pixel) {
  const auto columns = static_cast<std::ptrdiff_t>(source.pixels.columns);
  std::ptrdiff_t x = begin;
  const std::ptrdiff_t from = row ? (begin < 0 ? 0 : begin) : end;
  const std::ptrdiff_t to = row ? (end > columns ? columns : end) : end;
  for (; x < end && x < from; ++x) pixel(x, source.Pixel(row, x));
  if (x < to) {
    run(x, row + static_cast<std::size_t>(x) * SamplesOf(source.channels),
        static_cast<std::size_t>(to - x));
    x = to;
  }
  for (; x < end; ++x) pixel(x, source.Pixel(row, x));
}

}  // namespace lodestone::kernels
