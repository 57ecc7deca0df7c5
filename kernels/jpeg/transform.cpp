#include "kernels/jpeg/transform.hpp"

#include <algorithm>

#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/jpeg/transform.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/jpeg/short_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Fractions of 13 bits: the cosines of libjpeg's jidctint.c and jidctred.c.
constexpr int kFractionBits = 13;
constexpr int kIntermediateBits = 2;  // more, that the first pass leaves
constexpr int kFirstShift = kFractionBits - kIntermediateBits;
constexpr int kSecondShift = kFractionBits + kIntermediateBits + 3;

using Shorts = hn::FixedTag<std::int16_t, 8>;
using Words = hn::CappedTag<std::int32_t, 8>;
using WordVector = hn::Vec<Words>;
constexpr int kVectors = 8 / hn::MaxLanes(Words());

// A row of eight numbers.
struct Row {
  WordVector v[kVectors];
};
template <class Function>
HWY_INLINE Row Each(const Function& function) {
  Row row;
  LS_UNROLL
  for (int i = 0; i < kVectors; ++i) row.v[i] = function(i);
  return row;
}
HWY_INLINE Row operator+(const Row& a, const Row& b) {
  return Each([&](int i) HWY_ATTR { return hn::Add(a.v[i], b.v[i]); });
}
HWY_INLINE Row operator-(const Row& a, const Row& b) {
  return Each([&](int i) HWY_ATTR { return hn::Sub(a.v[i], b.v[i]); });
}
HWY_INLINE Row operator*(const Row& a, int factor) {
  return Each([&](int i) HWY_ATTR { return hn::Mul(a.v[i], hn::Set(Words(), factor)); });
}
template <int kBits>
HWY_INLINE Row Up(const Row& a) {
  return Each([&](int i) HWY_ATTR { return hn::ShiftLeft<kBits>(a.v[i]); });
}
template <int kBits>
HWY_INLINE Row Rounded(const Row& a) {
  const auto half = hn::Set(Words(), 1 << (kBits - 1));
  return Each([&](int i) HWY_ATTR { return hn::ShiftRight<kBits>(hn::Add(a.v[i], half)); });
}

// Remembers numbers that 16 bits do not hold.
class Range {
 public:
  HWY_INLINE Range() : beyond_(hn::Zero(Words())) {}
  HWY_INLINE void Check(const Row& row) {
    LS_UNROLL
    for (int i = 0; i < kVectors; ++i)
      beyond_ = hn::Or(beyond_, hn::Add(row.v[i], hn::Set(Words(), 32768)));
  }
  HWY_INLINE bool IsKept() const {
    return hn::AllTrue(Words(), hn::Eq(hn::ShiftRight<16>(beyond_), hn::Zero(Words())));
  }

 private:
  WordVector beyond_;
};

using Vector = hn::Vec<Shorts>;

template <class V = Vector>
HWY_INLINE Row Widened(V v) {
  if constexpr (kVectors == 1) {
    return {{hn::PromoteTo(Words(), v)}};
  } else {
    const hn::Half<Shorts> half;
    return {{hn::PromoteTo(Words(), hn::LowerHalf(half, v)),
             hn::PromoteTo(Words(), hn::UpperHalf(half, v))}};
  }
}
template <class R = Row>
HWY_INLINE Vector Narrowed(const R& row) {
  if constexpr (kVectors == 1) {
    return hn::DemoteTo(Shorts(), row.v[0]);
  } else {
    const hn::Half<Shorts> half;
    return hn::Combine(Shorts(), hn::DemoteTo(half, row.v[kVectors - 1]),
                       hn::DemoteTo(half, row.v[0]));
  }
}

// Of each column.
template <int kShift>
HWY_INLINE void Whole(Row (&r)[8], Range& range) {
  range.Check(r[0] + r[4]);
  range.Check(r[0] - r[4]);
  range.Check(r[7] + r[3]);
  range.Check(r[5] + r[1]);
  const Row even = (r[2] + r[6]) * 4433;
  const Row e2 = even - r[6] * 15137, e3 = even + r[2] * 6270;
  const Row e0 = Up<kFractionBits>(r[0] + r[4]), e1 = Up<kFractionBits>(r[0] - r[4]);
  const Row s0 = e0 + e3, s3 = e0 - e3, s1 = e1 + e2, s2 = e1 - e2;
  const Row odd = (r[7] + r[3] + r[5] + r[1]) * 9633;
  const Row z1 = (r[7] + r[1]) * -7373, z2 = (r[5] + r[3]) * -20995;
  const Row z3 = (r[7] + r[3]) * -16069 + odd, z4 = (r[5] + r[1]) * -3196 + odd;
  const Row o0 = r[7] * 2446 + z1 + z3, o1 = r[5] * 16819 + z2 + z4;
  const Row o2 = r[3] * 25172 + z2 + z3, o3 = r[1] * 12299 + z1 + z4;
  r[0] = Rounded<kShift>(s0 + o3);
  r[7] = Rounded<kShift>(s0 - o3);
  r[1] = Rounded<kShift>(s1 + o2);
  r[6] = Rounded<kShift>(s1 - o2);
  r[2] = Rounded<kShift>(s2 + o1);
  r[5] = Rounded<kShift>(s2 - o1);
  r[3] = Rounded<kShift>(s3 + o0);
  r[4] = Rounded<kShift>(s3 - o0);
}

// Half as many rows; row 4 has no part in them.
template <int kShift>
HWY_INLINE void Half(Row (&r)[8]) {
  const Row e0 = Up<kFractionBits + 1>(r[0]), e2 = r[2] * 15137 - r[6] * 6270;
  const Row s0 = e0 + e2, s1 = e0 - e2;
  const Row o0 = r[5] * 11893 - r[7] * 1730 - r[3] * 17799 + r[1] * 8697;
  const Row o2 = r[3] * 7373 - r[7] * 4176 - r[5] * 4926 + r[1] * 20995;
  r[0] = Rounded<kShift>(s0 + o2);
  r[3] = Rounded<kShift>(s0 - o2);
  r[1] = Rounded<kShift>(s1 + o0);
  r[2] = Rounded<kShift>(s1 - o0);
}

// A quarter.
template <int kShift>
HWY_INLINE void Quarter(Row (&r)[8]) {
  const Row even = Up<kFractionBits + 2>(r[0]);
  const Row odd = r[5] * 6967 - r[7] * 5906 - r[3] * 10426 + r[1] * 29692;
  r[0] = Rounded<kShift>(even + odd);
  r[1] = Rounded<kShift>(even - odd);
}

// Both passes of kSide; `pass` has the shifts of the first and of the second.
template <int kSide, class First, class Second>
HWY_INLINE bool Transform(const JpegTile& tile, std::uint8_t* samples, std::size_t stride,
                          const First& first, const Second& second) {
  const Shorts d;
  const hn::FixedTag<std::uint8_t, 8> bytes;
  Row rows[8];
  Range range;
  LS_UNROLL
  for (int i = 0; i < 8; ++i) rows[i] = Widened(hn::Load(d, tile.values + 8 * i));
  first(rows, range);
  Vector v[8];
  LS_UNROLL
  for (int i = 0; i < kSide; ++i) {
    range.Check(rows[i]);
    v[i] = Narrowed(rows[i]);
  }
  LS_UNROLL
  for (int i = kSide; i < 8; ++i) v[i] = hn::Zero(d);
  Transpose(d, v);
  LS_UNROLL
  for (int i = 0; i < 8; ++i) rows[i] = Widened(v[i]);
  second(rows, range);
  const auto middle = hn::Set(d, 128);
  LS_UNROLL
  for (int i = 0; i < kSide; ++i) v[i] = hn::SaturatedAdd(Narrowed(rows[i]), middle);
  Transpose(d, v);
  LS_UNROLL
  for (int i = 0; i < kSide; ++i) {
    const auto row = hn::DemoteTo(bytes, v[i]);
    if constexpr (kSide == 8) {
      hn::StoreU(row, bytes, samples + std::size_t(i) * stride);
    } else {
      HWY_ALIGN std::uint8_t all[8];
      hn::Store(row, bytes, all);
      std::copy_n(all, kSide, samples + std::size_t(i) * stride);
    }
  }
  return range.IsKept();
}

// Samples of one block.
template <std::uint32_t kSide>
HWY_INLINE bool TransformTile(const JpegTile& tile, std::uint8_t* samples, std::size_t stride) {
  if constexpr (kSide == 8) {
    return Transform<8>(
        tile, samples, stride, [](Row(&r)[8], Range& range) { Whole<kFirstShift>(r, range); },
        [](Row(&r)[8], Range& range) { Whole<kSecondShift>(r, range); });
  } else if constexpr (kSide == 4) {
    return Transform<4>(
        tile, samples, stride, [](Row(&r)[8], Range&) { Half<kFirstShift + 1>(r); },
        [](Row(&r)[8], Range&) { Half<kSecondShift + 1>(r); });
  } else {
    return Transform<2>(
        tile, samples, stride, [](Row(&r)[8], Range&) { Quarter<kFirstShift + 2>(r); },
        [](Row(&r)[8], Range&) { Quarter<kSecondShift + 2>(r); });
  }
}

// Not vectors in libjpeg-turbo either: what leaves the range of its table wraps around.
constexpr std::uint8_t OneSample(int dc) {
  const int sample = ((dc + 4) >> 3) & 1023;
  return static_cast<std::uint8_t>(sample < 512 ? std::min(sample + 128, 255)
                                                : std::max(sample - 896, 0));
}

HWY_INLINE void Fill(std::uint8_t* samples, std::size_t stride, std::size_t side,
                     std::uint8_t value) {
  for (std::size_t y = 0; y < side; ++y, samples += stride)
    for (std::size_t x = 0; x < side; ++x) samples[x] = value;
}

constexpr bool IsShort(int number) {
  return ((number + 32768) & ~65535) == 0;
}

class BlockTransformer {
 public:
  BlockTransformer(const JpegFrame& frame, const JpegLayout& layout, std::uint8_t* planes)
      : frame_(frame), layout_(layout), planes_(planes) {}

  // False: a number left its range.
  bool Do(const JpegBlocks& blocks) {
    std::array<std::int32_t, kJpegMostComponents> dc = blocks.dc_before;
    std::size_t mcu = blocks.first / frame_.mcu_blocks, place = blocks.first % frame_.mcu_blocks;
    std::size_t in_interval = mcu % frame_.interval;
    std::size_t row = mcu / frame_.mcu_columns, column = mcu % frame_.mcu_columns;
    const JpegCoefficient* begin = blocks.coefficients + blocks.first_coefficient;
    for (std::size_t i = 0; i < blocks.count; ++i) {
      if (place == 0 && in_interval == 0) dc = {};
      const MagickAccelerateJpegBlock& block = frame_.mcu[place];
      const JpegCoefficient* const end = blocks.coefficients + blocks.records[i].end;
      dc[block.component] += blocks.records[i].dc;
      Add(block, column, row, dc[block.component], begin, end);
      begin = end;
      if (++place < frame_.mcu_blocks) continue;
      place = 0;
      if (++in_interval == frame_.interval) in_interval = 0;
      if (++column < frame_.mcu_columns) continue;
      column = 0;
      ++row;
    }
    if (waiting_ != nullptr) Finish();
    return is_kept_;
  }

 private:
  void Add(const MagickAccelerateJpegBlock& block, std::size_t mcu_column, std::size_t mcu_row,
           int dc, const JpegCoefficient* begin, const JpegCoefficient* end) {
    const MagickAccelerateJpegComponent& component = frame_.component[block.component];
    const JpegPlane& plane = layout_.plane[block.component];
    const std::size_t x = mcu_column * component.horizontal + block.column;
    const std::size_t y = mcu_row % layout_.mcu_rows * component.vertical + block.row;
    std::uint8_t* const samples = planes_ + plane.offset + (y * plane.stride + x) * plane.side;
    // libjpeg keeps coefficients, and their products, in 16 bits.
    const int first = static_cast<std::int16_t>(dc) * component.quanta[0];
    is_kept_ &= IsShort(first);
    if (plane.side == 1) {
      *samples = OneSample(first);
    } else if (begin == end) {
      is_kept_ &= IsShort(first << kIntermediateBits);
      Fill(samples, plane.stride, plane.side, JpegFlatSample(first));
    } else {
      Scatter(component, first, begin, end);
      // That of the block before has reached the cache by now.
      if (waiting_ != nullptr) Finish();
      waiting_ = samples;
      plane_ = &plane;
      filled_ ^= 1;
    }
  }

  void Scatter(const MagickAccelerateJpegComponent& component, int first,
               const JpegCoefficient* begin, const JpegCoefficient* end) {
    JpegTile& tile = tiles_[filled_];
    tile = JpegTile();
    tile.values[0] = static_cast<std::int16_t>(first);
    int beyond = 0;
    for (const JpegCoefficient* c = begin; c != end; ++c) {
      const int product = c->value * component.quanta[c->place];
      beyond |= product + 32768;
      tile.values[kJpegNatural[c->place]] = static_cast<std::int16_t>(product);
    }
    is_kept_ &= (beyond & ~65535) == 0;
  }

  void Finish() {
    const JpegTile& tile = tiles_[filled_ ^ 1];
    is_kept_ &= plane_->side == 8   ? TransformTile<8>(tile, waiting_, plane_->stride)
                : plane_->side == 4 ? TransformTile<4>(tile, waiting_, plane_->stride)
                                    : TransformTile<2>(tile, waiting_, plane_->stride);
    waiting_ = nullptr;
  }

  const JpegFrame& frame_;
  const JpegLayout& layout_;
  std::uint8_t* const planes_;
  JpegTile tiles_[2];
  unsigned filled_ = 0;              // the next one
  std::uint8_t* waiting_ = nullptr;  // where the samples of the other one go
  const JpegPlane* plane_ = nullptr;
  bool is_kept_ = true;
};

bool TransformBlocks(const JpegFrame& frame, const JpegLayout& layout, const JpegBlocks& blocks,
                     std::uint8_t* planes) {
  return BlockTransformer(frame, layout, planes).Do(blocks);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(TransformBlocks);

bool TransformJpegBlocks(const JpegFrame& frame, const JpegLayout& layout, const JpegBlocks& blocks,
                         std::uint8_t* planes) {
  return HWY_DYNAMIC_DISPATCH(TransformBlocks)(frame, layout, blocks, planes);
}

}  // namespace lodestone::kernels
#endif
