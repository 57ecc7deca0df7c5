#include "kernels/cosine_blur/cosine_blur_cpu.hpp"

#include <algorithm>
#include <cstring>

#include "kernels/common/aligned_array.hpp"
#include "kernels/common/targets.hpp"
#include "kernels/cosine_blur/series_plan.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cosine_blur/cosine_blur_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/resample/cpu/strip_ops-inl.hpp"
#include "kernels/cosine_blur/waves-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// Rows that go through both passes together.
constexpr std::size_t kBlockRows = kSeriesBlockRows;
// Of which the rows of a block stay in the nearest cache.
constexpr std::size_t kChunkVectors = 16;

// A row of a source without its columns' border.
class CentredRow {
 public:
  CentredRow() = default;
  // Null: no pixels.
  explicit CentredRow(const QuantumSample* row) : row_(row) {}

  // The line that sample i is in.
  HWY_INLINE void Prefetch(std::size_t i) const {
    if (row_) hwy::Prefetch(row_ + i);
  }
  // A vector of samples from i on, or as many of them as are left.
  HWY_INLINE LsReal Whole(std::size_t i) const { return row_ ? Centred(row_ + i) : LsReal(0.0f); }
  HWY_INLINE LsReal Part(std::size_t i, std::size_t count) const {
    if (!row_) return LsReal(0.0f);
    HWY_ALIGN QuantumSample samples[kLanes] = {};
    std::memcpy(samples, row_ + i, count * sizeof(QuantumSample));
    return Centred(samples);
  }

 private:
  static HWY_INLINE LsReal Centred(const QuantumSample* samples) {
    return LsReal(LoadQuanta<Kind::kFour>(Wide(), samples)) - LsReal(LS_SERIES_CENTRE);
  }

  const QuantumSample* row_ = nullptr;
};

// The vertical pass: waves of every vector of a row, which move down in blocks of rows.
template <std::size_t kTerms>
class Columns {
 public:
  explicit Columns(const CosineBlurWork& work)
      : work_(work),
        axis_(work.down()),
        samples_(work.destination.columns * SamplesOf(work.source.channels)),
        waves_(NewAligned<float>(vectors() * kPitch)) {}

  std::size_t vectors() const { return (samples_ + kLanes - 1) / kLanes; }

  // The next block of rows: the first of a part, or the one below the last.
  void SetBlock(std::size_t begin, std::size_t end, bool afresh) {
    begin_ = begin;
    end_ = end;
    afresh_ = afresh;
    const auto reach = static_cast<std::ptrdiff_t>(axis_.reach);
    for (std::size_t y = begin; y < end; ++y) {
      if (afresh && y == begin) continue;
      const auto row = static_cast<std::ptrdiff_t>(y);
      in_[y - begin] = CentredRow(work_.source.Row(row + reach));
      out_[y - begin] = CentredRow(work_.source.Row(row - reach - 1));
    }
  }

  // The sums of vectors [first, last) for the rows of the block, `pitch` apart.
  void Sum(std::size_t first, std::size_t last, float* sums, std::size_t pitch) {
    for (std::size_t v = first; v < last; ++v, sums += kLanes) {
      const std::size_t i = v * kLanes;
      if (i % kLineSamples == 0) PrefetchBlock(i + kAhead);
      if (i + kLanes <= samples_)
        SumVector(v, sums, pitch, [i](const CentredRow& row) HWY_ATTR { return row.Whole(i); });
      else
        SumVector(v, sums, pitch, [i, count = samples_ - i](const CentredRow& row) HWY_ATTR {
          return row.Part(i, count);
        });
    }
  }

 private:
  static constexpr std::size_t kPitch = Waves<kTerms>::kCount * kLanes;
  static constexpr std::size_t kLineSamples = 64 / sizeof(QuantumSample), kAhead = kLineSamples;

  void PrefetchBlock(std::size_t i) const {
    for (std::size_t y = begin_ + afresh_; y < end_; ++y) {
      in_[y - begin_].Prefetch(i);
      out_[y - begin_].Prefetch(i);
    }
  }

  template <class Load>
  HWY_INLINE void SumVector(std::size_t vector, float* sums, std::size_t pitch, Load&& load) {
    float* const kept = waves_.get() + vector * kPitch;
    Waves<kTerms> waves;
    std::size_t y = begin_;
    if (afresh_) {
      const auto row = static_cast<std::ptrdiff_t>(begin_);
      waves = WavesOf<kTerms>(axis_.numbers + LS_SERIES_WEIGHTS(kTerms), axis_.reach,
                              [&](std::ptrdiff_t k)
                                  HWY_ATTR { return load(CentredRow(work_.source.Row(row + k))); });
      Put(waves, y++, sums);
    } else {
      waves.Load(kept);
    }
    for (; y < end_; ++y) {
      waves.Turn(axis_.numbers, load(in_[y - begin_]), load(out_[y - begin_]));
      Put(waves, y, sums + (y - begin_) * pitch);
    }
    waves.Store(kept);
  }

  HWY_INLINE void Put(const Waves<kTerms>& waves, std::size_t y, float* sums) const {
    const float* const scales = axis_.numbers + LS_SERIES_SCALES(axis_.reach, kTerms);
    hn::Store((waves.Sum() * LsReal(scales[y])).lanes, Wide(), sums);
  }

  const CosineBlurWork& work_;
  const SeriesAxis axis_;
  const std::size_t samples_;  // of a row
  const AlignedArray<float> waves_;
  std::size_t begin_ = 0, end_ = 0;
  bool afresh_ = true;
  CentredRow in_[kBlockRows], out_[kBlockRows];
};

// The horizontal pass along a strip that begins with as much border as the kernel reaches. Sums of
// columns [begin, end), which begin where waves begin afresh.
template <std::size_t kTerms>
HWY_NOINLINE void SumStrip(const SeriesAxis& axis, const float* strip, std::size_t begin,
                           std::size_t end, float* sums) {
  const float* const scales = axis.numbers + LS_SERIES_SCALES(axis.reach, kTerms);
  const auto put = [&](const Waves<kTerms>& waves, std::size_t x) HWY_ATTR {
    const LsReal sum = LsFused(waves.Sum(), LsReal(scales[x]), LsReal(LS_SERIES_CENTRE));
    hn::Store(sum.lanes, Wide(), sums + (x - begin) * kLanes);
  };
  const float* const middle = strip + (begin + axis.reach) * kLanes;
  Waves<kTerms> waves = WavesOf<kTerms>(
      axis.numbers + LS_SERIES_WEIGHTS(kTerms), axis.reach, [&](std::ptrdiff_t k) HWY_ATTR {
        return LsReal(hn::Load(Wide(), middle + k * static_cast<std::ptrdiff_t>(kLanes)));
      });
  put(waves, begin);
  for (std::size_t x = begin + 1; x < end; ++x) {
    waves.Turn(axis.numbers, LsReal(hn::Load(Wide(), strip + (x + 2 * axis.reach) * kLanes)),
               LsReal(hn::Load(Wide(), strip + (x - 1) * kLanes)));
    put(waves, x);
  }
}

// Both passes, block after block of rows.
template <Kind kKind, std::size_t kTerms>
class Series {
 public:
  explicit Series(const CosineBlurWork& work)
      : work_(work),
        rules_(work.source.channels, false),
        columns_(work.destination.columns),
        down_(work),
        strip_pixels_(columns_ + 2 * std::size_t{work.rule.reach[0]} + kChunkVectors * kLanes),
        rows_(NewAligned<float>(kBlockRows * kRowPitch)),
        strips_(NewAligned<float>(kStrips * strip_pixels_ * kLanes)),
        sums_(NewAligned<float>(std::size_t{LS_SERIES_RESTART} * kLanes)),
        unwanted_(NewAligned<QuantumSample>(LS_SERIES_RESTART * kSamples<kKind>)) {
    std::fill_n(rows_.get(), kBlockRows * kRowPitch, 0.0f);
  }

  void Run(std::size_t begin, std::size_t end) {
    for (std::size_t y = begin / LS_SERIES_RESTART * LS_SERIES_RESTART; y < end;) {
      const std::size_t next = (y / LS_SERIES_RESTART + 1) * LS_SERIES_RESTART;
      const std::size_t stop = std::min({end, next, y + kBlockRows});
      down_.SetBlock(y, stop, y % LS_SERIES_RESTART == 0);
      Vertical(stop > begin);
      if (stop > begin) Horizontal(y, stop, std::max(y, begin));
      y = stop;
    }
  }

 private:
  static constexpr std::size_t kRowPitch = kChunkVectors * kLanes;
  static constexpr std::size_t kStrips = kBlockRows / kPixels<kKind>;

  float* Strip(std::size_t s) const { return strips_.get() + s * strip_pixels_ * kLanes; }
  float* PixelOf(std::size_t s, std::size_t x) const {
    return Strip(s) + (work_.rule.reach[0] + x) * kLanes;
  }

  // Fills the strips, unless the rows of the block are another band's.
  void Vertical(bool wanted) {
    const std::size_t vectors = down_.vectors();
    for (std::size_t v = 0; v < vectors; v += kChunkVectors) {
      const std::size_t last = std::min(vectors, v + kChunkVectors), x = v * kPixels<kKind>;
      down_.Sum(v, last, rows_.get(), kRowPitch);
      for (std::size_t s = 0; wanted && s < kStrips; ++s)
        RowsToStrip<kKind>(rows_.get() + s * kPixels<kKind> * kRowPitch, kRowPitch,
                           std::min((last - v) * kPixels<kKind>, columns_ - x), PixelOf(s, x));
    }
  }

  // Of rows [begin, end), those from `first` on are wanted.
  void Horizontal(std::size_t begin, std::size_t end, std::size_t first) {
    for (std::size_t s = 0; s < kStrips; ++s) {
      const std::size_t y = begin + s * kPixels<kKind>;
      if (y + kPixels<kKind> <= first || y >= end) continue;
      AddBorder(s);
      for (std::size_t x = 0; x < columns_; x += LS_SERIES_RESTART) {
        const std::size_t stop = std::min<std::size_t>(columns_, x + LS_SERIES_RESTART);
        SumStrip<kTerms>(work_.across(), Strip(s), x, stop, sums_.get());
        Store(y, std::min(end, y + kPixels<kKind>), first, x, stop);
      }
    }
  }

  void AddBorder(std::size_t s) {
    const std::uint32_t* map = work_.source.border.columns;
    const std::size_t reach = work_.rule.reach[0];
    const auto fill = [&](std::size_t i) {
      float* const to = Strip(s) + i * kLanes;
      if (map[i] == kConstantPixel)
        std::fill_n(to, kLanes, 0.0f);
      else
        std::copy_n(PixelOf(s, map[i]), kLanes, to);
    };
    for (std::size_t i = 0; i < reach; ++i) fill(i);
    for (std::size_t i = reach + columns_; i < columns_ + 2 * reach; ++i) fill(i);
  }

  // Rows before `first` are another band's.
  void Store(std::size_t begin, std::size_t end, std::size_t first, std::size_t x,
             std::size_t stop) {
    QuantumSample* to[kPixels<kKind>] = {};
    for (std::size_t y = begin; y < end; ++y)
      to[y - begin] = y < first ? unwanted_.get() : work_.destination.Row(y) + x * kSamples<kKind>;
    StoreStrip<kKind>(sums_.get(), stop - x, rules_, to, end - begin);
  }

  const CosineBlurWork& work_;
  const Rules rules_;
  const std::size_t columns_;
  Columns<kTerms> down_;
  const std::size_t strip_pixels_;
  const AlignedArray<float> rows_, strips_, sums_;
  const AlignedArray<QuantumSample> unwanted_;
};

template <Kind kKind>
void RunSeries(const CosineBlurWork& work, std::size_t begin, std::size_t end) {
  if (work.rule.terms == LS_SERIES_FEW_TERMS)
    Series<kKind, LS_SERIES_FEW_TERMS>(work).Run(begin, end);
  else
    Series<kKind, LS_SERIES_MOST_TERMS>(work).Run(begin, end);
}

void CosineBlurRows(const CosineBlurWork& work, std::size_t begin, std::size_t end) {
  if (work.source.channels == Channels::kGrey)
    RunSeries<Kind::kGrey>(work, begin, end);
  else
    RunSeries<Kind::kFour>(work, begin, end);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(CosineBlurRows);

void CosineBlurBand(const CosineBlurWork& work, std::size_t begin, std::size_t end) {
  if (begin < end) HWY_DYNAMIC_DISPATCH(CosineBlurRows)(work, begin, end);
}

SeriesAxis CosineBlurWork::down() const {
  const auto columns = static_cast<std::uint32_t>(destination.columns);
  const auto rows = static_cast<std::uint32_t>(destination.rows);
  return {rule.reach[1], numbers + SeriesTable(rule, columns, rows).down};
}

double CosineBlurOperations(const CosineBlurWork& work) {
  const auto of = [&work](const SeriesAxis& axis) {
    return work.rule.terms * (LS_SERIES_TURN + 2.0 * axis.reach / LS_SERIES_RESTART);
  };
  return (of(work.across()) + of(work.down())) * double(work.destination.columns) *
         double(work.destination.rows) * double(SamplesOf(work.source.channels));
}

}  // namespace lodestone::kernels
#endif
