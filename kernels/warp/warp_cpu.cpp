#include "kernels/warp/warp_cpu.hpp"

#include <algorithm>
#include <cstring>

#include "kernels/common/targets.hpp"
#include "kernels/warp/place_reader.hpp"
#include "kernels/warp/warp_loops.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/warp/warp_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "kernels/common/index_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

#include "kernels/warp/places.h"

// Places of neighbouring pixels of a row.
constexpr std::size_t kBatch = 256;
struct Places {
  HWY_ALIGN std::int32_t x[kBatch], y[kBatch], kind[kBatch];
  HWY_ALIGN float right[kBatch], below[kBatch];
};

HWY_INLINE void StorePlace(LsPlace place, Places* places, std::size_t at) {
  hn::Store(place.x.lanes, Whole(), places->x + at);
  hn::Store(place.y.lanes, Whole(), places->y + at);
  hn::Store(place.kind.lanes, Whole(), places->kind + at);
  hn::Store(place.right.lanes, Lanes(), places->right + at);
  hn::Store(place.below.lanes, Lanes(), places->below + at);
}

// Arithmetic on one pixel: of four samples, a vector of them; of one, a number.
struct FourSamples {
  using D = hn::FixedTag<float, 4>;
  using V = hn::Vec<D>;
  static constexpr std::size_t kCount = kChannels;

  static HWY_INLINE V Load(const QuantumSample* pixel) {
    const hn::Rebind<QuantumSample, D> narrow;
    const hn::Rebind<std::int32_t, D> whole;
    return hn::ConvertTo(D(), hn::PromoteTo(whole, hn::LoadU(narrow, pixel)));
  }
  static HWY_INLINE void Store(V v, QuantumSample* pixel) {
    const hn::Rebind<QuantumSample, D> narrow;
    const hn::Rebind<std::int32_t, D> whole;
    const V clamped = hn::Min(v, hn::Set(D(), LS_MAX));
    const auto rounded = hn::ConvertTo(whole, hn::Add(clamped, hn::Set(D(), 0.5f)));
    hn::StoreU(hn::DemoteTo(narrow, rounded), narrow, pixel);
  }
  static HWY_INLINE V Sum(const float (&weights)[4], const V (&pixels)[4]) {
    const auto weighted = [&](int i)
                              HWY_ATTR { return hn::Mul(hn::Set(D(), weights[i]), pixels[i]); };
    return hn::Add(hn::Add(hn::Add(weighted(0), weighted(1)), weighted(2)), weighted(3));
  }
};

struct OneSample {
  using V = float;
  static constexpr std::size_t kCount = 1;

  static HWY_INLINE V Load(const QuantumSample* pixel) { return *pixel; }
  static HWY_INLINE void Store(V v, QuantumSample* pixel) {
    *pixel = static_cast<QuantumSample>(LS_ROUND(std::min(v, LS_MAX)));
  }
  static HWY_INLINE V Sum(const float (&weights)[4], const V (&pixels)[4]) {
    return weights[0] * pixels[0] + weights[1] * pixels[1] + weights[2] * pixels[2] +
           weights[3] * pixels[3];
  }
};

constexpr std::size_t kOpacity = 3;

HWY_INLINE void StoreInterpolated(OneSample, Channels, const QuantumSample* const (&)[4],
                                  const float (&weights)[4], const float (&pixels)[4],
                                  QuantumSample* out) {
  OneSample::Store(OneSample::Sum(weights, pixels), out);
}

// Transparent pixels have no part in the colours of those with alpha.
HWY_INLINE void StoreInterpolated(FourSamples, Channels channels,
                                  const QuantumSample* const (&from)[4], const float (&weights)[4],
                                  const FourSamples::V (&pixels)[4], QuantumSample* out) {
  using D = FourSamples::D;
  const FourSamples::V sum = FourSamples::Sum(weights, pixels);
  FourSamples::Store(sum, out);
  if (channels == Channels::kOpaque) out[kOpacity] = 0;
  if (channels != Channels::kWeighted) return;
  const QuantumSample opacity = out[kOpacity];
  float visible[4];
  for (int i = 0; i < 4; ++i) visible[i] = from[i][kOpacity] == kQuantumMax ? 0.0f : weights[i];
  const float area = visible[0] + visible[1] + visible[2] + visible[3];
  if (area <= 0.5f / LS_MAX) {
    std::fill_n(out, kOpacity, QuantumSample{0});
    out[kOpacity] = kQuantumMax;
    return;
  }
  FourSamples::Store(hn::Div(FourSamples::Sum(visible, pixels), hn::Set(D(), area)), out);
  out[kOpacity] = opacity;
}

template <class Samples>
void Interpolate(const WarpWork& work, const Places& places, std::size_t count,
                 QuantumSample* out) {
  const PlaceReader<Samples::kCount> reader(work.source, work.rule.outside, work.constant);
  for (std::size_t i = 0; i < count; ++i, out += Samples::kCount) {
    if (places.kind[i] != LS_INTERPOLATED) {
      const bool copied = places.kind[i] == LS_COPIED;
      std::memcpy(out, copied ? reader.At(places.x[i], places.y[i]) : work.fill,
                  Samples::kCount * sizeof *out);
      continue;
    }
    const QuantumSample* from[4];
    reader.Four(places.x[i], places.y[i], from);
    const float right = places.right[i], below = places.below[i];
    const float left = 1.0f - right, above = 1.0f - below;
    const float weights[] = {above * left, above * right, below * left, below * right};
    const typename Samples::V pixels[] = {Samples::Load(from[0]), Samples::Load(from[1]),
                                          Samples::Load(from[2]), Samples::Load(from[3])};
    StoreInterpolated(Samples(), work.channels, from, weights, pixels, out);
  }
}

// `call`: of x and y of the result.
template <class Samples, class Call>
void WarpRows(const WarpWork& work, const Call& call, std::size_t begin, std::size_t end) {
  const std::size_t lanes = hn::Lanes(Lanes()), columns = work.destination.columns;
  Places places;
  for (std::size_t row = begin; row < end; ++row) {
    const LsReal y(static_cast<float>(row));
    for (std::size_t left = 0; left < columns; left += kBatch) {
      const std::size_t count = std::min(kBatch, columns - left);
      for (std::size_t i = 0; i < count; i += lanes)
        StorePlace(call(LsReal(hn::Iota(Lanes(), static_cast<float>(left + i))), y), &places, i);
      Interpolate<Samples>(work, places, count, work.destination.Row(row) + left * Samples::kCount);
    }
  }
}

void WarpAnyRows(const WarpWork& work, std::size_t begin, std::size_t end) {
  const bool grey = work.channels == Channels::kGrey;
  [[maybe_unused]] const float* const n = work.rule.numbers;
  [[maybe_unused]] const std::int32_t* const w = work.rule.whole;
  [[maybe_unused]] const LsTable table = work.table;
  switch (work.rule.function) {
#define LS_WARP_FUNCTION(name, call)                                         \
  case MagickAccelerate##name: {                                             \
    const auto function = [&](LsReal x, LsReal y) HWY_ATTR { return call; }; \
    if (grey) return WarpRows<OneSample>(work, function, begin, end);        \
    return WarpRows<FourSamples>(work, function, begin, end);                \
  }
#define LS_WARP_LOOP(name)     \
  case MagickAccelerate##name: \
    return name##Band(work, begin, end);
#include "kernels/warp/place_functions.h"
#undef LS_WARP_FUNCTION
#undef LS_WARP_LOOP
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(WarpAnyRows);

void WarpBand(const WarpWork& work, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(WarpAnyRows)(work, begin, end);
}

}  // namespace lodestone::kernels
#endif
