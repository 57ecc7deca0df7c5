#include "kernels/window/neighborhood/neighborhood_cpu.hpp"

#include <algorithm>
#include <vector>

#include "kernels/common/targets.hpp"
#include "kernels/window/neighborhood/window_loops.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/window/neighborhood/neighborhood_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/common/pixel_lanes-inl.hpp"
#include "kernels/window/neighborhood/plane_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// Whole numbers, exact in double: of the first half of the lanes, and of the second.
using Half = hn::Half<Lanes>;
using Doubles = hn::Rebind<double, Half>;
struct LsExact {
  hn::Vec<Doubles> low, high;
};

HWY_INLINE LsExact operator+(LsExact a, LsExact b) {
  return {hn::Add(a.low, b.low), hn::Add(a.high, b.high)};
}
HWY_INLINE LsExact operator-(LsExact a, LsExact b) {
  return {hn::Sub(a.low, b.low), hn::Sub(a.high, b.high)};
}
HWY_INLINE LsExact operator*(LsExact a, LsExact b) {
  return {hn::Mul(a.low, b.low), hn::Mul(a.high, b.high)};
}
HWY_INLINE LsExact LsToExact(LsReal a) {
  return {hn::PromoteTo(Doubles(), hn::LowerHalf(Half(), a.lanes)),
          hn::PromoteTo(Doubles(), hn::UpperHalf(Half(), a.lanes))};
}
HWY_INLINE LsReal LsSign(LsExact a) {
  return LsReal(hn::Combine(Lanes(), hn::DemoteTo(Half(), a.high), hn::DemoteTo(Half(), a.low)));
}

// The windows of neighbouring pixels.
struct LsWindow {
  const PlaneRows* rows;
  std::ptrdiff_t top, left;    // virtual row and column of the corner of the first one
  std::size_t before, behind;  // columns of the image around the first one
};

HWY_INLINE LsReal LsSampleAt(const LsWindow& w, std::size_t which, int column, int row) {
  return LsReal(hn::LoadU(Lanes(), w.rows->At(which, w.top + row, w.left + column)));
}
HWY_INLINE LsReal LsIntensityAt(const LsWindow& w, int column, int row) {
  return LsSampleAt(w, kIntensityPlane, column, row);
}

// Numbers of columns are not counted beyond this.
constexpr float kFar = 1024.0f;

HWY_INLINE LsReal LsBefore(const LsWindow& w) {
  const auto first = static_cast<float>(std::min<std::size_t>(w.before, kFar));
  return LsReal(hn::Iota(Lanes(), first));
}
HWY_INLINE LsReal LsBehind(const LsWindow& w) {
  const auto first = static_cast<float>(std::min<std::size_t>(w.behind, kFar));
  return LsReal(first) - LsReal(hn::Iota(Lanes(), 0.0f));
}

#undef LS_TABLE
#define LS_TABLE static constexpr
#include "kernels/window/neighborhood/functions.h"

// As many pixels as there are lanes.
HWY_INLINE void StorePixels(Channels channels, const LsSamples& made, QuantumSample* out) {
  if (channels == Channels::kGrey) return hn::StoreU(Stored(made.green), Narrow(), out);
  hn::Vec<Narrow> samples[kChannels];
  samples[kRed] = Stored(made.red);
  samples[kGreen] = Stored(made.green);
  samples[kBlue] = Stored(made.blue);
  samples[kOpacity] = channels == Channels::kOpaque ? hn::Zero(Narrow()) : Stored(made.opacity);
  hn::StoreInterleaved4(samples[0], samples[1], samples[2], samples[3], Narrow(), out);
}

template <class Call>
void MakeRows(const NeighborhoodWork& work, const Call& call, std::size_t begin, std::size_t end,
              const RowDone& done) {
  const std::size_t lanes = hn::Lanes(Lanes()), columns = work.destination.columns;
  const std::size_t samples = SamplesOf(work.source.channels);
  const auto reach = static_cast<std::ptrdiff_t>(work.window / 2);
  PlaneRows rows(work.source, work.window, columns + work.window - 1);
  rows.Start(static_cast<std::ptrdiff_t>(begin) - reach, -reach);
  const auto make = [&](std::size_t x, std::ptrdiff_t top, QuantumSample* out) HWY_ATTR {
    const LsWindow window{&rows, top, static_cast<std::ptrdiff_t>(x) - reach, x, columns - 1 - x};
    StorePixels(work.source.channels, call(window), out);
  };
  for (std::size_t y = begin; y < end; ++y) {
    const std::ptrdiff_t top = static_cast<std::ptrdiff_t>(y) - reach;
    rows.MakeUpTo(top + 2 * reach);
    QuantumSample* out = work.destination.Row(y);
    std::size_t x = 0;
    for (; x + lanes <= columns; x += lanes) make(x, top, out + x * samples);
    if (x < columns) {
      HWY_ALIGN QuantumSample last[kMaxLanes * kChannels];
      make(x, top, last);
      std::copy_n(last, (columns - x) * samples, out + x * samples);
    }
    if (!done()) return;
  }
}

void NeighborhoodRows(const NeighborhoodWork& work, std::size_t begin, std::size_t end,
                      const RowDone& done) {
  [[maybe_unused]] const float* const n = work.rule.numbers;
  switch (work.rule.function) {
#define LS_WINDOW_FUNCTION(name, call) \
  case MagickAccelerate##name:         \
    return MakeRows(                   \
        work, [&](const LsWindow& w) HWY_ATTR { return call; }, begin, end, done);
#define LS_WINDOW_LOOP(name)   \
  case MagickAccelerate##name: \
    return name##Band(work, begin, end, done);
#include "kernels/window/neighborhood/window_functions.h"
#undef LS_WINDOW_FUNCTION
#undef LS_WINDOW_LOOP
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(NeighborhoodRows);

void NeighborhoodBand(const NeighborhoodWork& work, std::size_t begin, std::size_t end,
                      const RowDone& done) {
  if (begin < end) HWY_DYNAMIC_DISPATCH(NeighborhoodRows)(work, begin, end, done);
}

double NeighborhoodOperations(const NeighborhoodWork& work) {
  const auto window = static_cast<double>(work.window);
  double each = 8.0;
  if (work.rule.function == MagickAcceleratePaint) each = 20.0 + 3.0 * window;
  if (work.rule.function == MagickAccelerateEnhance) each = 60.0;
  if (work.rule.function == MagickAccelerateSelectiveBlur) {
    const double places = double{work.rule.numbers[0]} * work.rule.numbers[1];
    each = work.rule.numbers[4] > 0.0f ? 5.0 * places : 2.0 * places;
  }
  return each * double(SamplesOf(work.source.channels)) * double(work.destination.columns) *
         double(work.destination.rows);
}

}  // namespace lodestone::kernels
#endif
