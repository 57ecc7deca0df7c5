#include "kernels/jpeg/forward.hpp"

#include <bit>

#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/jpeg/forward.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/jpeg/short_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A row of one, two or four blocks, each 128 bits.
using Shorts = hn::CappedTag<std::int16_t, 32>;
using Words = hn::Repartition<std::int32_t, Shorts>;
using Unsigned = hn::RebindToUnsigned<Shorts>;
using Vector = hn::Vec<Shorts>;
using WordVector = hn::Vec<Words>;
constexpr std::size_t kSide = 8;
constexpr std::size_t kBlocks = hn::MaxLanes(Shorts()) / kSide;

// Fractions of 13 bits: the cosines of libjpeg's jfdctint.c, those of a product added up.
constexpr int kFractionBits = 13;
constexpr int kIntermediateBits = 2;  // more, that the first pass leaves

// Two rows, number by number in turn.
struct RowPair {
  HWY_INLINE RowPair(Vector a, Vector b)
      : lower(hn::InterleaveLower(Shorts(), a, b)), upper(hn::InterleaveUpper(Shorts(), a, b)) {}
  Vector lower, upper;
};
struct RowSum {
  WordVector lower, upper;
};

HWY_INLINE RowSum Sum(const RowPair& rows, int first, int second) {
  return {PairSums(Shorts(), rows.lower, first, second),
          PairSums(Shorts(), rows.upper, first, second)};
}
HWY_INLINE RowSum operator+(const RowSum& a, const RowSum& b) {
  return {hn::Add(a.lower, b.lower), hn::Add(a.upper, b.upper)};
}
template <int kBits>
HWY_INLINE Vector Rounded(const RowSum& sum) {
  const auto half = hn::Set(Words(), 1 << (kBits - 1));
  return Joined(Shorts(), hn::ShiftRight<kBits>(hn::Add(sum.lower, half)),
                hn::ShiftRight<kBits>(hn::Add(sum.upper, half)));
}

// Of each column; all sums of two or four numbers stay in 16 bits, since samples have 8.
template <bool kFirst>
HWY_INLINE void Pass(Vector (&v)[8]) {
  constexpr int kBits =
      kFirst ? kFractionBits - kIntermediateBits : kFractionBits + kIntermediateBits;
  const Vector s0 = hn::Add(v[0], v[7]), d0 = hn::Sub(v[0], v[7]);
  const Vector s1 = hn::Add(v[1], v[6]), d1 = hn::Sub(v[1], v[6]);
  const Vector s2 = hn::Add(v[2], v[5]), d2 = hn::Sub(v[2], v[5]);
  const Vector s3 = hn::Add(v[3], v[4]), d3 = hn::Sub(v[3], v[4]);
  const Vector e0 = hn::Add(s0, s3), e3 = hn::Sub(s0, s3);
  const Vector e1 = hn::Add(s1, s2), e2 = hn::Sub(s1, s2);
  const auto plain = [](Vector sum) HWY_ATTR {
    if constexpr (kFirst) return hn::ShiftLeft<kIntermediateBits>(sum);
    const auto half = hn::Set(Shorts(), 1 << (kIntermediateBits - 1));
    return hn::ShiftRight<kIntermediateBits>(hn::Add(sum, half));
  };
  v[0] = plain(hn::Add(e0, e1));
  v[4] = plain(hn::Sub(e0, e1));
  const RowPair even(e2, e3), outer(d3, d2), inner(d1, d0);
  v[2] = Rounded<kBits>(Sum(even, 4433, 10703));
  v[6] = Rounded<kBits>(Sum(even, -10704, 4433));
  v[7] = Rounded<kBits>(Sum(outer, -11363, 9633) + Sum(inner, -6436, 2260));
  v[5] = Rounded<kBits>(Sum(outer, 9633, 2261) + Sum(inner, -11362, 6437));
  v[3] = Rounded<kBits>(Sum(outer, -6436, -11362) + Sum(inner, -2259, 9633));
  v[1] = Rounded<kBits>(Sum(outer, 2260, 6437) + Sum(inner, 9633, 11363));
}

HWY_INLINE Vector Divided(Vector v, const JpegDivisors& divisors, std::size_t row) {
  const Unsigned d;
  const auto load = [&](const std::uint16_t* numbers)
                        HWY_ATTR { return hn::LoadDup128(d, numbers + row * kSide); };
  const auto sum = hn::Add(hn::BitCast(d, hn::Abs(v)), load(divisors.bias));
  const auto quotient = hn::BitCast(
      Shorts(), hn::MulHigh(hn::MulHigh(sum, load(divisors.reciprocal)), load(divisors.scale)));
  const auto sign = hn::ShiftRight<15>(v);
  return hn::Sub(hn::Xor(quotient, sign), sign);
}

// The bits of a row's coefficients in zigzag order, by which of them are not 0.
struct ZigzagBits {
  std::uint64_t row[8][256] = {};
};
constexpr ZigzagBits MakeZigzagBits() {
  ZigzagBits bits;
  for (std::size_t k = 1; k < kJpegBlock; ++k)
    for (std::size_t set = 0; set < 256; ++set)
      if ((set >> kJpegNatural[k] % 8 & 1) != 0)
        bits.row[kJpegNatural[k] / 8][set] |= std::uint64_t{1} << k;
  return bits;
}
constexpr ZigzagBits kZigzagBits = MakeZigzagBits();

// kBlocks blocks side by side.
HWY_INLINE void TransformBlocks(const std::uint8_t* samples, std::size_t stride,
                                const JpegDivisors& divisors, std::int16_t* to,
                                std::uint64_t* others) {
  const hn::Rebind<std::uint8_t, Shorts> bytes;
  const auto middle = hn::Set(Shorts(), 128);
  Vector v[8];
  LS_UNROLL
  for (std::size_t y = 0; y < kSide; ++y)
    v[y] = hn::Sub(hn::PromoteTo(Shorts(), hn::LoadU(bytes, samples + y * stride)), middle);
  Transpose(Shorts(), v);
  Pass<true>(v);
  Transpose(Shorts(), v);
  Pass<false>(v);
  std::uint8_t set[kSide][8] = {};  // by row and block
  LS_UNROLL
  for (std::size_t y = 0; y < kSide; ++y) {
    const Vector row = Divided(v[y], divisors, y);
    hn::Store(row, Shorts(), to + y * kSide * JpegChunkBlocks::kGroup);
    hn::StoreMaskBits(Shorts(), hn::Ne(row, hn::Zero(Shorts())), set[y]);
  }
  for (std::size_t i = 0; i < kBlocks; ++i) {
    std::uint64_t all = 0;
    LS_UNROLL
    for (std::size_t y = 0; y < kSide; ++y) all |= kZigzagBits.row[y][set[y][i]];
    others[i] = all;
  }
}

// What fills up MCUs beyond the image has the mean of the block before in the scan and nothing
// else.
void FillUp(const JpegChunk& chunk, const JpegChunkPart& part, const JpegChunkBlocks& blocks) {
  for (std::size_t m = 0; m < chunk.count; ++m) {
    std::int16_t before = 0;
    for (std::size_t y = 0; y < part.down; ++y) {
      for (std::size_t x = 0; x < part.across; ++x) {
        const std::size_t i = part.first_block + y * part.row_blocks() + m * part.across + x;
        std::int16_t& dc = *blocks.Block(i);
        if (chunk.row * part.down + y >= part.rows ||
            (chunk.first + m) * part.across + x >= part.columns) {
          dc = before;
          blocks.others[i] = 0;
        }
        before = dc;
      }
    }
  }
}

void TransformChunk(const JpegMcus& mcus, const JpegChunk& chunk, const JpegDivisors* divisors,
                    const std::uint8_t* samples, const JpegChunkBlocks& blocks) {
  for (std::size_t c = 0; c < mcus.components; ++c) {
    const JpegChunkPart& part = mcus.part[c];
    for (std::size_t y = 0; y < part.down; ++y) {
      const std::size_t row = part.first_block + y * part.row_blocks();
      const std::uint8_t* const from = samples + part.first_sample + y * kSide * part.stride;
      for (std::size_t x = 0; x < chunk.count * part.across; x += kBlocks)
        TransformBlocks(from + x * kSide, part.stride, divisors[c], blocks.Block(row + x),
                        blocks.others + row + x);
    }
    if ((chunk.row + 1) * part.down > part.rows ||
        (chunk.first + chunk.count) * part.across > part.columns)
      FillUp(chunk, part, blocks);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(TransformChunk);

void TransformJpegChunk(const JpegMcus& mcus, const JpegChunk& chunk, const JpegDivisors* divisors,
                        const std::uint8_t* samples, const JpegChunkBlocks& blocks) {
  HWY_DYNAMIC_DISPATCH(TransformChunk)(mcus, chunk, divisors, samples, blocks);
}

// With 2^(L-1) < divisor <= 2^L, 2^(15+L) / divisor is below 2^16, and what is missing of it is too
// little for a numerator below 2^15.
JpegDivisors::JpegDivisors(const MagickAccelerateEncodedComponent& component) {
  for (std::size_t i = 0; i < kJpegBlock; ++i) {
    const unsigned divisor = component.quanta[i] * 8;
    const int length = std::bit_width(divisor - 1);
    bias[i] = static_cast<std::uint16_t>(divisor / 2);
    reciprocal[i] = static_cast<std::uint16_t>((1u << (15 + length)) / divisor + 1);
    scale[i] = static_cast<std::uint16_t>(1u << (17 - length));
  }
}

}  // namespace lodestone::kernels
#endif
