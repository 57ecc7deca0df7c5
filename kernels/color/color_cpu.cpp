#include "kernels/color/color_cpu.hpp"

#include <algorithm>

#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/color/color_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/common/pixel_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

#include "kernels/color/functions.h"

struct Pixels {
  Pixels() = default;  // declared, to be compiled for the target
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
  p.alpha = work.rule.has_alpha ? most - ToReal(p.samples[kOpacity]) : most;
  return p;
}

// Of colours, results of four samples a pixel.
struct ToFour {
  static constexpr std::size_t kSamples = kChannels;
  template <class Fourth>
  static HWY_INLINE void Store(const ColorWork& work, Pixels p, LsColors made, const Fourth& fourth,
                               QuantumSample* out) {
    p.samples[kRed] = Stored(made.red);
    p.samples[kGreen] = Stored(made.green);
    p.samples[kBlue] = Stored(made.blue);
    if (work.rule.with_opacity) p.samples[kOpacity] = Stored(fourth(p.colors, p.alpha, made));
    hn::StoreInterleaved4(p.samples[0], p.samples[1], p.samples[2], p.samples[3], Narrow(), out);
  }
};

struct ToGrey {
  static constexpr std::size_t kSamples = 1;
  template <class Fourth>
  static HWY_INLINE void Store(const ColorWork&, const Pixels&, LsColors made, const Fourth&,
                               QuantumSample* out) {
    hn::StoreU(Stored(made.green), Narrow(), out);
  }
};

// `call`: of colours and alpha. `fourth`: of those and what was made of the colours.
template <class To, class Call, class Fourth>
void ChangeRows(const ColorWork& work, const Call& call, const Fourth& fourth, std::size_t begin,
                std::size_t end) {
  const std::size_t lanes = hn::Lanes(Lanes()), columns = work.destination.columns;
  const auto change = [&](const QuantumSample* in, QuantumSample* out) HWY_ATTR {
    const Pixels pixels = LoadPixels(work, in);
    To::Store(work, pixels, call(pixels.colors, pixels.alpha), fourth, out);
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

template <class Call, class Fourth>
void ChangeRows(const ColorWork& work, const Call& call, const Fourth& fourth, std::size_t begin,
                std::size_t end) {
  if (work.grey_result) {
    ChangeRows<ToGrey>(work, call, fourth, begin, end);
  } else {
    ChangeRows<ToFour>(work, call, fourth, begin, end);
  }
}

void ColorRows(const ColorWork& work, std::size_t begin, std::size_t end) {
  [[maybe_unused]] const float* const n = work.rule.numbers;
  switch (work.rule.function) {
#define LS_FOURTH_FUNCTION(name, call, fourth)                                 \
  case MagickAccelerate##name:                                                 \
    ChangeRows(                                                                \
        work, [&](LsColors c, [[maybe_unused]] LsReal alpha) { return call; }, \
        [&]([[maybe_unused]] LsColors c, [[maybe_unused]] LsReal alpha,        \
            [[maybe_unused]] LsColors made) { return fourth; },                \
        begin, end);                                                           \
    return;
#define LS_COLOR_FUNCTION(name, call) LS_FOURTH_FUNCTION(name, call, LsReal(LS_MAX) - alpha)
#include "kernels/color/color_functions.h"
#undef LS_COLOR_FUNCTION
#undef LS_FOURTH_FUNCTION
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
