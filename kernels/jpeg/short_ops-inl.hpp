// Operations on vectors of 16-bit numbers, compiled once per instruction set.
#if defined(LODESTONE_JPEG_SHORT_OPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_JPEG_SHORT_OPS_INL
#undef LODESTONE_JPEG_SHORT_OPS_INL
#else
#define LODESTONE_JPEG_SHORT_OPS_INL
#endif

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#ifndef LS_UNROLL
#define LS_UNROLL _Pragma("GCC unroll 16")
#endif

// Of each block of 8x8 numbers, whose rows have 128 bits.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void Transpose(D d, V (&v)[8]) {
  const hn::Repartition<std::int32_t, D> d2;
  const hn::Repartition<std::int64_t, D> d4;
  V a[8], b[8];
  LS_UNROLL
  for (int i = 0; i < 4; ++i) {
    a[2 * i] = hn::InterleaveLower(d, v[2 * i], v[2 * i + 1]);
    a[2 * i + 1] = hn::InterleaveUpper(d, v[2 * i], v[2 * i + 1]);
  }
  LS_UNROLL
  for (int i = 0; i < 8; i += 4) {
    LS_UNROLL
    for (int j = 0; j < 2; ++j) {
      const auto first = hn::BitCast(d2, a[i + j]), second = hn::BitCast(d2, a[i + 2 + j]);
      b[i + 2 * j] = hn::BitCast(d, hn::InterleaveLower(d2, first, second));
      b[i + 2 * j + 1] = hn::BitCast(d, hn::InterleaveUpper(d2, first, second));
    }
  }
  LS_UNROLL
  for (int i = 0; i < 4; ++i) {
    const auto first = hn::BitCast(d4, b[i]), second = hn::BitCast(d4, b[4 + i]);
    v[2 * i] = hn::BitCast(d, hn::InterleaveLower(d4, first, second));
    v[2 * i + 1] = hn::BitCast(d, hn::InterleaveUpper(d4, first, second));
  }
}

// even * the first number of each pair + odd * the second one.
template <class D, class V = hn::Vec<D>>
HWY_INLINE hn::Vec<hn::Repartition<std::int32_t, D>> PairSums(D d, V pairs, int even, int odd) {
  const hn::Repartition<std::int32_t, D> wide;
  const auto both =
      static_cast<std::uint32_t>(odd) << 16 | (static_cast<std::uint32_t>(even) & 65535);
  const auto factors = hn::BitCast(d, hn::Set(wide, static_cast<std::int32_t>(both)));
  auto second = hn::Zero(wide);
  const auto first = hn::ReorderWidenMulAccumulate(wide, pairs, factors, hn::Zero(wide), second);
  return hn::RearrangeToOddPlusEven(first, second);
}

// What InterleaveLower and InterleaveUpper have separated, in 16 bits.
template <class D, class W = hn::Vec<hn::Repartition<std::int32_t, D>>>
HWY_INLINE hn::Vec<D> Joined(D d, W lower, W upper) {
#if HWY_ARCH_X86
  return hn::ReorderDemote2To(d, lower, upper);
#else
  const hn::Half<D> half;
  return hn::Combine(d, hn::DemoteTo(half, upper), hn::DemoteTo(half, lower));
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
