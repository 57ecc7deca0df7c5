// The waves of series.h, of one vector of samples.
#if defined(LODESTONE_WAVES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_WAVES_INL
#undef LODESTONE_WAVES_INL
#else
#define LODESTONE_WAVES_INL
#endif

#include "kernels/common/real_ops-inl.hpp"
#include "kernels/cosine_blur/series_layout.h"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

using LsWave = LsReal;
HWY_INLINE LsWave LsWaveFused(LsWave a, LsWave b, LsWave c) {
  return LsFused(a, b, c);
}
#include "kernels/cosine_blur/series.h"

template <std::size_t kTerms>
struct Waves {
  // The sine of term 0 is 0.
  static constexpr std::size_t kCount = 2 * kTerms - 1;

  static Waves Zero() {
    Waves waves;
    LS_UNROLL for (std::size_t m = 0; m < kTerms; ++m) waves.cosines[m] = waves.sines[m] =
        LsReal(0.0f);
    return waves;
  }

  // kCount vectors.
  HWY_INLINE void Load(const float* from) {
    LS_UNROLL for (std::size_t m = 0; m < kTerms; ++m) {
      cosines[m] = LsReal(hn::Load(Wide(), from + m * kLanes));
      sines[m] = m == 0 ? LsReal(0.0f) : LsReal(hn::Load(Wide(), from + (kTerms + m - 1) * kLanes));
    }
  }
  HWY_INLINE void Store(float* to) const {
    LS_UNROLL for (std::size_t m = 0; m < kTerms; ++m) {
      hn::Store(cosines[m].lanes, Wide(), to + m * kLanes);
      if (m > 0) hn::Store(sines[m].lanes, Wide(), to + (kTerms + m - 1) * kLanes);
    }
  }

  HWY_INLINE void Turn(const float* numbers, LsReal in, LsReal out) {
    cosines[0] = cosines[0] + LsFused(LsReal(numbers[2]), in, LsReal(numbers[3]) * out);
    LS_UNROLL for (std::size_t m = 1; m < kTerms; ++m) {
      const float* n = numbers + m * LS_SERIES_TURN;
      const LsReal cosine = cosines[m], sine = sines[m];
      cosines[m] =
          LsTurned(cosine, sine, in, out, LsReal(n[0]), LsReal(n[1]), LsReal(n[2]), LsReal(n[3]));
      sines[m] =
          LsTurned(sine, cosine, in, out, LsReal(n[4]), LsReal(n[5]), LsReal(n[6]), LsReal(n[7]));
    }
  }

  HWY_INLINE LsReal Sum() const {
    LsReal sum = cosines[0];
    LS_UNROLL for (std::size_t m = 1; m < kTerms; ++m) sum = sum + cosines[m];
    return sum;
  }

  HWY_INLINE void AddTap(const float* weights, LsReal even, LsReal odd) {
    LS_UNROLL for (std::size_t m = 0; m < kTerms; ++m) {
      cosines[m] = LsFused(LsReal(weights[2 * m]), even, cosines[m]);
      if (m > 0) sines[m] = LsFused(LsReal(weights[2 * m + 1]), odd, sines[m]);
    }
  }
  HWY_INLINE void Add(const Waves& other) {
    LS_UNROLL for (std::size_t m = 0; m < kTerms; ++m) {
      cosines[m] = cosines[m] + other.cosines[m];
      if (m > 0) sines[m] = sines[m] + other.sines[m];
    }
  }

  LsReal cosines[kTerms], sines[kTerms];
};

// Afresh; at(k) is sample k from the output.
template <std::size_t kTerms, class At>
HWY_INLINE Waves<kTerms> WavesOf(const float* weights, std::size_t reach, At&& at) {
  Waves<kTerms> total, block = Waves<kTerms>::Zero();
  total = block;
  block.AddTap(weights, at(0), LsReal(0.0f));
  for (std::size_t k = 1; k <= reach; ++k) {
    if (k % LS_TAP_BLOCK == 0) {
      total.Add(block);
      block = Waves<kTerms>::Zero();
    }
    const auto distance = static_cast<std::ptrdiff_t>(k);
    const LsReal after = at(distance), before = at(-distance);
    block.AddTap(weights + k * 2 * kTerms, after + before, after - before);
  }
  total.Add(block);
  return total;
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
