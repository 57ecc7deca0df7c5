#include "kernels/composite/composite_cpu.hpp"

#include <algorithm>

#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/composite/composite_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/common/pixel_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

#include "kernels/color/functions.h"
#include "kernels/composite/functions.h"

// Pixels next to one another in a row.
struct Run {
  const QuantumSample* canvas;
  const QuantumSample* update;
  QuantumSample* destination;
  std::size_t count;
};

// What is in memory for a pixel.
enum class Memory { kColors, kColorsAndAlpha, kGrey };

template <Memory kMemory>
constexpr std::size_t kSamplesOf = kMemory == Memory::kGrey ? 1 : kChannels;

// As many as there are lanes. Without alpha, what is in memory for it has no meaning.
template <Memory kMemory>
HWY_INLINE LsLayer LoadLayer(const QuantumSample* in) {
  if constexpr (kMemory == Memory::kGrey) {
    return {LsGrey(ToReal(hn::LoadU(Narrow(), in))), LsReal(0.0f)};
  } else {
    hn::Vec<Narrow> s[kChannels];
    hn::LoadInterleaved4(Narrow(), in, s[0], s[1], s[2], s[3]);
    return {{ToReal(s[kRed]), ToReal(s[kGreen]), ToReal(s[kBlue])},
            kMemory == Memory::kColorsAndAlpha ? ToReal(s[kOpacity]) : LsReal(0.0f)};
  }
}

template <bool kIsGrey>
HWY_INLINE void StoreLayer(LsLayer layer, QuantumSample* out) {
  if constexpr (kIsGrey) {
    hn::StoreU(Stored(layer.colors.green), Narrow(), out);
    return;
  }
  hn::Vec<Narrow> s[kChannels];
  s[kRed] = Stored(layer.colors.red);
  s[kGreen] = Stored(layer.colors.green);
  s[kBlue] = Stored(layer.colors.blue);
  s[kOpacity] = Stored(layer.opacity);
  hn::StoreInterleaved4(s[0], s[1], s[2], s[3], Narrow(), out);
}

template <Memory kCanvas, Memory kUpdate, class Call>
void ComposeRun(const Run& run, const Call& call) {
  constexpr std::size_t kSamples = kSamplesOf<kCanvas>;
  const std::size_t lanes = hn::Lanes(Lanes());
  const auto compose = [&](const QuantumSample* canvas, const QuantumSample* update,
                           QuantumSample* out) HWY_ATTR {
    StoreLayer<kCanvas == Memory::kGrey>(
        call(LoadLayer<kCanvas>(canvas), LoadLayer<kUpdate>(update)), out);
  };
  std::size_t x = 0;
  for (; x + lanes <= run.count; x += lanes)
    compose(run.canvas + x * kSamples, run.update + x * kSamples, run.destination + x * kSamples);
  if (x == run.count) return;
  HWY_ALIGN QuantumSample canvas[kMaxLanes * kChannels] = {}, update[kMaxLanes * kChannels] = {};
  const std::size_t rest = (run.count - x) * kSamples;
  std::copy_n(run.canvas + x * kSamples, rest, canvas);
  std::copy_n(run.update + x * kSamples, rest, update);
  compose(canvas, update, canvas);
  std::copy_n(canvas, rest, run.destination + x * kSamples);
}

Run RunOf(const CompositeWork& work, std::size_t y) {
  const std::size_t samples = SamplesOf(work.channels);
  const MagickAccelerateComposition& rule = work.rule;
  return {work.source.Row(y) + rule.column * samples,
          work.second.Row(y - rule.row + rule.second_row) + rule.second_column * samples,
          work.destination.Row(y) + rule.column * samples, rule.columns};
}

template <Memory kCanvas, Memory kUpdate, class Call>
void ComposeRows(const CompositeWork& work, const Call& call, std::size_t begin, std::size_t end) {
  for (std::size_t y = begin; y < end; ++y) ComposeRun<kCanvas, kUpdate>(RunOf(work, y), call);
}

template <class Call>
void ComposeRows(const CompositeWork& work, const Call& call, std::size_t begin, std::size_t end) {
  constexpr Memory kColors = Memory::kColors, kAlpha = Memory::kColorsAndAlpha;
  if (work.channels == Channels::kGrey)
    ComposeRows<Memory::kGrey, Memory::kGrey>(work, call, begin, end);
  else if (work.rule.source_has_alpha && work.rule.second_has_alpha)
    ComposeRows<kAlpha, kAlpha>(work, call, begin, end);
  else if (work.rule.source_has_alpha)
    ComposeRows<kAlpha, kColors>(work, call, begin, end);
  else if (work.rule.second_has_alpha)
    ComposeRows<kColors, kAlpha>(work, call, begin, end);
  else
    ComposeRows<kColors, kColors>(work, call, begin, end);
}

void CompositeRows(const CompositeWork& work, std::size_t begin, std::size_t end) {
  [[maybe_unused]] const float* const n = work.rule.numbers;
  switch (static_cast<CompositeFunction>(work.rule.function)) {
#define LS_COMPOSITE_FUNCTION(number, name, call)                                              \
  case CompositeFunction::k##name:                                                             \
    ComposeRows(                                                                               \
        work,                                                                                  \
        [&]([[maybe_unused]] LsLayer c, [[maybe_unused]] LsLayer u) HWY_ATTR { return call; }, \
        begin, end);                                                                           \
    return;
#include "kernels/composite/composite_functions.h"
#undef LS_COMPOSITE_FUNCTION
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

namespace {

HWY_EXPORT(CompositeRows);

void CopyCanvas(const CompositeWork& work, std::size_t y, std::size_t from, std::size_t to) {
  const std::size_t samples = SamplesOf(work.channels);
  std::copy(work.source.Row(y) + from * samples, work.source.Row(y) + to * samples,
            work.destination.Row(y) + from * samples);
}

// What is around the rectangle, unless it is in place already.
void CopyAround(const CompositeWork& work, std::size_t begin, std::size_t end) {
  if (work.destination.data == work.source.data) return;
  const std::size_t columns = work.source.columns;
  const MagickAccelerateComposition& rule = work.rule;
  for (std::size_t y = begin; y < end; ++y) {
    const bool composed = y >= rule.row && y - rule.row < rule.rows;
    CopyCanvas(work, y, 0, composed ? rule.column : columns);
    if (composed) CopyCanvas(work, y, std::size_t{rule.column} + rule.columns, columns);
  }
}

}  // namespace

void CompositeBand(const CompositeWork& work, std::size_t begin, std::size_t end) {
  CopyAround(work, begin, end);
  const std::size_t first = work.rule.row;
  begin = std::max(begin, first);
  end = std::min(end, first + work.rule.rows);
  if (begin < end) HWY_DYNAMIC_DISPATCH(CompositeRows)(work, begin, end);
}

}  // namespace lodestone::kernels
#endif
