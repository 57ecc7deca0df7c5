// Operations of kernels on one vector of samples, compiled once per instruction set. A pixel of
// four samples is one 128-bit block of a vector: either as read, or (colours weighted by alpha,
// alpha). A grey pixel is one lane. Follows kernels/common/numeric.h.
#if defined(LODESTONE_VECTOR_OPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_VECTOR_OPS_INL
#undef LODESTONE_VECTOR_OPS_INL
#else
#define LODESTONE_VECTOR_OPS_INL
#endif

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include <hwy/cache_control.h>

#include "kernels/common/quantum.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// One to four whole blocks.
using Wide = hn::CappedTag<float, 16>;
using WideVector = hn::Vec<Wide>;

constexpr std::size_t kLanes = hn::MaxLanes(Wide());
constexpr std::size_t kBlocks = kLanes / 4;  // of 128 bits

// Pixels that need code of their own; opaque and plain ones differ only in Rules.
enum class Kind { kFour, kWeighted, kGrey };

template <Kind kKind>
constexpr std::size_t kSamples = kKind == Kind::kGrey ? 1 : kChannels;  // of a pixel
template <Kind kKind>
constexpr std::size_t kPixels = kLanes / kSamples<kKind>;  // of a vector

// Loops over arrays of vectors are unrolled at every optimisation level, since the arrays are kept
// in registers only then.
#ifndef LS_UNROLL
#define LS_UNROLL _Pragma("GCC unroll 16")
#endif

// Exactly rounded on every instruction set.
#if HWY_NATIVE_FMA
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Fma(D, V a, V b, V c) {
  return hn::MulAdd(a, b, c);
}
#else
template <class D, class V = hn::Vec<D>>
HWY_NOINLINE V Fma(D d, V a, V b, V c) {
  HWY_ALIGN float x[hn::MaxLanes(D())], y[hn::MaxLanes(D())], z[hn::MaxLanes(D())];
  hn::Store(a, d, x);
  hn::Store(b, d, y);
  hn::Store(c, d, z);
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) z[i] = LS_FMA(x[i], y[i], z[i]);
  return hn::Load(d, z);
}
#endif

// The same vector, which the compiler will keep in a register rather than read from memory twice.
HWY_INLINE WideVector Kept(WideVector v) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128
  asm("" : "+v"(v.raw));
#endif
  return v;
}

template <class D>
HWY_INLINE hn::Mask<D> OpacityLanes(D d) {
  const hn::Rebind<std::int32_t, D> di;
  return hn::RebindMask(d, hn::Eq(hn::And(hn::Iota(di, 0), hn::Set(di, 3)), hn::Set(di, 3)));
}

// How sums are treated, as far as that needs no code of its own.
struct Rules {
  Rules(Channels channels, bool clamps_intermediate, bool in_linear_light = false)
      : opacity(channels == Channels::kOpaque ? 0 : kQuantumMax), linear_light(in_linear_light) {
    if (clamps_intermediate) return;
    low = -std::numeric_limits<float>::infinity();
    high = std::numeric_limits<float>::infinity();
  }

  float low = 0.0f, high = LS_MAX;  // range of sums between the passes
  QuantumSample opacity;            // bits that the fourth samples of results may have
  bool linear_light;
};

template <class D, class V = hn::Vec<D>>
HWY_INLINE V Clamp(D d, V v) {
  return hn::Min(hn::Max(v, hn::Zero(d)), hn::Set(d, LS_MAX));
}

// Source samples as the passes sum them.
template <Kind kKind, class D>
HWY_INLINE hn::Vec<D> LoadQuanta(D d, const QuantumSample* source) {
  const hn::Rebind<QuantumSample, D> dq;
  const hn::Rebind<std::int32_t, D> di;
  const auto v = hn::ConvertTo(d, hn::PromoteTo(di, hn::LoadU(dq, source)));
  if constexpr (kKind != Kind::kWeighted) return v;
  const auto a = hn::Sub(hn::Set(d, LS_MAX), hn::Broadcast<3>(v));
  return hn::IfThenElse(OpacityLanes(d), a, hn::Mul(v, a));
}

// Sums between the passes. Weighted ones are always clamped.
template <Kind kKind, class D, class V = hn::Vec<D>>
HWY_INLINE V ToIntermediate(D d, V v, const Rules& rules) {
  if constexpr (kKind != Kind::kWeighted)
    return hn::Min(hn::Max(v, hn::Set(d, rules.low)), hn::Set(d, rules.high));
  const auto max = hn::Set(d, LS_MAX);
  const auto a = hn::Broadcast<3>(v);
  const auto scale = hn::IfThenElse(hn::Gt(a, max), hn::Div(max, a), hn::Set(d, 1.0f));
  const auto intermediate_alpha = Clamp(d, a);
  const auto color =
      hn::Min(hn::Max(hn::Mul(v, scale), hn::Zero(d)), hn::Mul(max, intermediate_alpha));
  return hn::IfThenElse(OpacityLanes(d), intermediate_alpha, color);
}

// Towards zero, for values known to fit; the general conversion would check that.
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128
HWY_INLINE auto Truncate(hn::Vec<hn::FixedTag<float, 4>> v) {
  return hn::Vec<hn::FixedTag<std::int32_t, 4>>{_mm_cvttps_epi32(v.raw)};
}
#if HWY_TARGET <= HWY_AVX2
HWY_INLINE auto Truncate(hn::Vec<hn::FixedTag<float, 8>> v) {
  return hn::Vec<hn::FixedTag<std::int32_t, 8>>{_mm256_cvttps_epi32(v.raw)};
}
#endif
#if HWY_TARGET <= HWY_AVX3
HWY_INLINE auto Truncate(hn::Vec<hn::FixedTag<float, 16>> v) {
  return hn::Vec<hn::FixedTag<std::int32_t, 16>>{_mm512_cvttps_epi32(v.raw)};
}
#endif
#else
HWY_INLINE auto Truncate(WideVector v) {
  return hn::ConvertTo(hn::Rebind<std::int32_t, Wide>(), v);
}
#endif

// Rounds the sums of the last pass to whole numbers, still one per 32-bit lane. Values below the
// range of quanta, or too low for an integer, narrow to 0: equivalent to the contract's clamp
// before rounding.
template <Kind kKind, class D, class V = hn::Vec<D>>
HWY_INLINE hn::Vec<hn::Rebind<std::int32_t, D>> Finish(D d, V v) {
  const auto half = hn::Set(d, 0.5f);
  if constexpr (kKind != Kind::kWeighted)
    return Truncate(hn::Add(hn::Min(v, hn::Set(d, LS_MAX)), half));
  const auto one = hn::Set(d, 1.0f), zero = hn::Zero(d);
  const auto a = hn::Broadcast<3>(v);
  const auto visible = hn::Gt(a, zero);
  const auto color = hn::Mul(Clamp(d, hn::Div(v, hn::IfThenElse(visible, a, one))),
                             hn::IfThenElse(visible, one, zero));
  const auto opacity = hn::Sub(hn::Set(d, LS_MAX), Clamp(d, a));
  return Truncate(hn::Add(hn::IfThenElse(OpacityLanes(d), opacity, color), half));
}

// The bits that results may have: opaque pixels have an opacity of 0, whatever the source has.
template <class D>
HWY_INLINE hn::Vec<D> OpacityBits(D d, const Rules& rules) {
  const auto three = hn::Set(d, QuantumSample{3});
  const auto is_opacity = hn::Eq(hn::And(hn::Iota(d, 0), three), three);
  return hn::IfThenElse(is_opacity, hn::Set(d, rules.opacity),
                        hn::Set(d, static_cast<QuantumSample>(kQuantumMax)));
}

template <Kind kKind, class D, class V = hn::Vec<D>>
HWY_INLINE V FinishOpacity(D d, V quanta, const Rules& rules) {
  if constexpr (kKind != Kind::kFour) return quanta;
  return hn::And(quanta, OpacityBits(d, rules));
}

// Transposes a square of blocks: block x of row r becomes block r of row x.
HWY_INLINE void Transpose([[maybe_unused]] WideVector (&v)[kBlocks]) {
#if HWY_TARGET == HWY_AVX2
  const auto low = hn::ConcatLowerLower(Wide(), v[1], v[0]);
  v[1] = hn::ConcatUpperUpper(Wide(), v[1], v[0]);
  v[0] = low;
#elif HWY_TARGET <= HWY_AVX3
  const auto a = _mm512_shuffle_f32x4(v[0].raw, v[1].raw, 0x44);
  const auto b = _mm512_shuffle_f32x4(v[2].raw, v[3].raw, 0x44);
  const auto c = _mm512_shuffle_f32x4(v[0].raw, v[1].raw, 0xee);
  const auto e = _mm512_shuffle_f32x4(v[2].raw, v[3].raw, 0xee);
  v[0] = WideVector{_mm512_shuffle_f32x4(a, b, 0x88)};
  v[1] = WideVector{_mm512_shuffle_f32x4(a, b, 0xdd)};
  v[2] = WideVector{_mm512_shuffle_f32x4(c, e, 0x88)};
  v[3] = WideVector{_mm512_shuffle_f32x4(c, e, 0xdd)};
#else
  static_assert(kBlocks == 1, "vectors of more than one block need a transposition");
#endif
}

// Transposes the 4x4 lanes of each block of four vectors.
HWY_INLINE void TransposeLanes(WideVector (&v)[4]) {
  const Wide d;
  const hn::Repartition<double, Wide> pairs;
  const auto a = hn::BitCast(pairs, hn::InterleaveLower(d, v[0], v[1]));
  const auto b = hn::BitCast(pairs, hn::InterleaveLower(d, v[2], v[3]));
  const auto c = hn::BitCast(pairs, hn::InterleaveUpper(d, v[0], v[1]));
  const auto e = hn::BitCast(pairs, hn::InterleaveUpper(d, v[2], v[3]));
  v[0] = hn::BitCast(d, hn::InterleaveLower(pairs, a, b));
  v[1] = hn::BitCast(d, hn::InterleaveUpper(pairs, a, b));
  v[2] = hn::BitCast(d, hn::InterleaveLower(pairs, c, e));
  v[3] = hn::BitCast(d, hn::InterleaveUpper(pairs, c, e));
}

// Narrows two vectors into one, block by block: block i of the result is block i of `a`, then of
// `b`. Saturates.
template <class To, class V>
HWY_INLINE hn::Vec<To> Pack([[maybe_unused]] To to, V a, V b) {
#if HWY_TARGET == HWY_AVX2
  if constexpr (sizeof(hn::TFromD<To>) == 1) return hn::Vec<To>{_mm256_packus_epi16(a.raw, b.raw)};
  if constexpr (hwy::IsSigned<hn::TFromD<To>>())
    return hn::Vec<To>{_mm256_packs_epi32(a.raw, b.raw)};
  if constexpr (sizeof(hn::TFromD<To>) == 2) return hn::Vec<To>{_mm256_packus_epi32(a.raw, b.raw)};
#elif HWY_TARGET <= HWY_AVX3
  if constexpr (sizeof(hn::TFromD<To>) == 1) return hn::Vec<To>{_mm512_packus_epi16(a.raw, b.raw)};
  if constexpr (hwy::IsSigned<hn::TFromD<To>>())
    return hn::Vec<To>{_mm512_packs_epi32(a.raw, b.raw)};
  if constexpr (sizeof(hn::TFromD<To>) == 2) return hn::Vec<To>{_mm512_packus_epi32(a.raw, b.raw)};
#else
  const hn::Half<To> half;
  return hn::Combine(to, hn::DemoteTo(half, b), hn::DemoteTo(half, a));
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
