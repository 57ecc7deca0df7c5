#include "kernels/shear/shear_cpu.hpp"

#include <algorithm>
#include <cstring>

#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/shear/shear_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/common/index_ops-inl.hpp"
#include "kernels/common/pixel_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

#include "kernels/shear/blend.h"

// The parts of shares: those of a line, which all its samples have, or of each sample of a row.
struct LineShares {
  HWY_INLINE LsIndex At(int part, std::size_t) const { return LsIndex(parts[part]); }
  std::int32_t parts[3];
};
struct SampleShares {
  HWY_INLINE LsIndex At(int part, std::size_t sample) const {
    return LsIndex(hn::LoadU(Whole(), parts[part] + sample));
  }
  const std::int32_t* parts[3];
};

// Fully transparent pixels take the colours of the other.
HWY_INLINE void ShareColors(LsIndex* a, LsIndex* b) {
  const auto transparent = hn::Set(Whole(), static_cast<std::int32_t>(kQuantumMax));
  const auto takes = [&](LsIndex pixel) HWY_ATTR {
    return hn::AndNot(OpacityLanes(Whole()),
                      hn::Eq(hn::Broadcast<kOpacity>(pixel.lanes), transparent));
  };
  const auto a_takes = takes(*a), b_takes = takes(*b);
  b->lanes = hn::IfThenElse(b_takes, a->lanes, b->lanes);
  a->lanes = hn::IfThenElse(a_takes, b->lanes, a->lanes);
}

template <Channels kKind, class Shares>
HWY_INLINE void BlendVector(const QuantumSample* from_a, const QuantumSample* from_b,
                            const Shares& shares, std::size_t i, QuantumSample* out) {
  LsIndex a(hn::PromoteTo(Whole(), hn::LoadU(Narrow(), from_a)));
  LsIndex b(hn::PromoteTo(Whole(), hn::LoadU(Narrow(), from_b)));
  if constexpr (kKind == Channels::kWeighted) ShareColors(&a, &b);
  auto blended = LsShearBlend(a, b, shares.At(0, i), shares.At(1, i), shares.At(2, i)).lanes;
  if constexpr (kKind == Channels::kOpaque)
    blended = hn::IfThenZeroElse(OpacityLanes(Whole()), blended);
  hn::StoreU(hn::DemoteTo(Narrow(), blended), Narrow(), out);
}

template <Channels kKind, class Shares>
HWY_INLINE void BlendSamples(const QuantumSample* a, const QuantumSample* b, const Shares& shares,
                             std::size_t count, QuantumSample* out) {
  const std::size_t lanes = hn::Lanes(Whole());
  if (count < lanes) {
    HWY_ALIGN QuantumSample few_a[kMaxLanes] = {}, few_b[kMaxLanes] = {};
    std::copy_n(a, count, few_a);
    std::copy_n(b, count, few_b);
    BlendVector<kKind>(few_a, few_b, shares, 0, few_a);
    std::copy_n(few_a, count, out);
    return;
  }
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) BlendVector<kKind>(a + i, b + i, shares, i, out + i);
  if (i == count) return;
  i = count - lanes;
  BlendVector<kKind>(a + i, b + i, shares, i, out + i);
}

template <Channels kKind>
HWY_INLINE void CopyPixel(const QuantumSample* from, QuantumSample* to) {
  std::memcpy(to, from, SamplesOf(kKind) * sizeof *to);
  if constexpr (kKind == Channels::kOpaque) to[kOpacity] = 0;
}

// A row of the destination. Positions are on the canvas, and ranges are cut to the destination.
template <Channels kKind>
class Row {
 public:
  static constexpr std::size_t kSamples = SamplesOf(kKind);

  Row(const ShearWork& work, std::size_t y)
      : work_(work),
        area_(work.rule),
        out_(work.destination.Row(y)),
        at_(work.rule.row + static_cast<std::int64_t>(y)),
        begin_(work.rule.column),
        end_(begin_ + static_cast<std::int64_t>(work.destination.columns)),
        source_begin_(work.rule.source_column),
        source_end_(source_begin_ + static_cast<std::int64_t>(work.source.columns)) {}

  // Lines are rows.
  void Shift() const {
    if (at_ < area_.row || at_ >= area_.row + area_.rows) return Keep(begin_, end_);
    const std::int32_t* line =
        work_.lines + static_cast<std::size_t>(at_ - area_.row) * LS_LINE_NUMBERS;
    const std::int64_t least = std::min(line[0], line[1]), most = std::max(line[0], line[1]);
    const std::int64_t left = area_.column, right = area_.column + area_.columns;
    const std::int64_t to_left = left - most, to_right = right - least;
    Keep(begin_, std::min(left, to_left));
    Keep(right, to_left);
    Keep(to_right, left);
    Keep(std::max(right, to_right), end_);
    Fill(left, right);
    Fill(to_left, to_right);
    const std::int64_t first = std::max(left, source_begin_);
    const std::int64_t last = std::min(right, source_end_);
    if (first < last && SourceRow(at_)) BlendLine(line, first, last);
  }

  // Lines are columns.
  void ShiftColumns(const ShearColumns& columns) const {
    constexpr std::size_t kBatch = 256;
    HWY_ALIGN QuantumSample a[kBatch * kSamples], b[kBatch * kSamples];
    const ShearRun* run = columns.runs.data();
    for (std::size_t x = 0; x < work_.destination.columns; x += kBatch) {
      const std::size_t stop = std::min(work_.destination.columns, x + kBatch);
      for (std::size_t i = x; i < stop;) {
        const std::size_t end = std::min(run->end, stop);
        Gather(SourceOf(*run, run->first), i, end, a + (i - x) * kSamples);
        Gather(SourceOf(*run, run->second), i, end, b + (i - x) * kSamples);
        i = end;
        if (end == run->end) ++run;
      }
      const auto shares = [&](int part) { return columns.shares[part].data() + x * kSamples; };
      BlendSamples<kKind>(a, b, SampleShares{{shares(0), shares(1), shares(2)}},
                          (stop - x) * kSamples, out_ + x * kSamples);
    }
  }

 private:
  // Null where the source is not.
  const QuantumSample* SourceRow(std::int64_t row) const {
    const std::int64_t from = row - work_.rule.source_row;
    const bool inside = from >= 0 && from < static_cast<std::int64_t>(work_.source.rows);
    return inside ? work_.source.Row(static_cast<std::size_t>(from)) : nullptr;
  }

  const QuantumSample* SourceAt(std::int64_t column) const {
    return SourceRow(at_) + static_cast<std::size_t>(column - source_begin_) * kSamples;
  }

  QuantumSample* At(std::int64_t column) const {
    return out_ + static_cast<std::size_t>(column - begin_) * kSamples;
  }

  void Fill(std::int64_t begin, std::int64_t end) const {
    begin = std::max(begin, begin_);
    end = std::min(end, end_);
    QuantumSample constant[kChannels];
    std::copy_n(work_.constant, kChannels, constant);
    for (std::int64_t x = begin; x < end; ++x) CopyPixel<kKind>(constant, At(x));
  }

  // What is on the canvas.
  void Keep(std::int64_t begin, std::int64_t end) const {
    begin = std::max(begin, begin_);
    end = std::min(end, end_);
    if (begin >= end) return;
    Fill(begin, end);
    if (!SourceRow(at_)) return;
    const std::int64_t from = std::max(begin, source_begin_);
    const std::int64_t to = std::min(end, source_end_);
    for (std::int64_t x = from; x < to; ++x) CopyPixel<kKind>(SourceAt(x), At(x));
  }

  // Where pixels of the source at [first, last) of this row go to.
  void BlendLine(const std::int32_t* line, std::int64_t first, std::int64_t last) const {
    const std::int64_t least = std::min(line[0], line[1]), most = std::max(line[0], line[1]);
    const LineShares shares{
        {line[2], line[3] >> LS_SHARE_BITS, line[3] & ((1 << LS_SHARE_BITS) - 1)}};
    const auto blend = [&](std::int64_t begin, std::int64_t end) {
      begin = std::max(begin, begin_);
      end = std::min(end, end_);
      if (begin >= end) return;
      const auto from = [&](std::int64_t x) {
        return x >= first && x < last ? SourceAt(x) : work_.constant;
      };
      BlendSamples<kKind>(from(begin + line[0]), from(begin + line[1]), shares,
                          static_cast<std::size_t>(end - begin) * kSamples, At(begin));
    };
    // At both ends one of the two pixels may be outside.
    if (least != most) blend(first - most, first - least);
    blend(first - least, last - most);
    if (least != most) blend(last - most, last - least);
  }

  // The row that this row of a run comes from; null for constant pixels.
  const QuantumSample* SourceOf(const ShearRun& run, std::int64_t displacement) const {
    if (!run.in_source) return nullptr;
    const std::int64_t from = at_ + displacement;
    const auto in_area = [&](std::int64_t row) {
      return run.in_area && row >= area_.row && row < area_.row + area_.rows;
    };
    if (in_area(from)) return SourceRow(from);
    const bool changes = in_area(at_) || in_area(at_ + run.first) || in_area(at_ + run.second);
    return changes ? nullptr : SourceRow(at_);
  }

  // Columns [begin, end) of the destination.
  void Gather(const QuantumSample* row, std::size_t begin, std::size_t end,
              QuantumSample* to) const {
    const std::int64_t left = begin_ - source_begin_;
    for (std::size_t x = begin; x < end; ++x, to += kSamples) {
      const auto column = static_cast<std::size_t>(static_cast<std::int64_t>(x) + left);
      CopyPixel<kKind>(row ? row + column * kSamples : work_.constant, to);
    }
  }

  const ShearWork& work_;
  const ShearArea area_;
  QuantumSample* const out_;
  const std::int64_t at_, begin_, end_, source_begin_, source_end_;
};

template <Channels kKind>
void ShearRows(const ShearWork& work, const ShearColumns& columns, std::size_t begin,
               std::size_t end) {
  for (std::size_t y = begin; y < end; ++y) {
    const Row<kKind> row(work, y);
    if (work.rule.of_columns) {
      row.ShiftColumns(columns);
    } else {
      row.Shift();
    }
  }
}

void ShearAnyRows(const ShearWork& work, const ShearColumns& columns, std::size_t begin,
                  std::size_t end) {
  switch (work.channels) {
    case Channels::kOpaque:
      return ShearRows<Channels::kOpaque>(work, columns, begin, end);
    case Channels::kWeighted:
      return ShearRows<Channels::kWeighted>(work, columns, begin, end);
    case Channels::kPlain:
      return ShearRows<Channels::kPlain>(work, columns, begin, end);
    case Channels::kGrey:
      return ShearRows<Channels::kGrey>(work, columns, begin, end);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(ShearAnyRows);

void ShearBand(const ShearWork& work, const ShearColumns& columns, std::size_t begin,
               std::size_t end) {
  HWY_DYNAMIC_DISPATCH(ShearAnyRows)(work, columns, begin, end);
}

}  // namespace lodestone::kernels
#endif
