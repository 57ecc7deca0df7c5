#include "kernels/remap/remap_cpu.hpp"

#include <algorithm>
#include <cstring>

#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/remap/remap_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/cache_control.h>
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

constexpr std::size_t kLine = 64;  // bytes of a cache line

HWY_INLINE bool StartsLine(const QuantumSample* at) {
  return reinterpret_cast<std::uintptr_t>(at) % kLine == 0;
}

// Large results bypass the caches in whole lines, since a plain store first reads the line that it
// overwrites.
template <class Pixel>
bool Streams(const DestinationView& destination) {
  return BypassesCaches(destination.columns * destination.rows * sizeof(Pixel));
}

// Pixels of a row from vectors: vector(i) and pixel(i) give those from the i-th on.
template <class Pixel, class VectorAt, class PixelAt>
HWY_INLINE void PutPixels(QuantumSample* to, std::size_t count, bool streams,
                          const VectorAt& vector, const PixelAt& pixel) {
  constexpr std::size_t kSamples = sizeof(Pixel) / sizeof(QuantumSample);
  const hn::CappedTag<Pixel, kLine / sizeof(Pixel)> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto at = [&](std::size_t i) { return reinterpret_cast<Pixel*>(to + i * kSamples); };
  std::size_t i = 0;
  if (streams) {
    for (; i < count && !StartsLine(to + i * kSamples); ++i)
      std::memcpy(to + i * kSamples, pixel(i), sizeof(Pixel));
    for (; i + lanes <= count; i += lanes) hn::Stream(vector(d, i), d, at(i));
  }
  for (; i + lanes <= count; i += lanes) hn::StoreU(vector(d, i), d, at(i));
  for (; i < count; ++i) std::memcpy(to + i * kSamples, pixel(i), sizeof(Pixel));
}

template <class Pixel>
void CopyForward(const QuantumSample* first, std::size_t count, QuantumSample* to, bool streams) {
  constexpr std::size_t kSamples = sizeof(Pixel) / sizeof(QuantumSample);
  if (!streams) {
    std::memcpy(to, first, count * sizeof(Pixel));
    return;
  }
  const auto pixel = [&](std::size_t i) { return first + i * kSamples; };
  PutPixels<Pixel>(
      to, count, true,
      [&](auto d, std::size_t i) { return hn::LoadU(d, reinterpret_cast<const Pixel*>(pixel(i))); },
      pixel);
}

template <class D, class V>
HWY_INLINE V Reversed(D d, V v) {
  if constexpr (sizeof(hn::TFromD<D>) == 1) {  // in pairs, and then within each
    const hn::Repartition<std::uint16_t, D> pairs;
    const auto reversed = hn::Reverse(pairs, hn::BitCast(pairs, v));
    return hn::BitCast(d, hn::Or(hn::ShiftLeft<8>(reversed), hn::ShiftRight<8>(reversed)));
  } else {
    return hn::Reverse(d, v);
  }
}

// The first of the pixels at `last`, the others before it.
template <class Pixel>
void CopyReversed(const QuantumSample* last, std::size_t count, QuantumSample* to, bool streams) {
  constexpr std::size_t kSamples = sizeof(Pixel) / sizeof(QuantumSample);
  const auto pixel = [&](std::size_t i) { return last - i * kSamples; };
  PutPixels<Pixel>(
      to, count, streams,
      [&](auto d, std::size_t i) {
        const auto* from = reinterpret_cast<const Pixel*>(pixel(i + hn::Lanes(d) - 1));
        return Reversed(d, hn::LoadU(d, from));
      },
      pixel);
}

template <class Pixel>
void Fill(const QuantumSample* pixel, std::size_t count, QuantumSample* to) {
  constexpr std::size_t kSamples = sizeof(Pixel) / sizeof(QuantumSample);
  for (std::size_t i = 0; i < count; ++i) std::memcpy(to + i * kSamples, pixel, sizeof(Pixel));
}

template <class Pixel>
void CopyRun(const RemapWork& work, const PixelRun& run, const QuantumSample* row,
             QuantumSample* out, bool streams) {
  constexpr std::size_t kSamples = sizeof(Pixel) / sizeof(QuantumSample);
  const std::size_t count = run.end - run.begin;
  QuantumSample* to = out + run.begin * kSamples;
  const auto at = [&](std::size_t i) { return row + std::size_t{work.columns[i]} * kSamples; };
  switch (run.kind) {
    case RunKind::kForward:
      return CopyForward<Pixel>(at(run.begin), count, to, streams);
    case RunKind::kBackward:
      return CopyReversed<Pixel>(at(run.begin), count, to, streams);
    case RunKind::kConstant:
      return Fill<Pixel>(work.constant, count, to);
    case RunKind::kScattered:
      for (std::size_t i = 0; i < count; ++i)
        std::memcpy(to + i * kSamples, at(run.begin + i), sizeof(Pixel));
  }
}

template <class Pixel>
void RemapRowsOf(const RemapWork& work, const std::vector<PixelRun>& runs, std::size_t begin,
                 std::size_t end) {
  const std::size_t columns = work.destination.columns;
  const bool streams = Streams<Pixel>(work.destination);
  for (std::size_t y = begin; y < end; ++y) {
    QuantumSample* out = work.destination.Row(y);
    if (y > begin && work.rows[y] == work.rows[y - 1]) {
      std::memcpy(out, work.destination.Row(y - 1), columns * sizeof(Pixel));
    } else if (work.rows[y] == kConstantPixel) {
      Fill<Pixel>(work.constant, columns, out);
    } else {
      const QuantumSample* row = work.source.Row(work.rows[y]);
      for (const PixelRun& run : runs) CopyRun<Pixel>(work, run, row, out, streams);
    }
  }
  if (streams) hwy::FlushStream();
}

void RemapRows(const RemapWork& work, const std::vector<PixelRun>& runs, std::size_t begin,
               std::size_t end) {
  const bool grey = work.channels == Channels::kGrey;
  (grey ? RemapRowsOf<PixelNumber<1>> : RemapRowsOf<PixelNumber<kChannels>>)(work, runs, begin,
                                                                             end);
}

// A square of pixels in vectors of 16 bytes.
template <class Pixel>
using SquareTag = hn::FixedTag<Pixel, 16 / sizeof(Pixel)>;
template <class Pixel>
constexpr std::size_t kSide = 16 / sizeof(Pixel);

// Arrays of vectors are kept in registers only where loops over them are unrolled.
#ifndef LS_UNROLL
#define LS_UNROLL _Pragma("GCC unroll 16")
#endif

// Exchanges rows and columns: each round interleaves the first half of the rows with the second.
template <class Pixel>
HWY_INLINE void TurnSquare(hn::Vec<SquareTag<Pixel>> (&rows)[kSide<Pixel>]) {
  constexpr std::size_t kHalf = kSide<Pixel> / 2;
  const SquareTag<Pixel> d;
  LS_UNROLL for (std::size_t done = 1; done < kSide<Pixel>; done *= 2) {
    hn::Vec<SquareTag<Pixel>> mixed[kSide<Pixel>];
    LS_UNROLL for (std::size_t i = 0; i < kHalf; ++i) {
      mixed[2 * i] = hn::InterleaveLower(d, rows[i], rows[i + kHalf]);
      mixed[2 * i + 1] = hn::InterleaveUpper(d, rows[i], rows[i + kHalf]);
    }
    LS_UNROLL for (std::size_t i = 0; i < kSide<Pixel>; ++i) rows[i] = mixed[i];
  }
}

// Large results whose rows begin with cache lines bypass the caches, one line after another.
template <class Pixel>
bool StreamsLines(const RemapWork& work) {
  return Streams<Pixel>(work.destination) && StartsLine(work.destination.data) &&
         work.destination.stride % (kLine / sizeof(QuantumSample)) == 0;
}

// Turns a part of the result as wide as some cache lines, in a buffer that stays in the nearest
// cache: one line where lines are written whole, else several, since two at its ends are shared.
template <class Pixel, bool kStreams>
class Turner {
 public:
  explicit Turner(const RemapWork& work)
      : work_(work), streams_(Streams<Pixel>(work.destination)) {}
  ~Turner() {
    if (streams_) hwy::FlushStream();
  }
  Turner(const Turner&) = delete;
  Turner& operator=(const Turner&) = delete;

  static constexpr std::size_t kLines = kStreams ? 1 : 8;
  static constexpr std::size_t kWidth = kLines * kLine / sizeof(Pixel);

  // Columns from `left` on, and at most kTransposeRows rows.
  void Turn(std::size_t left, std::size_t top, std::size_t bottom) {
    const std::size_t count = std::min(kWidth, work_.destination.columns - left);
    const std::uint32_t* rows = work_.rows + left;
    const bool whole = count == kWidth && !std::count(rows, rows + count, kConstantPixel);
    Prefetch(left + kWidth, top, bottom);
    for (std::size_t y = top; y < bottom;) {
      const std::size_t step = whole && bottom - y >= kSide<Pixel> ? NeighboursFrom(y) : 1;
      if (step > 1) {
        ReadSquares(rows, y, (y - top) * kWidth);
      } else {
        for (std::size_t i = 0; i < count; ++i) ReadPixel(rows[i], y, (y - top) * kWidth + i);
      }
      y += step;
    }
    for (std::size_t y = top; y < bottom; ++y)
      Write(lines_ + (y - top) * kWidth, count, work_.destination.Row(y) + left * kSamples);
  }

 private:
  static constexpr std::size_t kSamples = sizeof(Pixel) / sizeof(QuantumSample);

  // What the next part reads: too little of each row for the processor to foresee it.
  void Prefetch(std::size_t left, std::size_t top, std::size_t bottom) const {
    const std::size_t right = std::min(left + kWidth, work_.destination.columns);
    for (std::size_t x = left; x < right; ++x)
      for (std::size_t y = top; y < bottom; y += kWidth)
        if (work_.rows[x] != kConstantPixel && work_.columns[y] != kConstantPixel)
          hwy::Prefetch(work_.source.Row(work_.rows[x]) + std::size_t{work_.columns[y]} * kSamples);
  }

  // kSide if the columns from row y on are neighbours in the source, in either order, else 1.
  std::size_t NeighboursFrom(std::size_t y) const {
    const std::uint32_t* columns = work_.columns + y;
    if (columns[0] == kConstantPixel) return 1;
    const std::uint32_t step = columns[1] - columns[0];
    if (step != 1 && step != ~0u) return 1;
    for (std::size_t k = 1; k < kSide<Pixel>; ++k)
      if (columns[k] == kConstantPixel || columns[k] - columns[k - 1] != step) return 1;
    return kSide<Pixel>;
  }

  void ReadSquares(const std::uint32_t* rows, std::size_t y, std::size_t place) {
    constexpr std::size_t kLast = kSide<Pixel> - 1;
    const SquareTag<Pixel> d;
    const bool reversed = work_.columns[y] > work_.columns[y + kLast];
    const std::size_t column = work_.columns[reversed ? y + kLast : y];
    for (std::size_t i = 0; i < kWidth; i += kSide<Pixel>) {
      hn::Vec<SquareTag<Pixel>> square[kSide<Pixel>];
      LS_UNROLL for (std::size_t k = 0; k <= kLast; ++k) square[k] = hn::LoadU(
          d, reinterpret_cast<const Pixel*>(work_.source.Row(rows[i + k]) + column * kSamples));
      TurnSquare<Pixel>(square);
      LS_UNROLL for (std::size_t k = 0; k <= kLast; ++k)
          hn::Store(square[k], d, lines_ + place + (reversed ? kLast - k : k) * kWidth + i);
    }
  }

  void ReadPixel(std::uint32_t row, std::size_t y, std::size_t place) {
    const std::uint32_t column = work_.columns[y];
    const bool constant = row == kConstantPixel || column == kConstantPixel;
    std::memcpy(lines_ + place,
                constant ? work_.constant : work_.source.Row(row) + std::size_t{column} * kSamples,
                sizeof(Pixel));
  }

  void Write(const Pixel* line, std::size_t count, QuantumSample* to) const {
    if (!kStreams || count < kWidth) {
      PutPixels<Pixel>(
          to, count, streams_, [&](auto d, std::size_t i) { return hn::LoadU(d, line + i); },
          [&](std::size_t i) { return line + i; });
      return;
    }
    const hn::CappedTag<Pixel, kWidth> d;
    for (std::size_t i = 0; i < kWidth; i += hn::Lanes(d))
      hn::Stream(hn::Load(d, line + i), d, reinterpret_cast<Pixel*>(to + i * kSamples));
  }

  const RemapWork& work_;
  const bool streams_;
  alignas(kLine) Pixel lines_[kTransposeRows * kWidth];
};

template <class Pixel, bool kStreams>
void TurnRows(const RemapWork& work, std::size_t begin, std::size_t end) {
  Turner<Pixel, kStreams> turner(work);
  for (std::size_t top = begin; top < end; top += kTransposeRows)
    for (std::size_t left = 0; left < work.destination.columns; left += turner.kWidth)
      turner.Turn(left, top, std::min(top + kTransposeRows, end));
}

template <class Pixel>
void TransposeRowsOf(const RemapWork& work, std::size_t begin, std::size_t end) {
  (StreamsLines<Pixel>(work) ? TurnRows<Pixel, true> : TurnRows<Pixel, false>)(work, begin, end);
}

void TransposeRows(const RemapWork& work, std::size_t begin, std::size_t end) {
  const bool grey = work.channels == Channels::kGrey;
  (grey ? TransposeRowsOf<PixelNumber<1>> : TransposeRowsOf<PixelNumber<kChannels>>)(work, begin,
                                                                                     end);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(RemapRows);
HWY_EXPORT(TransposeRows);

void RemapBand(const RemapWork& work, const std::vector<PixelRun>& runs, std::size_t begin,
               std::size_t end) {
  HWY_DYNAMIC_DISPATCH(RemapRows)(work, runs, begin, end);
}

void TransposeBand(const RemapWork& work, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(TransposeRows)(work, begin, end);
}

}  // namespace lodestone::kernels
#endif
