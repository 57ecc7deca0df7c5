#include "kernels/color/color_cpu.hpp"

#include <algorithm>
#include <bit>

#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/color/color_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// One pixel per lane.
using Lanes = hn::CappedTag<float, 16>;
using Whole = hn::Rebind<std::int32_t, Lanes>;
using Narrow = hn::Rebind<QuantumSample, Lanes>;
constexpr std::size_t kMaxLanes = hn::MaxLanes(Lanes());

// A number for each pixel.
struct LsReal {
  HWY_INLINE LsReal() = default;
  HWY_INLINE explicit LsReal(hn::Vec<Lanes> v) : lanes(v) {}
  HWY_INLINE explicit LsReal(float value) : lanes(hn::Set(Lanes(), value)) {}
  hn::Vec<Lanes> lanes;
};
using LsTruth = hn::Mask<Lanes>;

HWY_INLINE LsReal operator+(LsReal a, LsReal b) {
  return LsReal(hn::Add(a.lanes, b.lanes));
}
HWY_INLINE LsReal operator-(LsReal a, LsReal b) {
  return LsReal(hn::Sub(a.lanes, b.lanes));
}
HWY_INLINE LsReal operator*(LsReal a, LsReal b) {
  return LsReal(hn::Mul(a.lanes, b.lanes));
}
HWY_INLINE LsReal operator/(LsReal a, LsReal b) {
  return LsReal(hn::Div(a.lanes, b.lanes));
}
HWY_INLINE LsTruth operator==(LsReal a, LsReal b) {
  return hn::Eq(a.lanes, b.lanes);
}
HWY_INLINE LsTruth operator<(LsReal a, LsReal b) {
  return hn::Lt(a.lanes, b.lanes);
}
HWY_INLINE LsTruth operator>(LsReal a, LsReal b) {
  return hn::Gt(a.lanes, b.lanes);
}
HWY_INLINE LsTruth operator<=(LsReal a, LsReal b) {
  return hn::Le(a.lanes, b.lanes);
}
HWY_INLINE LsTruth operator>=(LsReal a, LsReal b) {
  return hn::Ge(a.lanes, b.lanes);
}
HWY_INLINE LsReal LsLower(LsReal a, LsReal b) {
  return LsReal(hn::Min(a.lanes, b.lanes));
}
HWY_INLINE LsReal LsHigher(LsReal a, LsReal b) {
  return LsReal(hn::Max(a.lanes, b.lanes));
}
HWY_INLINE LsReal LsFloor(LsReal a) {
  return LsReal(hn::Floor(a.lanes));
}
HWY_INLINE LsReal LsRoot(LsReal a) {
  return LsReal(hn::Sqrt(a.lanes));
}
#undef LS_SELECT
#define LS_SELECT(truth, a, b) LsReal(hn::IfThenElse((truth), (a).lanes, (b).lanes))
#undef LS_SHARED
#define LS_SHARED HWY_INLINE
#include "kernels/color/functions.h"

// Where the colours are in a pixel.
constexpr bool kLittle = std::endian::native == std::endian::little;
constexpr std::size_t kRed = kLittle ? 2 : 0, kGreen = 1, kBlue = kLittle ? 0 : 2, kOpacity = 3;

HWY_INLINE LsReal ToReal(hn::Vec<Narrow> samples) {
  return LsReal(hn::ConvertTo(Lanes(), hn::PromoteTo(Whole(), samples)));
}

HWY_INLINE hn::Vec<Narrow> Stored(LsReal value) {
  const LsReal clamped = LsLower(LsHigher(value, LsReal(0.0f)), LsReal(LS_MAX));
  return hn::DemoteTo(Narrow(), hn::ConvertTo(Whole(), (clamped + LsReal(0.5f)).lanes));
}

struct Pixels {
  hn::Vec<Narrow> samples[kChannels];
  LsColors colors;
  LsReal alpha;
};

// As many as there are lanes.
HWY_INLINE Pixels LoadPixels(const ColorWork& work, const QuantumSample* in) {
  Pixels p;
  hn::LoadInterleaved4(Narrow(), in, p.samples[0], p.samples[1], p.samples[2], p.samples[3]);
  p.colors = {ToReal(p.samples[kRed]), ToReal(p.samples[kGreen]), ToReal(p.samples[kBlue])};
  const LsReal most(LS_MAX);
  p.alpha = work.has_alpha ? most - ToReal(p.samples[kOpacity]) : most;
  return p;
}

// Of colours, results of four samples a pixel.
struct ToFour {
  static constexpr std::size_t kSamples = kChannels;
  static HWY_INLINE void Store(const ColorWork& work, Pixels p, LsColors made, QuantumSample* out) {
    p.samples[kRed] = Stored(made.red);
    p.samples[kGreen] = Stored(made.green);
    p.samples[kBlue] = Stored(made.blue);
    if (work.with_opacity)
      p.samples[kOpacity] =
          Stored(LsReal(LS_MAX) - LsMatrixRow(p.colors, p.alpha, work.numbers + 15));
    hn::StoreInterleaved4(p.samples[0], p.samples[1], p.samples[2], p.samples[3], Narrow(), out);
  }
};

struct ToGrey {
  static constexpr std::size_t kSamples = 1;
  static HWY_INLINE void Store(const ColorWork&, const Pixels&, LsColors made, QuantumSample* out) {
    hn::StoreU(Stored(made.green), Narrow(), out);
  }
};

// `call`: of colours and alpha.
template <class To, class Call>
void ChangeRows(const ColorWork& work, const Call& call, std::size_t begin, std::size_t end) {
  const std::size_t lanes = hn::Lanes(Lanes()), columns = work.destination.columns;
  const auto change = [&](const QuantumSample* in, QuantumSample* out) HWY_ATTR {
    const Pixels pixels = LoadPixels(work, in);
    To::Store(work, pixels, call(pixels.colors, pixels.alpha), out);
  };
  for (std::size_t y = begin; y < end; ++y) {
    const QuantumSample* in = work.source.Row(y);
    QuantumSample* out = work.destination.Row(y);
    std::size_t x = 0;
    for (; x + lanes <= columns; x += lanes) change(in + x * kChannels, out + x * To::kSamples);
    if (x == columns) continue;
    HWY_ALIGN QuantumSample last[kMaxLanes * kChannels] = {};
    std::copy_n(in + x * kChannels, (columns - x) * kChannels, last);
    change(last, last);
    std::copy_n(last, (columns - x) * To::kSamples, out + x * To::kSamples);
  }
}

template <class Call>
void ChangeRows(const ColorWork& work, const Call& call, std::size_t begin, std::size_t end) {
  if (work.grey_result) {
    ChangeRows<ToGrey>(work, call, begin, end);
  } else {
    ChangeRows<ToFour>(work, call, begin, end);
  }
}

void ColorRows(const ColorWork& work, std::size_t begin, std::size_t end) {
  [[maybe_unused]] const float* const n = work.numbers;
  switch (work.function) {
#define LS_COLOR_FUNCTION(number, name, call)                                               \
  case ColorFunction::k##name:                                                              \
    ChangeRows(                                                                             \
        work, [&](LsColors c, [[maybe_unused]] LsReal alpha) { return call; }, begin, end); \
    return;
#include "kernels/color/color_functions.h"
#undef LS_COLOR_FUNCTION
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(ColorRows);

void ColorBand(const ColorWork& work, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(ColorRows)(work, begin, end);
}

}  // namespace lodestone::kernels
#endif
