#include "kernels/samples/samples_cpu.hpp"

#include <algorithm>
#include <cstdlib>

#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/samples/samples_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kBlock = 16;  // bytes that one table lookup reads and writes

// A table lookup that makes some pixels at once.
template <class In>
struct Lookup {
  explicit Lookup(const SamplePlaces& places) {
    const std::size_t in = places.in, out = places.out.size();
    step = std::min(kBlock / (in * sizeof(In)), kBlock / (out * sizeof(QuantumSample)));
    std::fill_n(table, kBlock, std::uint8_t{0x80});
    for (std::size_t i = 0; i < step * out; ++i) {
      const SamplePlace& place = places.out[i % out];
      flip[i] = place.flip;
      if (place.from == SamplePlace::kNowhere) continue;
      const std::size_t from = (i / out * in + place.from) * sizeof(In);
      // All bytes of a wider sample are those of the narrower: that is, times 257.
      for (std::size_t b = 0; b < sizeof(QuantumSample); ++b)
        table[i * sizeof(QuantumSample) + b] = static_cast<std::uint8_t>(from + b % sizeof(In));
    }
    const auto filled = [](std::size_t bytes) { return (kBlock + bytes - 1) / bytes; };
    reach = std::max(filled(in * sizeof(In)), filled(out * sizeof(QuantumSample)));
  }

  std::size_t step;   // pixels at once; 0: they are too large
  std::size_t reach;  // pixels that fill a block
  alignas(kBlock) std::uint8_t table[kBlock];
  alignas(kBlock) QuantumSample flip[kBlock / sizeof(QuantumSample)] = {};
};

template <class In>
QuantumSample Widened(In value) {
  return static_cast<QuantumSample>(sizeof(In) < sizeof(QuantumSample) ? value * 257u : value);
}

template <class In>
void PlaceOne(const SamplePlaces& places, const In* from, QuantumSample* to) {
  for (const SamplePlace& place : places.out) {
    const QuantumSample value =
        place.from == SamplePlace::kNowhere ? QuantumSample{0} : Widened(from[place.from]);
    *to++ = static_cast<QuantumSample>(value ^ place.flip);
  }
}

template <class In>
void PlaceAll(const SamplePlaces& places, const In* from, std::size_t pixels, QuantumSample* to) {
  const std::size_t in = places.in, out = places.out.size();
  const Lookup<In> lookup(places);
  std::size_t i = 0;
  if (lookup.step != 0) {
    const hn::FixedTag<std::uint8_t, kBlock> d;
    const hn::Repartition<QuantumSample, decltype(d)> samples;
    const auto table = hn::Load(d, lookup.table);
    const auto flip = hn::Load(samples, lookup.flip);
    for (; i + lookup.reach <= pixels; i += lookup.step) {
      const auto block = hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(from + i * in));
      const auto placed = hn::BitCast(samples, hn::TableLookupBytesOr0(block, table));
      hn::StoreU(hn::Xor(placed, flip), samples, to + i * out);
    }
  }
  for (; i < pixels; ++i) PlaceOne(places, from + i * in, to + i * out);
}

void PlaceQuanta(const SamplePlaces& places, const QuantumSample* from, std::size_t pixels,
                 QuantumSample* to) {
  PlaceAll(places, from, pixels, to);
}

#if LS_QUANTUM_DEPTH != 8
void PlaceBytes(const SamplePlaces& places, const std::uint8_t* from, std::size_t pixels,
                QuantumSample* to) {
  PlaceAll(places, from, pixels, to);
}
#endif

void Widen(const std::uint8_t* from, std::size_t count, std::uint16_t* to) {
  const hn::ScalableTag<std::uint16_t> wide;
  const hn::Rebind<std::uint8_t, decltype(wide)> narrow;
  std::size_t i = 0;
  for (; i + hn::Lanes(wide) <= count; i += hn::Lanes(wide)) {
    const auto value = hn::PromoteTo(wide, hn::LoadU(narrow, from + i));
    hn::StoreU(hn::Or(value, hn::ShiftLeft<8>(value)), wide, to + i);
  }
  for (; i < count; ++i) to[i] = static_cast<std::uint16_t>(from[i] * 257u);
}

void Narrow(const std::uint16_t* from, std::size_t count, std::uint8_t* to) {
  const hn::ScalableTag<std::uint16_t> wide;
  const hn::RebindToSigned<decltype(wide)> positive;
  const hn::Rebind<std::uint8_t, decltype(wide)> narrow;
  std::size_t i = 0;
  for (; i + hn::Lanes(wide) <= count; i += hn::Lanes(wide)) {
    const auto value = hn::SaturatedAdd(hn::LoadU(wide, from + i), hn::Set(wide, 128));
    const auto byte = hn::ShiftRight<8>(hn::Sub(value, hn::ShiftRight<8>(value)));
    hn::StoreU(hn::DemoteTo(narrow, hn::BitCast(positive, byte)), narrow, to + i);
  }
  for (; i < count; ++i) to[i] = static_cast<std::uint8_t>((from[i] + 128u) / 257u);
}

void Swap(const std::uint8_t* from, std::size_t count, std::uint8_t* to) {
  const hn::ScalableTag<std::uint8_t> d;
  const hn::Repartition<std::uint16_t, decltype(d)> wide;
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= 2 * count; i += hn::Lanes(d)) {
    const auto value = hn::BitCast(wide, hn::LoadU(d, from + i));
    const auto swapped = hn::Or(hn::ShiftLeft<8>(value), hn::ShiftRight<8>(value));
    hn::StoreU(hn::BitCast(d, swapped), d, to + i);
  }
  for (; i < 2 * count; ++i) to[i] = from[i ^ 1];
}

void WeightedSum(const QuantumSample* pixels, std::size_t count, const std::uint32_t* weights,
                 QuantumSample* to) {
  constexpr int kShift = 10;
  const hn::CappedTag<std::uint32_t, 16> d;
  const hn::Rebind<std::int32_t, decltype(d)> positive;
  const hn::Rebind<QuantumSample, decltype(d)> narrow;
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    hn::Vec<decltype(narrow)> samples[kChannels];
    hn::LoadInterleaved4(narrow, pixels + kChannels * i, samples[0], samples[1], samples[2],
                         samples[3]);
    auto sum = hn::Zero(d);
    for (std::size_t s = 0; s < 3; ++s)
      sum = hn::Add(sum, hn::Mul(hn::PromoteTo(d, samples[s]), hn::Set(d, weights[s])));
    hn::StoreU(hn::DemoteTo(narrow, hn::BitCast(positive, hn::ShiftRight<kShift>(sum))), narrow,
               to + i);
  }
  for (; i < count; ++i) {
    std::uint32_t sum = 0;
    for (std::size_t s = 0; s < 3; ++s) sum += pixels[kChannels * i + s] * weights[s];
    to[i] = static_cast<QuantumSample>(sum >> kShift);
  }
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V Difference(D, V a, V b) {
  return hn::Sub(hn::Max(a, b), hn::Min(a, b));
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V StepOf(D d, const std::uint8_t* row, std::size_t samples) {
  if (samples == 1) return Difference(d, hn::LoadU(d, row), hn::LoadU(d, row + 1));
  V own[4], next[4];
  hn::LoadInterleaved4(d, row, own[0], own[1], own[2], own[3]);
  hn::LoadInterleaved4(d, row + 4, next[0], next[1], next[2], next[3]);
  const auto first = Difference(d, own[0], next[0]), second = Difference(d, own[1], next[1]);
  return hn::Max(hn::Max(first, second), Difference(d, own[2], next[2]));
}

PixelSteps CountPixelSteps(const std::uint8_t* row, std::size_t pixels, std::size_t samples,
                           std::uint8_t plain, std::uint8_t hard) {
  const hn::ScalableTag<std::uint8_t> d;
  PixelSteps steps{0, 0};
  std::size_t i = 0;
  for (; i + hn::Lanes(d) < pixels; i += hn::Lanes(d)) {
    const auto step = StepOf(d, row + i * samples, samples);
    steps.plain += hn::CountTrue(d, hn::Eq(hn::Min(step, hn::Set(d, plain)), step));
    steps.hard += hn::CountTrue(d, hn::Eq(hn::Max(step, hn::Set(d, hard)), step));
  }
  for (; i + 1 < pixels; ++i) {
    int most = 0;
    for (std::size_t s = 0; s < std::min<std::size_t>(samples, 3); ++s) {
      const std::uint8_t* const own = row + i * samples + s;
      most = std::max(most, std::abs(int{own[samples]} - int{own[0]}));
    }
    steps.plain += most <= plain;
    steps.hard += most >= hard;
  }
  return steps;
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(PlaceQuanta);
HWY_EXPORT(Widen);
HWY_EXPORT(Narrow);
HWY_EXPORT(Swap);
HWY_EXPORT(WeightedSum);
HWY_EXPORT(CountPixelSteps);

void PlaceSamples(const SamplePlaces& places, const QuantumSample* from, std::size_t pixels,
                  QuantumSample* to) {
  HWY_DYNAMIC_DISPATCH(PlaceQuanta)(places, from, pixels, to);
}

#if LS_QUANTUM_DEPTH != 8
HWY_EXPORT(PlaceBytes);

void PlaceSamples(const SamplePlaces& places, const std::uint8_t* from, std::size_t pixels,
                  QuantumSample* to) {
  HWY_DYNAMIC_DISPATCH(PlaceBytes)(places, from, pixels, to);
}
#endif

void WidenSamples(const std::uint8_t* from, std::size_t count, std::uint16_t* to) {
  HWY_DYNAMIC_DISPATCH(Widen)(from, count, to);
}

void NarrowSamples(const std::uint16_t* from, std::size_t count, std::uint8_t* to) {
  HWY_DYNAMIC_DISPATCH(Narrow)(from, count, to);
}

void SwapSamples(const std::uint8_t* from, std::size_t count, std::uint8_t* to) {
  HWY_DYNAMIC_DISPATCH(Swap)(from, count, to);
}

void WeightedSums(const QuantumSample* pixels, std::size_t count, const std::uint32_t* weights,
                  QuantumSample* to) {
  HWY_DYNAMIC_DISPATCH(WeightedSum)(pixels, count, weights, to);
}

PixelSteps CountSteps(const std::uint8_t* row, std::size_t pixels, std::size_t samples,
                      std::uint8_t plain, std::uint8_t hard) {
  return HWY_DYNAMIC_DISPATCH(CountPixelSteps)(row, pixels, samples, plain, hard);
}

}  // namespace lodestone::kernels
#endif
