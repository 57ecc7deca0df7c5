#include "kernels/rearrange/rearrange_cpu.hpp"

#include <algorithm>
#include <cstring>

#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/rearrange/rearrange_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A pixel as a number.
template <std::size_t kSamples>
using PixelNumber =
    std::conditional_t<kSamples == 1, QuantumSample,
                       std::conditional_t<LS_QUANTUM_DEPTH == 8, std::uint32_t, std::uint64_t>>;

template <class Pixel>
HWY_INLINE Pixel LoadPixel(const QuantumSample* from) {
  Pixel pixel;
  std::memcpy(&pixel, from, sizeof pixel);
  return pixel;
}

// `count` pixels, the first of them at `last`, the others before it.
template <class Pixel>
void CopyReversed(const QuantumSample* last, std::size_t count, QuantumSample* to) {
  constexpr std::size_t kSamples = sizeof(Pixel) / sizeof(QuantumSample);
  const hn::ScalableTag<Pixel> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto* from = reinterpret_cast<const Pixel*>(last - (i + lanes - 1) * kSamples);
    hn::StoreU(hn::Reverse(d, hn::LoadU(d, from)), d, reinterpret_cast<Pixel*>(to + i * kSamples));
  }
  for (; i < count; ++i) std::memcpy(to + i * kSamples, last - i * kSamples, sizeof(Pixel));
}

template <class Pixel>
void Fill(const QuantumSample* pixel, std::size_t count, QuantumSample* to) {
  constexpr std::size_t kSamples = sizeof(Pixel) / sizeof(QuantumSample);
  for (std::size_t i = 0; i < count; ++i) std::memcpy(to + i * kSamples, pixel, sizeof(Pixel));
}

template <class Pixel>
void CopyRun(const RearrangeWork& work, const PixelRun& run, const QuantumSample* row,
             QuantumSample* out) {
  constexpr std::size_t kSamples = sizeof(Pixel) / sizeof(QuantumSample);
  const std::size_t count = run.end - run.begin;
  QuantumSample* to = out + run.begin * kSamples;
  const auto at = [&](std::size_t i) { return row + std::size_t{work.columns[i]} * kSamples; };
  switch (run.kind) {
    case RunKind::kForward:
      std::memcpy(to, at(run.begin), count * sizeof(Pixel));
      return;
    case RunKind::kBackward:
      return CopyReversed<Pixel>(at(run.begin), count, to);
    case RunKind::kConstant:
      return Fill<Pixel>(work.constant, count, to);
    case RunKind::kScattered:
      for (std::size_t i = 0; i < count; ++i)
        std::memcpy(to + i * kSamples, at(run.begin + i), sizeof(Pixel));
  }
}

template <class Pixel>
void RearrangeRowsOf(const RearrangeWork& work, const std::vector<PixelRun>& runs,
                     std::size_t begin, std::size_t end) {
  const std::size_t columns = work.destination.columns;
  for (std::size_t y = begin; y < end; ++y) {
    QuantumSample* out = work.destination.Row(y);
    if (y > begin && work.rows[y] == work.rows[y - 1]) {
      std::memcpy(out, work.destination.Row(y - 1), columns * sizeof(Pixel));
    } else if (work.rows[y] == kConstantPixel) {
      Fill<Pixel>(work.constant, columns, out);
    } else {
      const QuantumSample* row = work.source.Row(work.rows[y]);
      for (const PixelRun& run : runs) CopyRun<Pixel>(work, run, row, out);
    }
  }
}

void RearrangeRows(const RearrangeWork& work, const std::vector<PixelRun>& runs, std::size_t begin,
                   std::size_t end) {
  const bool grey = work.channels == Channels::kGrey;
  (grey ? RearrangeRowsOf<PixelNumber<1>> : RearrangeRowsOf<PixelNumber<kChannels>>)(work, runs,
                                                                                     begin, end);
}

// A part of the result that stays in the nearest cache, and so does what is read for it.
struct Tile {
  std::size_t left, right, top, bottom;
};

template <class Pixel>
void TransposeTile(const RearrangeWork& work, const Tile& tile) {
  constexpr std::size_t kSamples = sizeof(Pixel) / sizeof(QuantumSample);
  const std::size_t count = tile.right - tile.left;
  const QuantumSample* from[kTransposeRows];  // null: a constant row
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t row = work.rows[tile.left + i];
    from[i] = row == kConstantPixel ? nullptr : work.source.Row(row);
  }
  for (std::size_t y = tile.top; y < tile.bottom; ++y) {
    QuantumSample* to = work.destination.Row(y) + tile.left * kSamples;
    const std::uint32_t column = work.columns[y];
    if (column == kConstantPixel) {
      Fill<Pixel>(work.constant, count, to);
      continue;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const QuantumSample* pixel = from[i] ? from[i] + column * kSamples : work.constant;
      std::memcpy(to + i * kSamples, pixel, sizeof(Pixel));
    }
  }
}

void TransposeRows(const RearrangeWork& work, std::size_t begin, std::size_t end) {
  const bool grey = work.channels == Channels::kGrey;
  const auto transpose =
      grey ? TransposeTile<PixelNumber<1>> : TransposeTile<PixelNumber<kChannels>>;
  for (std::size_t top = begin; top < end; top += kTransposeRows)
    for (std::size_t left = 0; left < work.destination.columns; left += kTransposeRows)
      transpose(work, {left, std::min(left + kTransposeRows, work.destination.columns), top,
                       std::min(top + kTransposeRows, end)});
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(RearrangeRows);
HWY_EXPORT(TransposeRows);

void RearrangeBand(const RearrangeWork& work, const std::vector<PixelRun>& runs, std::size_t begin,
                   std::size_t end) {
  HWY_DYNAMIC_DISPATCH(RearrangeRows)(work, runs, begin, end);
}

void TransposeBand(const RearrangeWork& work, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(TransposeRows)(work, begin, end);
}

}  // namespace lodestone::kernels
#endif
