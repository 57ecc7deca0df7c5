// Row chunks and strips. A strip is kBlocks rows of pixels interleaved: its vector x is pixel x of
// each of those rows. The horizontal pass over a strip is then the same walk over whole vectors as
// the vertical pass over rows.
#if defined(LODESTONE_STRIP_OPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_STRIP_OPS_INL
#undef LODESTONE_STRIP_OPS_INL
#else
#define LODESTONE_STRIP_OPS_INL
#endif

#include <cstring>

#include "kernels/resample/vector_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// Weighted sums of kVectors vectors that lie `pitch` floats apart; so do their taps, by `step`.
template <std::size_t kVectors>
HWY_INLINE void AddTaps(const float* weights, std::size_t count, const float* input,
                        std::size_t step, std::size_t pitch, WideVector (&sums)[kVectors]) {
  const Wide d;
  for (std::size_t k = 0; k < count; ++k, input += step) {
    const auto weight = hn::Set(d, weights[k]);
    LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) sums[v] =
        Fma(d, weight, hn::Load(d, input + v * pitch), sums[v]);
  }
}

template <std::size_t kVectors>
HWY_INLINE void WeightedSums(const float* weights, std::size_t count, const float* input,
                             std::size_t step, std::size_t pitch, WideVector (&sums)[kVectors]) {
  const Wide d;
  LS_UNROLL for (auto& sum : sums) sum = hn::Zero(d);
  if (count <= LS_TAP_BLOCK) return AddTaps(weights, count, input, step, pitch, sums);
  for (std::size_t k = 0; k < count; k += LS_TAP_BLOCK) {
    WideVector block[kVectors];
    LS_UNROLL for (auto& sum : block) sum = hn::Zero(d);
    AddTaps(weights + k, std::min<std::size_t>(LS_TAP_BLOCK, count - k), input + k * step, step,
            pitch, block);
    LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) sums[v] = hn::Add(sums[v], block[v]);
  }
}

// The sums of two neighbouring outputs, whose taps overlap: what both need is read once. `input` is
// the first tap of output i; the bounds of outputs never decrease.
template <std::size_t kVectors>
HWY_INLINE void PairSums(const AxisView& axis, std::size_t i, const float* input, std::size_t step,
                         std::size_t pitch, WideVector (&a)[kVectors], WideVector (&b)[kVectors]) {
  const Wide d;
  const float* wa = axis.weights + axis.offset[i];
  const float* wb = axis.weights + axis.offset[i + 1];
  const std::size_t skip = axis.first[i + 1] - axis.first[i];
  const std::size_t na = axis.count[i], nb = axis.count[i + 1];
  if (na > LS_TAP_BLOCK || nb > LS_TAP_BLOCK) {
    WeightedSums(wa, na, input, step, pitch, a);
    WeightedSums(wb, nb, input + skip * step, step, pitch, b);
    return;
  }
  LS_UNROLL for (auto& sum : a) sum = hn::Zero(d);
  LS_UNROLL for (auto& sum : b) sum = hn::Zero(d);
  const std::size_t alone = std::min(skip, na), shared = na - alone;
  AddTaps(wa, alone, input, step, pitch, a);
  const float* at = input + skip * step;
  for (std::size_t k = 0; k < shared; ++k, at += step) {
    const auto weight_a = hn::Set(d, wa[alone + k]), weight_b = hn::Set(d, wb[k]);
    LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) {
      const auto sample = Kept(hn::Load(d, at + v * pitch));
      a[v] = Fma(d, weight_a, sample, a[v]);
      b[v] = Fma(d, weight_b, sample, b[v]);
    }
  }
  AddTaps(wb + shared, nb - shared, at, step, pitch, b);
}

template <bool kAlpha>
HWY_INLINE void LoadRow(const QuantumSample* source, std::size_t pixels, float* row) {
  ForSamples(pixels * kChannels, [&](auto d, std::size_t i) {
    hn::StoreU(LoadQuanta<kAlpha>(d, source + i), d, row + i);
  });
}

// kBlocks rows, `pitch` floats apart, to a strip. Pixels are rounded up to whole vectors.
HWY_INLINE void RowsToStrip(const float* rows, std::size_t pitch, std::size_t pixels,
                            float* strip) {
  const Wide d;
  for (std::size_t x = 0; x < pixels; x += kBlocks) {
    WideVector v[kBlocks];
    LS_UNROLL for (std::size_t r = 0; r < kBlocks; ++r) v[r] =
        hn::Load(d, rows + r * pitch + x * kChannels);
    Transpose(v);
    LS_UNROLL for (std::size_t r = 0; r < kBlocks; ++r)
        hn::Store(v[r], d, strip + (x + r) * kLanes);
  }
}

// The way back, of sums between the passes.
template <bool kAlpha>
HWY_INLINE void StripToRows(const float* strip, std::size_t pixels, float* rows, std::size_t pitch,
                            const Rules& rules) {
  const Wide d;
  for (std::size_t x = 0; x < pixels; x += kBlocks) {
    WideVector v[kBlocks];
    LS_UNROLL for (std::size_t r = 0; r < kBlocks; ++r) v[r] =
        Between<kAlpha>(d, hn::Load(d, strip + (x + r) * kLanes), rules);
    Transpose(v);
    LS_UNROLL for (std::size_t r = 0; r < kBlocks; ++r)
        hn::Store(v[r], d, rows + r * pitch + x * kChannels);
  }
}

// Pixels of a row in one vector of quanta.
constexpr std::size_t kStorePixels = kLanes / sizeof(QuantumSample);
using StoreTag = hn::Repartition<QuantumSample, Wide>;

// The sums of kStorePixels / kBlocks pixels of a strip as quanta, still interleaved.
template <bool kAlpha>
HWY_INLINE WideVector FinishPixels(const float* strip, const Rules& rules) {
  const Wide d;
  const StoreTag dq;
  auto pair = [&](auto to, std::size_t i) {
    return Pack(to, Finish<kAlpha>(d, hn::Load(d, strip + i * kLanes)),
                Finish<kAlpha>(d, hn::Load(d, strip + (i + 1) * kLanes)));
  };
#if LS_QUANTUM_DEPTH == 8
  const hn::Repartition<std::int16_t, Wide> words;
  const auto quanta = Pack(dq, pair(words, 0), pair(words, 2));
#else
  const auto quanta = pair(dq, 0);
#endif
  return hn::BitCast(d, FinishOpacity<kAlpha>(dq, quanta, rules));
}

// kStorePixels pixels of each row of a strip as quanta, a row to a vector.
template <bool kAlpha>
HWY_INLINE void FinishRows(const float* strip, const Rules& rules, WideVector (&rows)[kBlocks]) {
  LS_UNROLL for (std::size_t b = 0; b < kBlocks; ++b) rows[b] =
      FinishPixels<kAlpha>(strip + b * kStorePixels / kBlocks * kLanes, rules);
  Transpose(rows);
}

// Sums of a strip to the pixels of its first `rows` rows. The strip is read in whole vectors of
// quanta; nothing is written behind `pixels`.
template <bool kAlpha>
HWY_INLINE void StoreStrip(const float* strip, std::size_t pixels, const Rules& rules,
                           QuantumSample* const (&destination)[kBlocks], std::size_t rows) {
  const StoreTag dq;
  WideVector v[kBlocks];
  std::size_t x = 0;
  if (rows == kBlocks) {
    for (; x + kStorePixels <= pixels; x += kStorePixels) {
      FinishRows<kAlpha>(strip + x * kLanes, rules, v);
      LS_UNROLL for (std::size_t r = 0; r < kBlocks; ++r)
          hn::StoreU(hn::BitCast(dq, v[r]), dq, destination[r] + x * kChannels);
    }
  }
  for (; x < pixels; x += kStorePixels) {
    FinishRows<kAlpha>(strip + x * kLanes, rules, v);
    HWY_ALIGN QuantumSample finished[kBlocks][kStorePixels * kChannels];
    LS_UNROLL for (std::size_t r = 0; r < kBlocks; ++r)
        hn::Store(hn::BitCast(dq, v[r]), dq, finished[r]);
    const std::size_t left = std::min(kStorePixels, pixels - x);
    for (std::size_t r = 0; r < rows; ++r)
      std::memcpy(destination[r] + x * kChannels, finished[r],
                  left * kChannels * sizeof(QuantumSample));
  }
}

// Sums of a row to pixels.
template <bool kAlpha>
HWY_INLINE void StoreRow(const float* row, std::size_t pixels, const Rules& rules,
                         QuantumSample* destination) {
  ForSamples(pixels * kChannels, [&](auto d, std::size_t i) {
    const hn::Rebind<QuantumSample, decltype(d)> dq;
    const auto quanta = hn::DemoteTo(dq, Finish<kAlpha>(d, hn::LoadU(d, row + i)));
    hn::StoreU(FinishOpacity<kAlpha>(dq, quanta, rules), dq, destination + i);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
