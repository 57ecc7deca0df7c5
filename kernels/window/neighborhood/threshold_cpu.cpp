#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/common/targets.hpp"
#include "kernels/window/neighborhood/window_loops.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/window/neighborhood/threshold_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A pixel of four samples, or some samples of a row.
using Pixel = hn::FixedTag<std::uint32_t, kChannels>;
using Some = hn::ScalableTag<std::uint32_t>;

template <class D>
HWY_INLINE hn::Vec<D> Load(D d, const QuantumSample* from) {
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<QuantumSample, D>(), from));
}

// Means of the rectangles around the pixels of one row, by the sums of its columns, which follow
// the rectangle down the image. Sum holds the highest sample once for each pixel of a rectangle,
// and once more.
template <class Sum>
class LocalThreshold {
 public:
  explicit LocalThreshold(const NeighborhoodWork& work)
      : work_(work),
        samples_(SamplesOf(work.source.channels)),
        width_(static_cast<std::ptrdiff_t>(work.rule.numbers[0])),
        height_(static_cast<std::ptrdiff_t>(work.rule.numbers[1])),
        offset_(static_cast<std::int32_t>(work.rule.numbers[2])),
        left_(-((width_ - 1) / 2)),
        top_(-((height_ - 1) / 2)),
        sums_((work.destination.columns + static_cast<std::size_t>(width_)) * samples_) {}

  void Run(std::size_t begin, std::size_t end, const RowDone& done) {
    const auto first = static_cast<std::ptrdiff_t>(begin);
    for (std::ptrdiff_t y = first; y < first + height_ - 1; ++y) Add<1>(y + top_);
    for (std::ptrdiff_t y = first; y < static_cast<std::ptrdiff_t>(end); ++y) {
      Add<1>(y + top_ + height_ - 1);
      MakeRow(static_cast<std::size_t>(y));
      Add<-1>(y + top_);
      if (!done()) return;
    }
  }

 private:
  // A virtual row, or what is less without it.
  template <int kTimes>
  void Add(std::ptrdiff_t y) {
    const auto end = left_ + static_cast<std::ptrdiff_t>(work_.destination.columns) + width_ - 1;
    const auto add = [&](std::ptrdiff_t x, const QuantumSample* from, std::size_t count) HWY_ATTR {
      AddSamples<kTimes>(from, count * samples_,
                         sums_.data() + static_cast<std::size_t>(x - left_) * samples_);
    };
    ForRow(work_.source, work_.source.Row(y), left_, end, add,
           [&](std::ptrdiff_t x, const QuantumSample* pixel) { add(x, pixel, 1); });
  }

  template <int kTimes>
  static HWY_INLINE void AddSamples(const QuantumSample* from, std::size_t samples, Sum* to) {
    std::size_t i = 0;
    if constexpr (sizeof(Sum) == sizeof(std::uint32_t)) {
      const Some d;
      for (; i + hn::Lanes(d) <= samples; i += hn::Lanes(d)) {
        const auto sum = hn::LoadU(d, to + i), more = Load(d, from + i);
        hn::StoreU(kTimes > 0 ? hn::Add(sum, more) : hn::Sub(sum, more), d, to + i);
      }
    }
    for (; i < samples; ++i) to[i] += static_cast<Sum>(kTimes) * from[i];
  }

  void MakeRow(std::size_t y) const {
    const QuantumSample* in = work_.source.pixels.Row(y);
    QuantumSample* const out = work_.destination.Row(y);
    if (samples_ == 1) {
      MakeSamples<1>(in, 0, out);
    } else if constexpr (sizeof(Sum) == sizeof(std::uint32_t)) {
      MakePixels(in, out);
    } else {
      for (std::size_t c = 0; c < kChannels; ++c) MakeSamples<kChannels>(in, c, out);
    }
    if (work_.source.channels == Channels::kOpaque)
      for (std::size_t x = 0; x < work_.destination.columns; ++x) out[x * kChannels + 3] = 0;
  }

  // The mean rounded down is at least a whole number if the sum is at least that many times the
  // area; a threshold below 0 counts as 0, and no mean is above the highest sample.
  template <std::size_t kStep>
  void MakeSamples(const QuantumSample* in, std::size_t c, QuantumSample* out) const {
    const Sum area = static_cast<Sum>(width_) * static_cast<Sum>(height_);
    const std::size_t behind = static_cast<std::size_t>(width_ - 1) * kStep;
    Sum sum = 0;
    for (std::size_t i = c; i < behind; i += kStep) sum += sums_[i];
    for (std::size_t i = c; i < work_.destination.columns * kStep; i += kStep) {
      sum += sums_[i + behind];
      const auto least = std::clamp<std::int32_t>(in[i] - offset_, 0, kQuantumMax + 1);
      const bool above = in[i] != 0 && static_cast<Sum>(least) * area > sum;
      out[i] = static_cast<QuantumSample>(above ? kQuantumMax : 0);
      sum -= sums_[i];
    }
  }

  // The same for the four samples of each pixel at once.
  void MakePixels(const QuantumSample* in, QuantumSample* out) const {
    const Pixel d;
    const hn::Rebind<std::int32_t, Pixel> whole;
    const auto area = hn::Set(d, static_cast<std::uint32_t>(width_ * height_));
    const auto offset = hn::Set(whole, offset_), most = hn::Set(whole, std::int32_t{kQuantumMax});
    const auto one = hn::Set(whole, 1), zero = hn::Zero(whole);
    const std::size_t behind = static_cast<std::size_t>(width_ - 1) * kChannels;
    auto sum = hn::Zero(d);
    for (std::size_t i = 0; i < behind; i += kChannels)
      sum = hn::Add(sum, hn::LoadU(d, sums_.data() + i));
    for (std::size_t i = 0; i < work_.destination.columns * kChannels; i += kChannels) {
      sum = hn::Add(sum, hn::LoadU(d, sums_.data() + i + behind));
      const auto sample = hn::BitCast(whole, Load(d, in + i));
      const auto least = hn::Max(zero, hn::Min(hn::Sub(sample, offset), hn::Add(most, one)));
      const auto enough = hn::Mul(hn::BitCast(d, least), area);
      const auto above = hn::RebindMask(whole, hn::Gt(enough, sum));
      const auto result = hn::IfThenElseZero(hn::And(above, hn::Gt(sample, zero)), most);
      hn::StoreU(hn::DemoteTo(hn::Rebind<QuantumSample, Pixel>(), result),
                 hn::Rebind<QuantumSample, Pixel>(), out + i);
      sum = hn::Sub(sum, hn::LoadU(d, sums_.data() + i));
    }
  }

  const NeighborhoodWork& work_;
  const std::size_t samples_;
  const std::ptrdiff_t width_, height_;
  const std::int32_t offset_;
  const std::ptrdiff_t left_, top_;
  std::vector<Sum> sums_;
};

void LocalThresholdRows(const NeighborhoodWork& work, std::size_t begin, std::size_t end,
                        const RowDone& done) {
  const double area = double{work.rule.numbers[0]} * work.rule.numbers[1];
  if (area * (kQuantumMax + 1.0) <= std::numeric_limits<std::uint32_t>::max())
    LocalThreshold<std::uint32_t>(work).Run(begin, end, done);
  else
    LocalThreshold<std::uint64_t>(work).Run(begin, end, done);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(LocalThresholdRows);

void LocalThresholdBand(const NeighborhoodWork& work, std::size_t begin, std::size_t end,
                        const RowDone& done) {
  HWY_DYNAMIC_DISPATCH(LocalThresholdRows)(work, begin, end, done);
}

}  // namespace lodestone::kernels
#endif
