// Shared by both orders of the passes: sizes of the work areas and the horizontal pass over strips.
#if defined(LODESTONE_WINDOWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_WINDOWS_INL
#undef LODESTONE_WINDOWS_INL
#else
#define LODESTONE_WINDOWS_INL
#endif

#include "kernels/common/aligned_array.hpp"
#include "kernels/resample/cpu/long_sums-inl.hpp"
#include "kernels/resample/cpu/strip_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

using Floats = AlignedArray<float>;

inline Floats NewFloats(std::size_t count) {
  return NewAligned<float>(count);
}

// Maximum number of rows processed together, and the strips that they form.
template <Kind kKind>
constexpr std::size_t kMaxGroupRows = ResampleGroupRows(kKind == Kind::kGrey ? Channels::kGrey
                                                                             : Channels::kPlain);
template <Kind kKind>
constexpr std::size_t kMaxGroupStrips = kMaxGroupRows<kKind> / kPixels<kKind>;

// Row pitch, in floats, of vertical sums before they enter the strips.
constexpr std::size_t kIntermediatePitch = 8 * kLanes;

// Outputs whose sums are finished together.
constexpr std::size_t kRun = 16;

constexpr std::size_t RoundUp(std::size_t value, std::size_t step) {
  return (value + step - 1) / step * step;
}

// Length of the longest range of inputs that `outputs` neighbouring outputs need.
inline std::size_t MaxWindow(const MagickAccelerateAxis& axis, std::size_t begin, std::size_t end,
                             std::size_t outputs) {
  std::size_t longest = 0;
  for (std::size_t i = begin; i < end; i += outputs) {
    const std::size_t last = std::min(end, i + outputs) - 1;
    longest = std::max<std::size_t>(longest, axis.first[last] + axis.count[last] - axis.first[i]);
  }
  return longest;
}

// Calls step(count of vectors, sample) until all samples are done; the last vector may start early.
// There is at least one.
template <std::size_t kVectorLanes, class Step>
HWY_INLINE void ForVectors(std::size_t samples, Step&& step) {
  constexpr std::size_t kAtOnce = 4;
  std::size_t i = 0;
  for (; i + kAtOnce * kVectorLanes <= samples; i += kAtOnce * kVectorLanes)
    step(std::integral_constant<std::size_t, kAtOnce>(), i);
  for (; i + kVectorLanes <= samples; i += kVectorLanes)
    step(std::integral_constant<std::size_t, 1>(), i);
  if (i < samples) step(std::integral_constant<std::size_t, 1>(), samples - kVectorLanes);
}

inline std::size_t InputsBefore(const MagickAccelerateAxis& axis, std::size_t output) {
  return axis.first[output] + axis.count[output];
}

// A row of outputs in pieces whose lengths differ by one at most.
struct Pieces {
  std::size_t outputs, count;

  std::size_t Begin(std::size_t piece) const { return outputs * piece / count; }
  std::size_t MaxCount() const { return (outputs + count - 1) / count; }
};

// Pieces of at most this many samples.
template <Kind kKind>
Pieces PiecesOf(std::size_t outputs, std::size_t samples) {
  return {outputs, (outputs * kSamples<kKind> + samples - 1) / samples};
}

inline std::size_t MaxWindow(const MagickAccelerateAxis& axis, const Pieces& pieces) {
  std::size_t longest = 0;
  for (std::size_t i = 0; i < pieces.count; ++i)
    longest = std::max(longest,
                       InputsBefore(axis, pieces.Begin(i + 1) - 1) - axis.first[pieces.Begin(i)]);
  return longest;
}

template <std::size_t kStrips>
HWY_INLINE void HorizontalStrips(const MagickAccelerateAxis& axis, std::size_t begin,
                                 std::size_t end, const float* input, std::size_t origin,
                                 std::size_t input_pitch, float* sums, std::size_t sums_pitch) {
  std::size_t x = begin;
  for (; x + 2 <= end; x += 2) {
    WideVector a[kStrips], b[kStrips];
    PairSums(axis, x, input + (axis.first[x] - origin) * kLanes, kLanes, input_pitch, a, b);
    LS_UNROLL for (std::size_t s = 0; s < kStrips; ++s) {
      hn::Store(a[s], Wide(), sums + s * sums_pitch + (x - begin) * kLanes);
      hn::Store(b[s], Wide(), sums + s * sums_pitch + (x + 1 - begin) * kLanes);
    }
  }
  for (; x < end; ++x) {
    WideVector v[kStrips];
    WeightedSums(axis.weights + axis.offset[x], axis.count[x],
                 input + (axis.first[x] - origin) * kLanes, kLanes, input_pitch, v);
    LS_UNROLL for (std::size_t s = 0; s < kStrips; ++s)
        hn::Store(v[s], Wide(), sums + s * sums_pitch + (x - begin) * kLanes);
  }
}

// The same for long tables.
template <std::size_t kStrips>
void LongHorizontalStrips(const MagickAccelerateAxis& axis, std::size_t begin, std::size_t end,
                          const float* input, std::size_t origin, std::size_t input_pitch,
                          float* sums, std::size_t sums_pitch) {
  const std::size_t next = SumLong<kStrips>(
      axis, begin, end, kLanes, input_pitch,
      [&](std::size_t x) { return input + (axis.first[x] - origin) * kLanes; },
      [&](std::size_t x, const WideVector(&v)[kStrips]) {
        LS_UNROLL for (std::size_t s = 0; s < kStrips; ++s)
            hn::Store(v[s], Wide(), sums + s * sums_pitch + (x - begin) * kLanes);
      });
  HorizontalStrips<kStrips>(axis, next, end, input, origin, input_pitch,
                            sums + (next - begin) * kLanes, sums_pitch);
}

// Horizontal sums of outputs [begin, end) of `strips` strips; `input` starts with pixel `origin`.
inline void HorizontalRun(const MagickAccelerateAxis& axis, std::size_t begin, std::size_t end,
                          std::size_t strips, const float* input, std::size_t origin,
                          std::size_t input_pitch, float* sums, std::size_t sums_pitch) {
  std::size_t s = 0;
  auto run = [&](auto at_once) {
    auto* sum = axis.max_count > LS_TAP_BLOCK ? LongHorizontalStrips<at_once()>
                                              : HorizontalStrips<at_once()>;
    for (; s + at_once() <= strips; s += at_once())
      sum(axis, begin, end, input + s * input_pitch, origin, input_pitch, sums + s * sums_pitch,
          sums_pitch);
  };
  run(std::integral_constant<std::size_t, 4>());
  run(std::integral_constant<std::size_t, 2>());
  run(std::integral_constant<std::size_t, 1>());
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
