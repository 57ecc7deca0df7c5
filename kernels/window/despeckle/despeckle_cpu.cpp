#include "kernels/window/despeckle/despeckle_cpu.hpp"

#include <algorithm>

#include "kernels/common/aligned_array.hpp"
#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/window/despeckle/despeckle_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr QuantumSample kStep = kQuantumMax / 255;  // one step of an 8-bit sample

// How far `to` is beyond `from`, upwards or downwards; 0 if it is not.
template <bool kUp, class V>
HWY_INLINE V Outside(V to, V from) {
  return kUp ? hn::SaturatedSub(to, from) : hn::SaturatedSub(from, to);
}

// v moved one step up or down where `moves` is not 0.
template <bool kUp, class D, class V = hn::Vec<D>>
HWY_INLINE V Moved(D d, V v, V moves) {
  const V step = hn::IfThenZeroElse(hn::Eq(moves, hn::Zero(d)), hn::Set(d, kStep));
  return kUp ? hn::Add(v, step) : hn::Sub(v, step);
}

// A tile of the image surrounded by zero pixels, and three rows of the half-done hull.
class Tile {
 public:
  Tile(std::size_t pixel, std::size_t columns, std::size_t rows)
      : pixel_(static_cast<std::ptrdiff_t>(pixel)),
        pitch_((columns + 2) * pixel),
        values_(NewAligned<QuantumSample>((rows + 2) * pitch_)),
        half_(NewAligned<QuantumSample>(3 * pitch_)) {}

  void Load(const SourceView& source, std::size_t left, std::size_t right, std::size_t top,
            std::size_t bottom) {
    width_ = (right - left) * static_cast<std::size_t>(pixel_);
    rows_ = static_cast<std::ptrdiff_t>(bottom - top);
    for (std::ptrdiff_t y = -1; y <= rows_; ++y) {
      QuantumSample* row = Row(y);
      std::fill_n(row - pixel_, pitch_, QuantumSample{0});
      if (y >= 0 && y < rows_)
        std::copy_n(
            source.Row(top + static_cast<std::size_t>(y)) + left * static_cast<std::size_t>(pixel_),
            width_, row);
    }
    std::fill_n(half_.get(), 3 * pitch_, QuantumSample{0});
  }

  template <bool kUp>
  void Hull(int dx, int dy) {
    constexpr hn::ScalableTag<QuantumSample> whole;
    constexpr hn::CappedTag<QuantumSample, 1> single;
    if (width_ >= hn::Lanes(whole))
      HullRows<kUp>(whole, dx, dy);
    else
      HullRows<kUp>(single, dx, dy);
  }

  const QuantumSample* Result(std::size_t y) const {
    return values_.get() + (y + 1) * pitch_ + pixel_;
  }

 private:
  using Samples = AlignedArray<QuantumSample>;

  QuantumSample* Row(std::ptrdiff_t y) {
    return values_.get() + static_cast<std::size_t>(y + 1) * pitch_ + pixel_;
  }
  QuantumSample* HalfRow(std::ptrdiff_t y) {
    return half_.get() + static_cast<std::size_t>((y + 3) % 3) * pitch_ + pixel_;
  }

  // First every sample moves a step towards its neighbour at (dx, dy) where that is far enough
  // away, then where the other neighbour in that direction is, and this one beyond it at all. The
  // second half follows the first by a row.
  template <bool kUp, class D>
  void HullRows(D d, int dx, int dy) {
    for (std::ptrdiff_t y = 0; y <= rows_; ++y) {
      if (y < rows_)
        FirstHalf<kUp>(d, y, dx, dy);
      else
        std::fill_n(HalfRow(y), width_, QuantumSample{0});
      if (y > 0) SecondHalf<kUp>(d, y - 1, dx, dy);
    }
    std::fill_n(half_.get(), 3 * pitch_, QuantumSample{0});
  }

  template <bool kUp, class D>
  void FirstHalf(D d, std::ptrdiff_t y, int dx, int dy) {
    const QuantumSample *from = Row(y), *ahead = Row(y + dy) + dx * pixel_;
    QuantumSample* to = HalfRow(y);
    const auto nearly = hn::Set(d, static_cast<QuantumSample>(2 * kStep - 1));
    ForRow(d, [&](std::size_t i) {
      const auto v = hn::LoadU(d, from + i);
      const auto far = hn::SaturatedSub(Outside<kUp>(hn::LoadU(d, ahead + i), v), nearly);
      hn::StoreU(Moved<kUp>(d, v, far), d, to + i);
    });
  }

  template <bool kUp, class D>
  void SecondHalf(D d, std::ptrdiff_t y, int dx, int dy) {
    const QuantumSample *from = HalfRow(y), *ahead = HalfRow(y + dy) + dx * pixel_,
                        *behind = HalfRow(y - dy) - dx * pixel_;
    QuantumSample* to = Row(y);
    const auto nearly = hn::Set(d, static_cast<QuantumSample>(2 * kStep - 1));
    ForRow(d, [&](std::size_t i) {
      const auto v = hn::LoadU(d, from + i);
      const auto far = hn::SaturatedSub(Outside<kUp>(hn::LoadU(d, behind + i), v), nearly);
      const auto beyond = Outside<kUp>(hn::LoadU(d, ahead + i), v);
      hn::StoreU(Moved<kUp>(d, v, hn::Min(far, beyond)), d, to + i);
    });
  }

  // The last vector starts early, so that it ends with the row: the surrounding samples stay 0.
  template <class D, class Body>
  HWY_INLINE void ForRow(D d, Body&& body) {
    const std::size_t lanes = hn::Lanes(d);
    std::size_t i = 0;
    for (; i + lanes <= width_; i += lanes) body(i);
    if (i < width_) body(width_ - lanes);
  }

  const std::ptrdiff_t pixel_;
  const std::size_t pitch_;
  const Samples values_, half_;
  std::size_t width_ = 0;  // samples of a row
  std::ptrdiff_t rows_ = 0;
};

void AllHulls(Tile& tile) {
  constexpr int kDirections[][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};
  for (const auto& [dx, dy] : kDirections) {
    tile.Hull<true>(dx, dy);
    tile.Hull<true>(-dx, -dy);
    tile.Hull<false>(-dx, -dy);
    tile.Hull<false>(dx, dy);
  }
}

// Margin around the results of a tile that has to be computed with them.
struct Span {
  Span(std::size_t begin, std::size_t end, std::size_t size)
      : first(begin - std::min(begin, kDespeckleReach)),
        last(std::min(size, end + kDespeckleReach)) {}
  std::size_t first, last;
};

void DespeckleRows(const SourceView& source, const DestinationView& destination, Channels channels,
                   std::size_t begin, std::size_t end) {
  const std::size_t pixel = SamplesOf(channels);
  // As many as let a tile stay in the L2 cache with a small margin.
  constexpr std::size_t kRows = 256;
  const std::size_t columns = 1024 / pixel;
  Tile tile(pixel, std::min(source.columns, columns + 2 * kDespeckleReach),
            std::min(source.rows, std::min(end - begin, kRows) + 2 * kDespeckleReach));
  for (std::size_t y = begin, y_end; y < end; y = y_end) {
    y_end = std::min(end, y + kRows);
    const Span rows(y, y_end, source.rows);
    for (std::size_t x = 0, x_end; x < source.columns; x = x_end) {
      x_end = std::min(source.columns, x + columns);
      const Span across(x, x_end, source.columns);
      tile.Load(source, across.first, across.last, rows.first, rows.last);
      AllHulls(tile);
      for (std::size_t row = y; row < y_end; ++row) {
        const std::size_t samples = (x_end - x) * pixel;
        QuantumSample* out = destination.Row(row) + x * pixel;
        std::copy_n(tile.Result(row - rows.first) + (x - across.first) * pixel, samples, out);
        for (std::size_t i = 3; channels == Channels::kOpaque && i < samples; i += kChannels)
          out[i] = 0;
      }
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(DespeckleRows);

void DespeckleBand(const SourceView& source, const DestinationView& destination, Channels channels,
                   std::size_t begin, std::size_t end) {
  if (begin < end) HWY_DYNAMIC_DISPATCH(DespeckleRows)(source, destination, channels, begin, end);
}

}  // namespace lodestone::kernels
#endif
