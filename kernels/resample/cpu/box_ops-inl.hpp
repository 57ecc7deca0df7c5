// Means of boxes of pixels (see box.hpp), in integers.
#if defined(LODESTONE_BOX_OPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_BOX_OPS_INL
#undef LODESTONE_BOX_OPS_INL
#else
#define LODESTONE_BOX_OPS_INL
#endif

#include "kernels/resample/cpu/box.hpp"
#include "kernels/resample/cpu/strip_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// Sums of quanta, twice as wide as these.
#if LS_QUANTUM_DEPTH == 8
using Sums = hn::Repartition<std::uint16_t, Wide>;
#else
using Sums = hn::Repartition<std::uint32_t, Wide>;
#endif
using SumVector = hn::Vec<Sums>;
constexpr std::size_t kSumLanes = hn::MaxLanes(Sums());
template <Kind kKind>
constexpr std::size_t kSumPixels = kSumLanes / kSamples<kKind>;
// Bits of a sum: limits the number of pixels in a box of 8-bit samples.
constexpr std::size_t kMaxBoxPixels = 256;

// The same columns of the boxes below: they are read in so many short pieces that the CPU does not
// foresee it.
HWY_INLINE void PrefetchBelow(const QuantumSample* source, std::size_t stride, std::size_t rows) {
  for (std::size_t y = rows; y < 2 * rows; ++y) hwy::Prefetch(source + y * stride);
}

HWY_INLINE SumVector BoxColumn(const QuantumSample* source, std::size_t stride, std::size_t rows) {
  const hn::Rebind<QuantumSample, Sums> dq;
  PrefetchBelow(source, stride, rows);
  SumVector sum = hn::PromoteTo(Sums(), hn::LoadU(dq, source));
  for (std::size_t y = 1; y < rows; ++y)
    sum = hn::Add(sum, hn::PromoteTo(Sums(), hn::LoadU(dq, source + y * stride)));
  return sum;
}

// Adds each pixel of `a`, then `b`, to its right neighbour, in order: pixels of 32-bit sums, one
// block each.
using WideSums = hn::Repartition<std::uint32_t, Wide>;
HWY_INLINE hn::Vec<WideSums> AddNeighbours(hn::Vec<WideSums> a, hn::Vec<WideSums> b) {
#if HWY_TARGET == HWY_AVX2
  return hn::Add(hn::ConcatLowerLower(WideSums(), b, a), hn::ConcatUpperUpper(WideSums(), b, a));
#elif HWY_TARGET <= HWY_AVX3
  return hn::Add(hn::Vec<WideSums>{_mm512_shuffle_i32x4(a.raw, b.raw, 0x88)},
                 hn::Vec<WideSums>{_mm512_shuffle_i32x4(a.raw, b.raw, 0xdd)});
#else
  static_assert(kBlocks == 1);
  return hn::Add(a, b);
#endif
}

#if LS_QUANTUM_DEPTH == 8
// The same with 16-bit sums, half a block each.
HWY_INLINE SumVector AddNeighbours(SumVector a, SumVector b) {
  const hn::Repartition<std::uint64_t, Wide> pixels;
  const auto left = hn::ConcatEven(pixels, hn::BitCast(pixels, b), hn::BitCast(pixels, a));
  const auto right = hn::ConcatOdd(pixels, hn::BitCast(pixels, b), hn::BitCast(pixels, a));
  return hn::Add(hn::BitCast(Sums(), left), hn::BitCast(Sums(), right));
}
#endif

// Adds each grey pixel to its right neighbour.
HWY_INLINE SumVector GreyColumn(const QuantumSample* source, std::size_t stride, std::size_t rows) {
  const Sums d;
  const StoreTag dq;
  PrefetchBelow(source, stride, rows);
  SumVector sum = hn::Zero(d);
  for (std::size_t y = 0; y < rows; ++y) {
    const auto pairs = hn::BitCast(d, hn::LoadU(dq, source + y * stride));
    sum = hn::Add(sum, hn::Add(hn::And(pairs, hn::Set(d, kQuantumMax)),
                               hn::ShiftRight<LS_QUANTUM_DEPTH>(pairs)));
  }
  return sum;
}

// Adds each sum of a, then b, to its right neighbour.
HWY_INLINE SumVector AddGreyNeighbours(SumVector a, SumVector b) {
  return hn::Add(hn::ConcatEven(Sums(), b, a), hn::ConcatOdd(Sums(), b, a));
}

// Sums of kSumPixels destination pixels.
template <Kind kKind, std::size_t kColumns>
HWY_INLINE SumVector BoxSums(const QuantumSample* source, std::size_t stride, std::size_t rows) {
  if constexpr (kKind == Kind::kGrey && kColumns == 2) {
    return GreyColumn(source, stride, rows);
  } else if constexpr (kColumns == 1) {
    return BoxColumn(source, stride, rows);
  } else {
    constexpr std::size_t kHalf = kColumns / 2;
    const SumVector a = BoxSums<kKind, kHalf>(source, stride, rows);
    const SumVector b = BoxSums<kKind, kHalf>(source + kHalf * kSumLanes, stride, rows);
    if constexpr (kKind == Kind::kGrey) return AddGreyNeighbours(a, b);
    return AddNeighbours(a, b);
  }
}

// Destination rows [begin, end); there are at least kSumPixels columns.
template <Kind kKind, std::size_t kColumns>
void BoxRows(const ResampleWork& work, std::size_t rows, std::size_t begin, std::size_t end,
             const RowsDone& rows_done) {
  const hn::Rebind<QuantumSample, Sums> dq;
  const hn::RebindToSigned<Sums> narrow;
  const std::size_t columns = work.destination.columns;
  const auto half = static_cast<hn::TFromD<Sums>>(kColumns * rows / 2);
  const int shift = std::countr_zero(kColumns * rows);
  const auto bits = kKind == Kind::kFour ? OpacityBits(dq, RulesOf(work))
                                         : hn::Set(dq, static_cast<QuantumSample>(kQuantumMax));
  for (std::size_t y = begin; y < end; ++y) {
    const QuantumSample* source = work.source.Row(y * rows);
    for (std::size_t next = 0; next < columns; next += kSumPixels<kKind>) {
      // The last vector starts early, so that it ends with the row.
      const std::size_t x = std::min(next, columns - kSumPixels<kKind>);
      const SumVector sums = BoxSums<kKind, kColumns>(source + x * kColumns * kSamples<kKind>,
                                                      work.source.stride, rows);
      const SumVector means = hn::ShiftRightSame(hn::Add(sums, hn::Set(Sums(), half)), shift);
      const auto quanta = hn::DemoteTo(dq, hn::BitCast(narrow, means));
      hn::StoreU(hn::And(quanta, bits), dq, work.destination.Row(y) + x * kSamples<kKind>);
    }
    if (!rows_done(1)) return;
  }
}

#if LS_QUANTUM_DEPTH == 8
// Colours weighted by alpha, and alpha, of kSumPixels source pixels: each pixel plus its right
// neighbour, summed over all rows.
HWY_INLINE hn::Vec<WideSums> AlphaColumn(const QuantumSample* source, std::size_t stride,
                                         std::size_t rows) {
  const hn::Rebind<QuantumSample, Sums> dq;
  const hn::Repartition<std::uint8_t, Wide> bytes;
  alignas(16) constexpr std::uint8_t kOpacity[16] = {6,  7,  6,  7,  6,  7,  6,  7,
                                                     14, 15, 14, 15, 14, 15, 14, 15};
  const auto opacity_of = hn::LoadDup128(bytes, kOpacity);
  const auto three = hn::Set(Sums(), 3);
  const auto is_opacity = hn::Eq(hn::And(hn::Iota(Sums(), 0), three), three);
  auto total = hn::Zero(WideSums());
  PrefetchBelow(source, stride, rows);
  for (std::size_t y = 0; y < rows; ++y, source += stride) {
    const auto v = hn::PromoteTo(Sums(), hn::LoadU(dq, source));
    const auto opacity = hn::TableLookupBytes(hn::BitCast(bytes, v), opacity_of);
    const auto alpha = hn::Sub(hn::Set(Sums(), kQuantumMax), hn::BitCast(Sums(), opacity));
    const auto weighted = hn::IfThenElse(is_opacity, alpha, hn::Mul(v, alpha));
    const auto left = hn::ZipLower(WideSums(), weighted, hn::Zero(Sums()));
    const auto right = hn::ZipUpper(WideSums(), weighted, hn::Zero(Sums()));
    total = hn::Add(total, hn::Add(left, right));
  }
  return total;
}

// Sums of kBlocks destination pixels.
template <std::size_t kColumns>
HWY_INLINE hn::Vec<WideSums> AlphaSums(const QuantumSample* source, std::size_t stride,
                                       std::size_t rows) {
  if constexpr (kColumns == 2) {
    return AlphaColumn(source, stride, rows);
  } else {
    return AddNeighbours(AlphaSums<kColumns / 2>(source, stride, rows),
                         AlphaSums<kColumns / 2>(source + kColumns / 2 * kLanes, stride, rows));
  }
}

// Like BoxRows, for pixels with alpha. The sums are exact in float; only the division rounds.
template <std::size_t kColumns>
void AlphaBoxRows(const ResampleWork& work, std::size_t rows, std::size_t begin, std::size_t end,
                  const RowsDone& rows_done) {
  const Wide d;
  const hn::Rebind<std::int32_t, Wide> di;
  const hn::Rebind<QuantumSample, Wide> dq;
  const std::size_t columns = work.destination.columns;
  const auto share = hn::Set(d, 1.0f / static_cast<float>(kColumns * rows));
  for (std::size_t y = begin; y < end; ++y) {
    const QuantumSample* source = work.source.Row(y * rows);
    for (std::size_t next = 0; next < columns; next += kBlocks) {
      const std::size_t x = std::min(next, columns - kBlocks);
      const auto sums =
          AlphaSums<kColumns>(source + x * kColumns * kChannels, work.source.stride, rows);
      const auto means = hn::Mul(hn::ConvertTo(d, hn::BitCast(di, sums)), share);
      hn::StoreU(hn::DemoteTo(dq, Finish<Kind::kWeighted>(d, means)), dq,
                 work.destination.Row(y) + x * kChannels);
    }
    if (!rows_done(1)) return;
  }
}
#endif

using BoxKernel = void (*)(const ResampleWork& work, std::size_t rows, std::size_t begin,
                           std::size_t end, const RowsDone& rows_done);

template <Kind kKind>
BoxKernel FindBoxRows(std::size_t columns) {
  return columns == 2   ? BoxRows<kKind, 2>
         : columns == 4 ? BoxRows<kKind, 4>
         : columns == 8 ? BoxRows<kKind, 8>
                        : nullptr;
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
