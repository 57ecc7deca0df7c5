// Linear light: light.h on vectors of samples and of sums.
#if defined(LODESTONE_LIGHT_OPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_LIGHT_OPS_INL
#undef LODESTONE_LIGHT_OPS_INL
#else
#define LODESTONE_LIGHT_OPS_INL
#endif

#include "kernels/common/light_pieces.h"
#include "kernels/common/vector_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// One array for each coefficient.
#define LS_COEFFICIENTS_OF(pieces)                                                 \
  {                                                                                \
    {pieces(LS_ONE_CONSTANT)}, {pieces(LS_ONE_LINEAR)}, {pieces(LS_ONE_SQUARE)}, { \
      pieces(LS_ONE_CUBE)                                                          \
    }                                                                              \
  }
#define LS_ONE_CONSTANT(...) LS_PIECE_CONSTANT(__VA_ARGS__),
#define LS_ONE_LINEAR(...) LS_PIECE_LINEAR(__VA_ARGS__),
#define LS_ONE_SQUARE(...) LS_PIECE_SQUARE(__VA_ARGS__),
#define LS_ONE_CUBE(...) LS_PIECE_CUBE(__VA_ARGS__),
alignas(64) constexpr float kDecodePieces[4][LS_DECODE_COUNT] =
    LS_COEFFICIENTS_OF(LS_DECODE_PIECES);
alignas(64) constexpr float kEncodePieces[4][LS_ENCODE_COUNT] =
    LS_COEFFICIENTS_OF(LS_ENCODE_PIECES);
#undef LS_ONE_CONSTANT
#undef LS_ONE_LINEAR
#undef LS_ONE_SQUARE
#undef LS_ONE_CUBE
#undef LS_COEFFICIENTS_OF

using PieceVector = hn::Vec<hn::Rebind<std::uint32_t, Wide>>;

// The numbers of a table at places that matter modulo its length: 16 or 32.
template <std::size_t kCount>
HWY_INLINE WideVector LookUp(const float (&table)[kCount], PieceVector places) {
  static_assert(kCount == 16 || kCount == 32);
  const Wide d;
#if HWY_TARGET <= HWY_AVX3
  if constexpr (kCount == 16)
    return WideVector{_mm512_permutexvar_ps(places.raw, hn::Load(d, table).raw)};
  else
    return WideVector{
        _mm512_permutex2var_ps(hn::Load(d, table).raw, places.raw, hn::Load(d, table + 16).raw)};
#elif HWY_TARGET == HWY_AVX2
  const auto eighth = [&](std::size_t i) {
    return _mm256_permutevar8x32_ps(hn::Load(d, table + 8 * i).raw, places.raw);
  };
  const auto choose = [&](__m256 a, __m256 b, int bit) {
    return _mm256_blendv_ps(a, b, _mm256_castsi256_ps(_mm256_slli_epi32(places.raw, 31 - bit)));
  };
  const auto low = choose(eighth(0), eighth(1), 3);
  if constexpr (kCount == 16)
    return WideVector{low};
  else
    return WideVector{choose(low, choose(eighth(2), eighth(3), 3), 4)};
#else
  const hn::Rebind<std::int32_t, Wide> di;
  const auto index = hn::And(hn::BitCast(di, places), hn::Set(di, int{kCount} - 1));
  return hn::GatherIndex(d, table, index);
#endif
}

template <std::size_t kCount>
HWY_INLINE WideVector Cubic(const float (&pieces)[4][kCount], WideVector place, WideVector x) {
  const Wide d;
  const hn::Rebind<std::uint32_t, Wide> du;
  const auto places = hn::ShiftRight<LS_PIECE_SHIFT>(hn::BitCast(du, place));
  auto v = LookUp(pieces[3], places);
  v = Fma(d, v, x, LookUp(pieces[2], places));
  v = Fma(d, v, x, LookUp(pieces[1], places));
  return Fma(d, v, x, LookUp(pieces[0], places));
}

// A vector, as light.h takes it.
struct LsLight {
  HWY_INLINE explicit LsLight(WideVector v) : lanes(v) {}
  HWY_INLINE explicit LsLight(float value) : lanes(hn::Set(Wide(), value)) {}
  WideVector lanes;
};
#undef LS_LIGHT_OF
#undef LS_LIGHT_FMA
#undef LS_LIGHT_HIGHER
#undef LS_LIGHT_DECODE_CUBIC
#undef LS_LIGHT_ENCODE_CUBIC
#undef LS_LIGHT
#undef LS_LIGHT_SHARED
#undef LS_LIGHT_PIECES
#define LS_LIGHT_OF(number) LsLight(number)
#define LS_LIGHT_FMA(a, b, c) LsLight(Fma(Wide(), (a).lanes, (b).lanes, (c).lanes))
#define LS_LIGHT_HIGHER(a, b) LsLight(hn::Max((a).lanes, (b).lanes))
#define LS_LIGHT_DECODE_CUBIC(place, x) LsLight(Cubic(kDecodePieces, (place).lanes, (x).lanes))
#define LS_LIGHT_ENCODE_CUBIC(place, x) LsLight(Cubic(kEncodePieces, (place).lanes, (x).lanes))
#define LS_LIGHT(name) Ls##name
#define LS_LIGHT_SHARED HWY_INLINE
#define LS_LIGHT_PIECES
#include "kernels/common/light.h"

// LoadQuanta in linear light.
template <Kind kKind>
HWY_INLINE WideVector LoadLight(Wide d, const QuantumSample* source) {
  const auto samples = LoadQuanta<Kind::kFour>(d, source);
  const auto v = LsDecode(LsLight(samples)).lanes;
  if constexpr (kKind == Kind::kGrey) return v;
  if constexpr (kKind == Kind::kFour) return hn::IfThenElse(OpacityLanes(d), samples, v);
  const auto a = hn::Sub(hn::Set(d, LS_MAX), hn::Broadcast<3>(samples));
  return hn::IfThenElse(OpacityLanes(d), a, hn::Mul(v, a));
}

// Sums of light that are encoded are to be finished as samples of this kind.
template <Kind kKind>
constexpr Kind kEncodedKind = kKind == Kind::kWeighted ? Kind::kFour : kKind;

// Sums of the last pass as samples, which are not rounded yet.
template <Kind kKind>
HWY_INLINE WideVector EncodeSums(Wide d, WideVector v) {
  if constexpr (kKind != Kind::kWeighted) {
    const auto color = LsEncode(LsLight(Clamp(d, v))).lanes;
    return kKind == Kind::kGrey ? color : hn::IfThenElse(OpacityLanes(d), v, color);
  }
  const auto one = hn::Set(d, 1.0f), zero = hn::Zero(d);
  const auto a = hn::Broadcast<3>(v);
  const auto visible = hn::Gt(a, zero);
  const auto light = Clamp(d, hn::Div(v, hn::IfThenElse(visible, a, one)));
  const auto color = hn::IfThenElseZero(visible, LsEncode(LsLight(light)).lanes);
  return hn::IfThenElse(OpacityLanes(d), hn::Sub(hn::Set(d, LS_MAX), Clamp(d, a)), color);
}

// The same in place. Apart, since ordinary sums need none of it.
template <Kind kKind>
HWY_NOINLINE void EncodeSums(float* sums, std::size_t count) {
  const Wide d;
  for (std::size_t i = 0; i < count; i += kLanes)
    hn::Store(EncodeSums<kKind>(d, hn::Load(d, sums + i)), d, sums + i);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
