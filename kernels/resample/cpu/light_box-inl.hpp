// Means of boxes of pixels (see box.hpp) in linear light: sums of floats in the order of the
// numeric contract. Their weights are powers of two, so that it is the same to multiply by them
// once, after the additions.
#if defined(LODESTONE_LIGHT_BOX_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_LIGHT_BOX_INL
#undef LODESTONE_LIGHT_BOX_INL
#else
#define LODESTONE_LIGHT_BOX_INL
#endif

#include "kernels/resample/cpu/box_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// Only vectors of 16 lanes leave registers for the pieces of the curve.
#if HWY_TARGET <= HWY_AVX3

// Every other pixel of `a`, then of `b`, from the first on, and from the second on.
template <Kind kKind>
HWY_INLINE WideVector EvenPixels(WideVector a, WideVector b) {
  if constexpr (kKind == Kind::kGrey) return hn::ConcatEven(Wide(), b, a);
  return WideVector{_mm512_shuffle_f32x4(a.raw, b.raw, 0x88)};
}
template <Kind kKind>
HWY_INLINE WideVector OddPixels(WideVector a, WideVector b) {
  if constexpr (kKind == Kind::kGrey) return hn::ConcatOdd(Wide(), b, a);
  return WideVector{_mm512_shuffle_f32x4(a.raw, b.raw, 0xdd)};
}

// From pixels in order to vectors of the first, second, ... pixel of each box.
template <Kind kKind, std::size_t kColumns>
HWY_INLINE void SortByColumn(WideVector (&v)[kColumns]) {
  if constexpr (kColumns > 1) {
    WideVector even[kColumns / 2], odd[kColumns / 2];
    LS_UNROLL for (std::size_t i = 0; i < kColumns / 2; ++i) {
      even[i] = EvenPixels<kKind>(v[2 * i], v[2 * i + 1]);
      odd[i] = OddPixels<kKind>(v[2 * i], v[2 * i + 1]);
    }
    SortByColumn<kKind>(even);
    SortByColumn<kKind>(odd);
    LS_UNROLL for (std::size_t i = 0; i < kColumns / 2; ++i) {
      v[2 * i] = even[i];
      v[2 * i + 1] = odd[i];
    }
  }
}

// ToIntermediate of means, whose alpha is in range.
template <Kind kKind>
HWY_INLINE WideVector MeanToIntermediate(WideVector v, const Rules& rules) {
  const Wide d;
  if constexpr (kKind != Kind::kWeighted) return ToIntermediate<kKind>(d, v, rules);
  const auto a = hn::Broadcast<3>(v);
  return hn::IfThenElse(OpacityLanes(d), a, hn::Min(v, hn::Mul(hn::Set(d, LS_MAX), a)));
}

// The encoded means of kPixels destination pixels.
template <Kind kKind, std::size_t kColumns>
HWY_INLINE WideVector LightMeans(const QuantumSample* source, std::size_t stride, std::size_t rows,
                                 const Rules& rules) {
  constexpr std::size_t kAhead = 1024 / sizeof(QuantumSample);
  const Wide d;
  WideVector sums[kColumns];
  LS_UNROLL for (auto& sum : sums) sum = hn::Zero(d);
  for (std::size_t y = 0; y < rows; ++y, source += stride)
    LS_UNROLL for (std::size_t v = 0; v < kColumns; ++v) {
      hwy::Prefetch(source + v * kLanes + kAhead);
      sums[v] = hn::Add(sums[v], LoadLight<kKind>(d, source + v * kLanes));
    }
  const auto down = hn::Set(d, 1.0f / static_cast<float>(rows));
  LS_UNROLL for (auto& sum : sums) sum = MeanToIntermediate<kKind>(hn::Mul(sum, down), rules);
  SortByColumn<kKind>(sums);
  auto total = sums[0];
  LS_UNROLL for (std::size_t k = 1; k < kColumns; ++k) total = hn::Add(total, sums[k]);
  return EncodeSums<kKind>(d, hn::Mul(total, hn::Set(d, 1.0f / kColumns)));
}

// Destination rows [begin, end); there are at least kPixels columns.
template <Kind kKind, std::size_t kColumns>
void LightBoxRows(const ResampleWork& work, std::size_t rows, std::size_t begin, std::size_t end,
                  const RowsDone& rows_done) {
  constexpr Kind kEncoded = kEncodedKind<kKind>;
  const Wide d;
  const hn::Rebind<QuantumSample, Wide> dq;
  const Rules rules = RulesOf(work);
  const std::size_t columns = work.destination.columns;
  for (std::size_t y = begin; y < end; ++y) {
    const QuantumSample* source = work.source.Row(y * rows);
    for (std::size_t next = 0; next < columns; next += kPixels<kKind>) {
      // The last vector starts early, so that it ends with the row.
      const std::size_t x = std::min(next, columns - kPixels<kKind>);
      const auto means = LightMeans<kKind, kColumns>(source + x * kColumns * kSamples<kKind>,
                                                     work.source.stride, rows, rules);
      hn::StoreU(FinishOpacity<kEncoded>(dq, hn::DemoteTo(dq, Finish<kEncoded>(d, means)), rules),
                 dq, work.destination.Row(y) + x * kSamples<kKind>);
    }
    if (!rows_done(1)) return;
  }
}

// Null if there is none.
template <Kind kKind>
BoxKernel FindLightBoxRows(std::size_t columns) {
  return columns == 2   ? LightBoxRows<kKind, 2>
         : columns == 4 ? LightBoxRows<kKind, 4>
         : columns == 8 ? LightBoxRows<kKind, 8>
                        : nullptr;
}

// Returns false if no such kernel suits the work.
inline bool ResampleLightBox(const ResampleWork& work, std::size_t begin, std::size_t end,
                             const RowsDone& rows_done) {
  const std::optional<Box> box = FindLightBox(work);
  if (!box || work.destination.columns * SamplesOf(work.channels) < kLanes) return false;
  const auto find = work.channels == Channels::kWeighted ? FindLightBoxRows<Kind::kWeighted>
                    : work.channels == Channels::kGrey   ? FindLightBoxRows<Kind::kGrey>
                                                         : FindLightBoxRows<Kind::kFour>;
  const BoxKernel run = find(box->columns);
  if (run) run(work, box->rows, begin, end, rows_done);
  return run;
}

#else

inline bool ResampleLightBox(const ResampleWork&, std::size_t, std::size_t, const RowsDone&) {
  return false;
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
