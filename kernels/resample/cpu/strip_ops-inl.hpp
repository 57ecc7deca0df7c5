// Row chunks and strips. A strip interleaves as many rows as a vector has pixels: its vector x
// holds pixel x of each of those rows. The horizontal pass over a strip is then the same walk over
// whole vectors as the vertical pass over rows.
#if defined(LODESTONE_STRIP_OPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_STRIP_OPS_INL
#undef LODESTONE_STRIP_OPS_INL
#else
#define LODESTONE_STRIP_OPS_INL
#endif

#include <cstring>

#include "kernels/common/light_ops-inl.hpp"
#include "kernels/common/vector_ops-inl.hpp"
#include "kernels/resample/cpu/resample_work.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

HWY_INLINE Rules RulesOf(const ResampleWork& work) {
  return {work.channels, work.clamps_intermediate, work.linear_light};
}

// Weighted sums of kVectors vectors, `pitch` floats apart; their taps are `step` apart.
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

// The sums of two neighbouring outputs, whose taps overlap: shared inputs are read once. `input` is
// the first tap of output i; the bounds of outputs never decrease.
template <std::size_t kVectors>
HWY_INLINE void PairSums(const MagickAccelerateAxis& axis, std::size_t i, const float* input,
                         std::size_t step, std::size_t pitch, WideVector (&a)[kVectors],
                         WideVector (&b)[kVectors]) {
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

// The samples of a row for the next chunk but one.
template <std::size_t kPitch>
HWY_INLINE void PrefetchAhead(const QuantumSample* source) {
  LS_UNROLL for (std::size_t i = 0; i < kPitch; i += 64 / sizeof(QuantumSample))
      hwy::Prefetch(source + 2 * kPitch + i);
}

// Rounds up to whole vectors, padding the last with zeros.
template <Kind kKind>
HWY_INLINE void LoadRow(const QuantumSample* source, std::size_t pixels, bool linear_light,
                        float* row) {
  const Wide d;
  const std::size_t samples = pixels * kSamples<kKind>;
  const std::size_t whole = samples / kLanes * kLanes;
  HWY_ALIGN QuantumSample rest[kLanes] = {};
  std::memcpy(rest, source + whole, (samples - whole) * sizeof(QuantumSample));
  const auto load = [&](auto&& convert) {
    for (std::size_t i = 0; i < whole; i += kLanes) hn::Store(convert(source + i), d, row + i);
    if (whole != samples) hn::Store(convert(rest), d, row + whole);
  };
  if (linear_light)
    load([&](const QuantumSample* from) { return LoadLight<kKind>(d, from); });
  else
    load([&](const QuantumSample* from) { return LoadQuanta<kKind>(d, from); });
}

// Transposes pixels [x, x + kPixels) of as many rows into as many vectors of a strip, or back, if
// their lanes need transposing too.
HWY_INLINE void TransposeGrey(WideVector (&v)[kBlocks][4]) {
  LS_UNROLL for (std::size_t b = 0; b < kBlocks; ++b) TransposeLanes(v[b]);
  LS_UNROLL for (std::size_t lane = 0; lane < 4; ++lane) {
    WideVector blocks[kBlocks];
    LS_UNROLL for (std::size_t b = 0; b < kBlocks; ++b) blocks[b] = v[b][lane];
    Transpose(blocks);
    LS_UNROLL for (std::size_t b = 0; b < kBlocks; ++b) v[b][lane] = blocks[b];
  }
}

// Transposes a square of pixels: get(i) is its row i, put(i, v) receives column i.
template <Kind kKind, class Get, class Put>
HWY_INLINE void Exchange(Get&& get, Put&& put) {
  if constexpr (kKind == Kind::kGrey) {
    WideVector v[kBlocks][4];
    LS_UNROLL for (std::size_t i = 0; i < kLanes; ++i) v[i / 4][i % 4] = get(i);
    TransposeGrey(v);
    LS_UNROLL for (std::size_t i = 0; i < kLanes; ++i) put(i, v[i / 4][i % 4]);
  } else {
    WideVector v[kBlocks];
    LS_UNROLL for (std::size_t i = 0; i < kBlocks; ++i) v[i] = get(i);
    Transpose(v);
    LS_UNROLL for (std::size_t i = 0; i < kBlocks; ++i) put(i, v[i]);
  }
}

// Transposes rows, `pitch` floats apart, into a strip. Pixels are rounded up to whole vectors.
template <Kind kKind>
HWY_INLINE void RowsToStrip(const float* rows, std::size_t pitch, std::size_t pixels,
                            float* strip) {
  const Wide d;
  for (std::size_t x = 0; x < pixels; x += kPixels<kKind>)
    Exchange<kKind>(
        [&](std::size_t r) { return hn::Load(d, rows + r * pitch + x * kSamples<kKind>); },
        [&](std::size_t i, WideVector v) { hn::Store(v, d, strip + (x + i) * kLanes); });
}

// The reverse, for sums between the passes.
template <Kind kKind>
HWY_INLINE void StripToRows(const float* strip, std::size_t pixels, float* rows, std::size_t pitch,
                            const Rules& rules) {
  const Wide d;
  for (std::size_t x = 0; x < pixels; x += kPixels<kKind>)
    Exchange<kKind>(
        [&](std::size_t i) {
          return ToIntermediate<kKind>(d, hn::Load(d, strip + (x + i) * kLanes), rules);
        },
        [&](std::size_t r, WideVector v) {
          hn::Store(v, d, rows + r * pitch + x * kSamples<kKind>);
        });
}

using StoreTag = hn::Repartition<QuantumSample, Wide>;
// Pixels of a strip whose sums fill one vector of quanta, as FinishPixels packs them.
constexpr std::size_t kPackPixels = 4 / sizeof(QuantumSample);
// Pixels of a row that FinishRows writes: a whole vector, or a block of grey ones.
template <Kind kKind>
constexpr std::size_t kStorePixels = (kKind == Kind::kGrey ? 4 : kBlocks) * kPackPixels;
template <Kind kKind>
constexpr std::size_t kStoreSamples = kStorePixels<kKind>* kSamples<kKind>;

// The sums of kPackPixels pixels of a strip as quanta, still interleaved.
template <Kind kKind>
HWY_INLINE WideVector FinishPixels(const float* strip, const Rules& rules) {
  const Wide d;
  const StoreTag dq;
  auto pair = [&](auto to, std::size_t i) {
    return Pack(to, Finish<kKind>(d, hn::Load(d, strip + i * kLanes)),
                Finish<kKind>(d, hn::Load(d, strip + (i + 1) * kLanes)));
  };
#if LS_QUANTUM_DEPTH == 8
  const hn::Repartition<std::int16_t, Wide> words;
  const auto quanta = Pack(dq, pair(words, 0), pair(words, 2));
#else
  const auto quanta = pair(dq, 0);
#endif
  return hn::BitCast(d, FinishOpacity<kKind>(dq, quanta, rules));
}

// Transposes blocks of kPackPixels pixels of four rows into row order.
HWY_INLINE WideVector GreyRows(WideVector packed) {
  const hn::Repartition<std::uint8_t, Wide> bytes;
#if LS_QUANTUM_DEPTH == 8
  alignas(16) constexpr std::uint8_t kByRow[16] = {0, 4, 8,  12, 1, 5, 9,  13,
                                                   2, 6, 10, 14, 3, 7, 11, 15};
#else
  alignas(16) constexpr std::uint8_t kByRow[16] = {0, 1, 8,  9,  2, 3, 10, 11,
                                                   4, 5, 12, 13, 6, 7, 14, 15};
#endif
  return hn::BitCast(
      Wide(), hn::TableLookupBytes(hn::BitCast(bytes, packed), hn::LoadDup128(bytes, kByRow)));
}

// kStorePixels pixels of a strip as quanta: put(r, d, v) receives those of its row r, a vector or,
// of grey pixels, a block.
template <Kind kKind, class Put>
HWY_INLINE void FinishRows(const float* strip, const Rules& rules, Put&& put) {
  constexpr std::size_t kVectors = kStorePixels<kKind> / kPackPixels;
  const StoreTag dq;
  WideVector v[kVectors];
  LS_UNROLL for (std::size_t i = 0; i < kVectors; ++i) v[i] =
      FinishPixels<kKind>(strip + i * kPackPixels * kLanes, rules);
  if constexpr (kKind == Kind::kGrey) {
    LS_UNROLL for (auto& packed : v) packed = GreyRows(packed);
    TransposeLanes(v);
    // Vector i holds rows i, i + 4, ...
    HWY_ALIGN QuantumSample blocks[kVectors][kBlocks][kStorePixels<kKind>];
    const hn::FixedTag<QuantumSample, kStorePixels<kKind>> block;
    LS_UNROLL for (std::size_t i = 0; i < kVectors; ++i)
        hn::Store(hn::BitCast(dq, v[i]), dq, blocks[i][0]);
    LS_UNROLL for (std::size_t r = 0; r < kLanes; ++r)
        put(r, block, hn::Load(block, blocks[r % 4][r / 4]));
  } else {
    Transpose(v);
    LS_UNROLL for (std::size_t r = 0; r < kBlocks; ++r) put(r, dq, hn::BitCast(dq, v[r]));
  }
}

// Converts sums of a strip to the pixels of its first `rows` rows. The strip is read in steps of
// kStorePixels; nothing is written beyond `pixels`.
template <Kind kKind>
HWY_INLINE void RoundStrip(const float* strip, std::size_t pixels, const Rules& rules,
                           QuantumSample* const (&destination)[kPixels<kKind>], std::size_t rows) {
  constexpr std::size_t kStep = kStorePixels<kKind>;
  std::size_t x = 0;
  if (rows == kPixels<kKind>)
    for (; x + kStep <= pixels; x += kStep)
      FinishRows<kKind>(strip + x * kLanes, rules, [&](std::size_t r, auto d, auto v) {
        hn::StoreU(v, d, destination[r] + x * kSamples<kKind>);
      });
  for (; x < pixels; x += kStep) {
    const std::size_t samples = std::min(kStep, pixels - x) * kSamples<kKind>;
    FinishRows<kKind>(strip + x * kLanes, rules, [&](std::size_t r, auto d, auto v) {
      HWY_ALIGN QuantumSample finished[kStoreSamples<kKind>];
      hn::Store(v, d, finished);
      if (r < rows)
        std::memcpy(destination[r] + x * kSamples<kKind>, finished,
                    samples * sizeof(QuantumSample));
    });
  }
}

// The same; sums of light are encoded in place.
template <Kind kKind>
HWY_INLINE void StoreStrip(float* strip, std::size_t pixels, const Rules& rules,
                           QuantumSample* const (&destination)[kPixels<kKind>], std::size_t rows) {
  if (!rules.linear_light) return RoundStrip<kKind>(strip, pixels, rules, destination, rows);
  EncodeSums<kKind>(strip, pixels * kLanes);
  RoundStrip<kEncodedKind<kKind>>(strip, pixels, rules, destination, rows);
}

// Converts sums of a row to pixels. The row is read in whole vectors.
template <Kind kKind>
HWY_INLINE void RoundRow(const float* row, std::size_t pixels, const Rules& rules,
                         QuantumSample* destination) {
  const Wide d;
  const hn::Rebind<QuantumSample, Wide> dq;
  const std::size_t samples = pixels * kSamples<kKind>;
  for (std::size_t i = 0; i < samples; i += kLanes) {
    const auto quanta =
        FinishOpacity<kKind>(dq, hn::DemoteTo(dq, Finish<kKind>(d, hn::Load(d, row + i))), rules);
    if (i + kLanes <= samples) {
      hn::StoreU(quanta, dq, destination + i);
    } else {
      HWY_ALIGN QuantumSample rest[kLanes];
      hn::Store(quanta, dq, rest);
      std::memcpy(destination + i, rest, (samples - i) * sizeof(QuantumSample));
    }
  }
}

// The same; sums of light are encoded in place.
template <Kind kKind>
HWY_INLINE void StoreRow(float* row, std::size_t pixels, const Rules& rules,
                         QuantumSample* destination) {
  if (!rules.linear_light) return RoundRow<kKind>(row, pixels, rules, destination);
  EncodeSums<kKind>(row, pixels * kSamples<kKind>);
  RoundRow<kEncodedKind<kKind>>(row, pixels, rules, destination);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
