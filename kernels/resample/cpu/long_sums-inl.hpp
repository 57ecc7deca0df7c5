// Sums for tables with more taps than one partial sum: several neighbouring outputs together, so
// that shared inputs are read once.
#if defined(LODESTONE_LONG_SUMS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_LONG_SUMS_INL
#undef LODESTONE_LONG_SUMS_INL
#else
#define LODESTONE_LONG_SUMS_INL
#endif

#include "kernels/common/vector_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// As many outputs as leave enough registers for their inputs.
#if HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM_A64
constexpr std::size_t kOutputsAtOnce = 4;
#else
constexpr std::size_t kOutputsAtOnce = 2;
#endif

template <std::size_t kVectors>
class LongSums {
 public:
  using Sums = WideVector[kOutputsAtOnce][kVectors];

  // Outputs i, i + 1, ...; `input` is the first tap of output i. Sums are of vectors `pitch` floats
  // apart; their taps are `step` apart.
  LongSums(const MagickAccelerateAxis& axis, std::size_t i, const float* input, std::size_t step,
           std::size_t pitch)
      : step_(step), pitch_(pitch) {
    const std::size_t last = axis.first[i + kOutputsAtOnce - 1];
    for (std::size_t o = 0; o < kOutputsAtOnce; ++o) {
      weights_[o] = axis.weights + axis.offset[i + o];
      input_[o] = input + (axis.first[i + o] - axis.first[i]) * step;
      left_[o] = axis.count[i + o];
      room_[o] = LS_TAP_BLOCK;
      before_[o] = std::min<std::size_t>(left_[o], last - axis.first[i + o]);
    }
    shared_ = left_[0] - before_[0];
  }

  HWY_INLINE void Run(Sums& sums) {
    WideVector totals[kOutputsAtOnce][kVectors];
    LS_UNROLL for (std::size_t o = 0; o < kOutputsAtOnce; ++o)
        LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) sums[o][v] = totals[o][v] =
            hn::Zero(Wide());
    LS_UNROLL for (std::size_t o = 0; o < kOutputsAtOnce; ++o)
        Alone(o, before_[o], sums[o], totals[o]);
    while (shared_ > 0) {
      const std::size_t count = std::min(shared_, *std::min_element(room_, room_ + kOutputsAtOnce));
      Shared(count, sums);
      shared_ -= count;
      LS_UNROLL for (std::size_t o = 0; o < kOutputsAtOnce; ++o) Skip(o, count, sums[o], totals[o]);
    }
    LS_UNROLL for (std::size_t o = 0; o < kOutputsAtOnce; ++o) {
      Alone(o, left_[o], sums[o], totals[o]);
      LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) sums[o][v] =
          hn::Add(totals[o][v], sums[o][v]);
    }
  }

 private:
  // The next `count` taps of one output.
  HWY_INLINE void Alone(std::size_t o, std::size_t count, WideVector (&sums)[kVectors],
                        WideVector (&totals)[kVectors]) {
    const Wide d;
    while (count > 0) {
      const std::size_t now = std::min(count, room_[o]);
      for (std::size_t k = 0; k < now; ++k) {
        const auto weight = hn::Set(d, weights_[o][k]);
        LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) sums[v] =
            Fma(d, weight, hn::Load(d, input_[o] + k * step_ + v * pitch_), sums[v]);
      }
      Skip(o, now, sums, totals);
      count -= now;
    }
  }

  // The next `count` taps of every output: the same inputs.
  HWY_INLINE void Shared(std::size_t count, Sums& sums) const {
    const Wide d;
    const float* at = input_[0];
    for (std::size_t k = 0; k < count; ++k, at += step_) {
      WideVector weight[kOutputsAtOnce];
      LS_UNROLL for (std::size_t o = 0; o < kOutputsAtOnce; ++o) weight[o] =
          hn::Set(d, weights_[o][k]);
      LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) {
        const auto sample = Kept(hn::Load(d, at + v * pitch_));
        LS_UNROLL for (std::size_t o = 0; o < kOutputsAtOnce; ++o) sums[o][v] =
            Fma(d, weight[o], sample, sums[o][v]);
      }
    }
  }

  // `count` more taps are in the partial sum, which is added to the total when it is full.
  HWY_INLINE void Skip(std::size_t o, std::size_t count, WideVector (&sums)[kVectors],
                       WideVector (&totals)[kVectors]) {
    weights_[o] += count;
    input_[o] += count * step_;
    left_[o] -= count;
    room_[o] -= count;
    if (room_[o] > 0) return;
    room_[o] = LS_TAP_BLOCK;
    LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) {
      totals[v] = hn::Add(totals[v], sums[v]);
      sums[v] = hn::Zero(Wide());
    }
  }

  const float *weights_[kOutputsAtOnce], *input_[kOutputsAtOnce];  // of the next tap
  std::size_t left_[kOutputsAtOnce];                               // taps
  std::size_t before_[kOutputsAtOnce];  // taps before the last output's first
  std::size_t room_[kOutputsAtOnce];    // in the partial sum
  std::size_t step_, pitch_, shared_;
};

// Sums of outputs [begin, end) of a long table, in whole groups of outputs; returns the next
// output. at(i) is the first tap of output i, put(i, sums) receives its sums.
template <std::size_t kVectors, class At, class Put>
HWY_NOINLINE std::size_t SumLong(const MagickAccelerateAxis& axis, std::size_t begin,
                                 std::size_t end, std::size_t step, std::size_t pitch, At&& at,
                                 Put&& put) {
  std::size_t i = begin;
  for (; axis.max_count > LS_TAP_BLOCK && i + kOutputsAtOnce <= end; i += kOutputsAtOnce) {
    WideVector sums[kOutputsAtOnce][kVectors];
    LongSums<kVectors>(axis, i, at(i), step, pitch).Run(sums);
    LS_UNROLL for (std::size_t o = 0; o < kOutputsAtOnce; ++o) put(i + o, sums[o]);
  }
  return i;
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
