#include "kernels/noise/noise_cpu.hpp"

#include <algorithm>
#include <bit>

#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/noise/noise_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "kernels/common/index_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

#include "kernels/noise/distributions.h"

using Narrow = hn::Rebind<QuantumSample, Lanes>;
using Samples = hn::Vec<Narrow>;
constexpr std::size_t kMaxLanes = hn::MaxLanes(Lanes());

HWY_INLINE hn::Vec<Whole> Widened(Samples samples) {
  return hn::PromoteTo(Whole(), samples);
}

HWY_INLINE Samples Stored(LsReal value) {
  const LsReal clamped = LsLower(LsHigher(value, LsReal(0.0f)), LsReal(LS_MAX));
  return hn::DemoteTo(Narrow(), hn::ConvertTo(Whole(), (clamped + LsReal(0.5f)).lanes));
}

// Not inlined six times, which took most of the time of a build and gained nothing.
HWY_NOINLINE Samples Noisy(const NoiseWork& work, hn::Vec<Whole> sample, LsWord chance,
                           LsWord other) {
  const LsReal value(hn::ConvertTo(Lanes(), sample));
  return Stored(LsNoisy(value, work.rule.distribution, work.rule.factor, chance, other));
}

// Of pixels from column x on.
HWY_INLINE LsRandom RandomAt(const NoiseWork& work, std::size_t x, std::size_t y,
                             std::uint32_t sample) {
  const LsWord column(hn::Iota(Words(), static_cast<std::uint32_t>(x)));
  return LsPhilox(column, LsWord(static_cast<std::uint32_t>(y)), LsWord(sample / 2),
                  work.rule.key[0], work.rule.key[1]);
}

HWY_INLINE hn::Vec<Whole> Intensity(const NoiseWork& work, const Samples (&samples)[kChannels]) {
  auto sum = hn::Zero(Whole());
  for (std::size_t i = 0; i < 3; ++i) {
    const auto weight = hn::Set(Whole(), static_cast<std::int32_t>(work.rule.weights[i]));
    sum = hn::Add(sum, hn::Mul(weight, Widened(samples[i])));
  }
  return hn::ShiftRight<10>(sum);
}

// Random numbers belong to colours, so that they are the same on every machine: blue, green, red
// and opacity, wherever these are in a pixel.
constexpr bool kLittle = std::endian::native == std::endian::little;
constexpr std::size_t kPlaces[kChannels] = {kLittle ? 0 : 2, 1, kLittle ? 2 : 0, 3};

struct FourSamples {
  static constexpr std::size_t kCount = kChannels;

  static HWY_INLINE void Change(const NoiseWork& work, const QuantumSample* in, std::size_t x,
                                std::size_t y, QuantumSample* out) {
    Samples s[kChannels];
    hn::LoadInterleaved4(Narrow(), in, s[0], s[1], s[2], s[3]);
    if (work.rule.from_intensity) {
      const LsRandom random = RandomAt(work, x, y, 0);
      s[0] = s[1] = s[2] = Noisy(work, Intensity(work, s), random.first, random.second);
    } else {
      for (std::uint32_t i = 0; i < kChannels; i += 2) {
        const std::size_t one = kPlaces[i], two = kPlaces[i + 1];
        const bool first = (work.rule.samples >> one & 1) != 0,
                   second = (work.rule.samples >> two & 1) != 0;
        if (!first && !second) continue;
        const LsRandom random = RandomAt(work, x, y, i);
        if (first) s[one] = Noisy(work, Widened(s[one]), random.first, random.second);
        if (second) s[two] = Noisy(work, Widened(s[two]), random.third, random.fourth);
      }
    }
    hn::StoreInterleaved4(s[0], s[1], s[2], s[3], Narrow(), out);
  }
};

struct OneSample {
  static constexpr std::size_t kCount = 1;

  static HWY_INLINE void Change(const NoiseWork& work, const QuantumSample* in, std::size_t x,
                                std::size_t y, QuantumSample* out) {
    const LsRandom random = RandomAt(work, x, y, 0);
    const auto sample = Widened(hn::LoadU(Narrow(), in));
    hn::StoreU(Noisy(work, sample, random.first, random.second), Narrow(), out);
  }
};

template <class Pixel>
void ChangeRows(const NoiseWork& work, std::size_t begin, std::size_t end) {
  const std::size_t lanes = hn::Lanes(Lanes()), columns = work.destination.columns;
  for (std::size_t y = begin; y < end; ++y) {
    const QuantumSample* in = work.source.Row(y);
    QuantumSample* out = work.destination.Row(y);
    std::size_t x = 0;
    for (; x + lanes <= columns; x += lanes)
      Pixel::Change(work, in + x * Pixel::kCount, x, y, out + x * Pixel::kCount);
    if (x == columns) continue;
    HWY_ALIGN QuantumSample last[kMaxLanes * Pixel::kCount] = {};
    std::copy_n(in + x * Pixel::kCount, (columns - x) * Pixel::kCount, last);
    Pixel::Change(work, last, x, y, last);
    std::copy_n(last, (columns - x) * Pixel::kCount, out + x * Pixel::kCount);
  }
}

void NoiseRows(const NoiseWork& work, std::size_t begin, std::size_t end) {
  const bool grey = work.channels == Channels::kGrey;
  (grey ? ChangeRows<OneSample> : ChangeRows<FourSamples>)(work, begin, end);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(NoiseRows);

void NoiseBand(const NoiseWork& work, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(NoiseRows)(work, begin, end);
}

}  // namespace lodestone::kernels
#endif
