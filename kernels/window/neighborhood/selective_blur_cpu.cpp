// The mean of the pixels of a window that are nearly as bright as the one in the middle.
//
// The weight of a pixel is that of its place, times that of the difference of its luma if
// differences have weights; and times its alpha for its colours, if they are weighted by alpha. It
// is 0 from a difference on. Each row of the window is added up, column by column, and then the
// rows: products and sums are rounded one by one. The sum of the samples times their weights is
// divided by that of the weights.
#include <algorithm>
#include <array>

#include "kernels/common/targets.hpp"
#include "kernels/window/neighborhood/window_loops.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/window/neighborhood/selective_blur_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/common/index_ops-inl.hpp"
#include "kernels/common/pixel_lanes-inl.hpp"
#include "kernels/window/neighborhood/plane_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// Which planes are added up, and whether the colours are weighted by alpha.
template <std::size_t kCount, bool kByAlpha>
struct Summed {
  static constexpr std::size_t kPlanesSummed = kCount;
  static constexpr bool kHasAlpha = kByAlpha;
};
using Grey = Summed<1, false>;
using Opaque = Summed<3, false>;
using Plain = Summed<4, false>;
using Transparent = Summed<4, true>;

// Sums of samples times their weights, of the weights of colours, and of the other weights.
template <class Kind>
struct SelectiveBlurSums {
  HWY_INLINE SelectiveBlurSums() : weights(0.0f), visible(0.0f) { samples.fill(LsReal(0.0f)); }
  HWY_INLINE void Add(const SelectiveBlurSums& other) {
    LS_UNROLL
    for (std::size_t c = 0; c < Kind::kPlanesSummed; ++c)
      samples[c] = samples[c] + other.samples[c];
    weights = weights + other.weights;
    if constexpr (Kind::kHasAlpha) visible = visible + other.visible;
  }
  HWY_INLINE LsReal Mean(std::size_t c) const {
    const bool by_alpha = Kind::kHasAlpha && c < kColors;
    const LsReal sum = by_alpha ? visible : weights;
    return samples[c] / LS_SELECT(sum > LsReal(0.0f), sum, LsReal(1.0f));
  }

  static constexpr std::size_t kColors = 3;
  std::array<LsReal, Kind::kPlanesSummed> samples;
  LsReal weights, visible;
};

// kByDifference: differences have weights.
template <class Kind, bool kByDifference>
class SelectiveBlur {
 public:
  explicit SelectiveBlur(const NeighborhoodWork& work)
      : work_(work),
        width_(static_cast<std::size_t>(work.rule.numbers[0])),
        height_(static_cast<std::size_t>(work.rule.numbers[1])),
        left_(static_cast<std::ptrdiff_t>(width_ - 1) / 2),
        top_(static_cast<std::ptrdiff_t>(height_ - 1) / 2),
        rows_(work.source, height_, work.destination.columns + width_ - 1, Light::kLuma) {}

  void Run(std::size_t begin, std::size_t end, const RowDone& done) {
    const std::size_t lanes = hn::Lanes(Lanes()), columns = work_.destination.columns;
    const std::size_t samples = SamplesOf(work_.source.channels);
    rows_.Start(static_cast<std::ptrdiff_t>(begin) - top_, -left_);
    for (std::size_t y = begin; y < end; ++y) {
      const std::ptrdiff_t top = static_cast<std::ptrdiff_t>(y) - top_;
      rows_.MakeUpTo(top + static_cast<std::ptrdiff_t>(height_) - 1);
      QuantumSample* out = work_.destination.Row(y);
      std::size_t x = 0;
      for (; x + lanes <= columns; x += lanes) Store(MakeAt(x, top), out + x * samples);
      if (x < columns) {
        HWY_ALIGN QuantumSample last[kMaxLanes * kChannels];
        Store(MakeAt(x, top), last);
        std::copy_n(last, (columns - x) * samples, out + x * samples);
      }
      if (!done()) return;
    }
  }

 private:
  HWY_INLINE SelectiveBlurSums<Kind> MakeAt(std::size_t x, std::ptrdiff_t top) const {
    const auto first = static_cast<std::ptrdiff_t>(x) - left_;
    const LsReal middle(
        hn::LoadU(Lanes(), rows_.At(kIntensityPlane, top + top_, static_cast<std::ptrdiff_t>(x))));
    SelectiveBlurSums<Kind> sums;
    const float* weights = work_.table;
    for (std::size_t row = 0; row < height_; ++row, weights += width_)
      sums.Add(RowOf(top + static_cast<std::ptrdiff_t>(row), first, weights, middle));
    return sums;
  }

  HWY_INLINE SelectiveBlurSums<Kind> RowOf(std::ptrdiff_t y, std::ptrdiff_t first,
                                           const float* weights, LsReal middle) const {
    const Lanes d;
    const float* const luma = rows_.At(kIntensityPlane, y, first);
    const float* planes[kChannels];
    for (std::size_t c = 0; c < kChannels; ++c) planes[c] = rows_.At(c, y, first);
    SelectiveBlurSums<Kind> sums;
    for (std::size_t i = 0; i < width_; ++i) {
      const auto difference = hn::AbsDiff(hn::LoadU(d, luma + i), middle.lanes);
      const LsReal weight = WeightOf(LsReal(hn::Set(d, weights[i])), LsReal(difference));
      LsReal colors = weight;
      if constexpr (Kind::kHasAlpha) {
        const LsReal opacity(hn::LoadU(d, planes[kAlphaPlane] + i));
        colors = weight * (LsReal(LS_MAX) - opacity);
        sums.visible = sums.visible + colors;
      }
      LS_UNROLL
      for (std::size_t c = 0; c < Kind::kPlanesSummed; ++c)
        sums.samples[c] = sums.samples[c] + (c == kAlphaPlane ? weight : colors) *
                                                LsReal(hn::LoadU(d, planes[c] + i));
      sums.weights = sums.weights + weight;
    }
    return sums;
  }

  HWY_INLINE LsReal WeightOf(LsReal place, LsReal difference) const {
    const auto is_alike = difference < LsReal(work_.rule.numbers[2]);
    if constexpr (!kByDifference) return LsReal(hn::IfThenElseZero(is_alike, place.lanes));
    const LsReal last(work_.rule.numbers[2] - 1.0f);
    const LsReal by_difference =
        LsEntry(work_.table + width_ * height_, LsToIndex(LsLower(difference, last)));
    return LsReal(hn::IfThenElseZero(is_alike, (place * by_difference).lanes));
  }

  HWY_INLINE void Store(const SelectiveBlurSums<Kind>& sums, QuantumSample* out) const {
    if constexpr (Kind::kPlanesSummed == 1) {
      hn::StoreU(Stored(sums.Mean(0)), Narrow(), out);
    } else {
      hn::Vec<Narrow> samples[kChannels];
      samples[kRed] = Stored(sums.Mean(0));
      samples[kGreen] = Stored(sums.Mean(1));
      samples[kBlue] = Stored(sums.Mean(2));
      samples[kOpacity] = hn::Zero(Narrow());
      if constexpr (Kind::kPlanesSummed == kChannels)
        if (work_.source.channels != Channels::kOpaque) samples[kOpacity] = Stored(sums.Mean(3));
      hn::StoreInterleaved4(samples[0], samples[1], samples[2], samples[3], Narrow(), out);
    }
  }

  static constexpr std::size_t kAlphaPlane = 3;

  const NeighborhoodWork& work_;
  const std::size_t width_, height_;
  const std::ptrdiff_t left_, top_;
  PlaneRows rows_;
};

template <class Kind>
void RunSelectiveBlur(const NeighborhoodWork& work, std::size_t begin, std::size_t end,
                      const RowDone& done) {
  work.rule.numbers[4] > 0.0f ? SelectiveBlur<Kind, true>(work).Run(begin, end, done)
                              : SelectiveBlur<Kind, false>(work).Run(begin, end, done);
}

void SelectiveBlurRows(const NeighborhoodWork& work, std::size_t begin, std::size_t end,
                       const RowDone& done) {
  if (work.source.channels == Channels::kGrey)
    return RunSelectiveBlur<Grey>(work, begin, end, done);
  if (work.rule.numbers[3] > 0.0f) return RunSelectiveBlur<Transparent>(work, begin, end, done);
  if (work.source.channels == Channels::kOpaque)
    return RunSelectiveBlur<Opaque>(work, begin, end, done);
  RunSelectiveBlur<Plain>(work, begin, end, done);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(SelectiveBlurRows);

void SelectiveBlurBand(const NeighborhoodWork& work, std::size_t begin, std::size_t end,
                       const RowDone& done) {
  HWY_DYNAMIC_DISPATCH(SelectiveBlurRows)(work, begin, end, done);
}

}  // namespace lodestone::kernels
#endif
