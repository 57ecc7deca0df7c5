// Separable resampling with the horizontal pass first.
#if defined(LODESTONE_HORIZONTAL_FIRST_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_HORIZONTAL_FIRST_INL
#undef LODESTONE_HORIZONTAL_FIRST_INL
#else
#define LODESTONE_HORIZONTAL_FIRST_INL
#endif

#include "kernels/resample/cpu/strip_ops-inl.hpp"
#include "kernels/resample/cpu/windows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// Horizontal pass first: source rows go through it strip by strip and are kept, as rows, for as
// long as destination rows need them. A few hundred columns at a time, so that they stay in the
// cache.
template <Kind kKind>
class HorizontalFirst {
 public:
  HorizontalFirst(const ResampleWork& work, std::size_t begin, std::size_t end)
      : work_(work),
        rules_(RulesOf(work)),
        window_(MaxWindow(work.vertical, begin, end, kMaxGroupRows<kKind>)),
        columns_(SegmentColumns(window_ + kMaxGroupRows<kKind>)),
        capacity_(2 * window_ + kMaxGroupRows<kKind>),
        strip_pixels_(RoundUp(MaxWindow(work.horizontal, 0, work.horizontal.outputs, columns_),
                              kPixels<kKind>)),
        source_(NewFloats(kPixels<kKind> * strip_pixels_ * kSamples<kKind>)),
        strips_(NewFloats(kMaxGroupStrips<kKind> * strip_pixels_ * kLanes)),
        sums_(NewFloats(kMaxGroupStrips<kKind> * kRun * kLanes)),
        rows_(NewFloats(capacity_ * columns_ * kSamples<kKind>)) {
    std::fill_n(source_.get(), kPixels<kKind> * strip_pixels_ * kSamples<kKind>, 0.0f);
  }

  void Run(std::size_t begin, std::size_t end, const RowsDone& rows_done) {
    const std::size_t outputs = work_.horizontal.outputs;
    for (std::size_t x = 0; x < outputs; x += columns_)
      if (!Segment(begin, end, x, std::min(outputs, x + columns_), rows_done)) return;
  }

 private:
  static constexpr std::size_t kVectors = 4, kColumns = kVectors * kPixels<kKind>;

  // A multiple of both kRun and kColumns.
  static std::size_t SegmentColumns(std::size_t rows) {
    constexpr std::size_t kBudgetFloats = 1 << 16, kMinColumns = 64,
                          kStep = std::max(kRun, kColumns);
    static_assert(kStep % kRun == 0 && kStep % kColumns == 0 && kMinColumns % kStep == 0);
    return std::max(kMinColumns, kBudgetFloats / (rows * kSamples<kKind>) / kStep * kStep);
  }

  // Returns false if told to stop. Rows are finished with the last segment.
  bool Segment(std::size_t begin, std::size_t end, std::size_t left, std::size_t right,
               const RowsDone& rows_done) {
    const MagickAccelerateAxis& axis = work_.vertical;
    origin_ = next_ = axis.first[begin];
    for (std::size_t y = begin; y < end; y += kMaxGroupRows<kKind>) {
      const std::size_t stop = std::min(end, y + kMaxGroupRows<kKind>);
      Require(axis.first[y], InputsBefore(axis, stop - 1), left, right);
      for (std::size_t row = Long(y, stop, left, right); row < stop; row += 2)
        Vertical(row, stop, left, right);
      if (!rows_done(right == work_.horizontal.outputs ? stop - y : 0)) return false;
    }
    return true;
  }

  void Require(std::size_t first, std::size_t last, std::size_t left, std::size_t right) {
    next_ = std::max(next_, first);
    while (next_ < last) {
      const std::size_t count = std::min(kMaxGroupRows<kKind>, last - next_);
      if (next_ + kMaxGroupRows<kKind> - origin_ > capacity_) {
        std::memmove(rows_.get(), Row(first),
                     (next_ - std::min(next_, first)) * columns_ * kSamples<kKind> * sizeof(float));
        origin_ = first;
      }
      Horizontal(next_, count, left, right);
      next_ += count;
    }
  }

  float* Row(std::size_t y) { return rows_.get() + (y - origin_) * columns_ * kSamples<kKind>; }

  void Horizontal(std::size_t y, std::size_t count, std::size_t left, std::size_t right) {
    const MagickAccelerateAxis& axis = work_.horizontal;
    const std::size_t first = axis.first[left], pixels = InputsBefore(axis, right - 1) - first;
    const std::size_t strips = (count + kPixels<kKind> - 1) / kPixels<kKind>,
                      pitch = strip_pixels_ * kSamples<kKind>;
    for (std::size_t s = 0; s < strips; ++s) {
      for (std::size_t r = 0; r < std::min(kPixels<kKind>, count - s * kPixels<kKind>); ++r)
        LoadRow<kKind>(work_.source.Row(y + s * kPixels<kKind> + r) + first * kSamples<kKind>,
                       pixels, rules_.linear_light, source_.get() + r * pitch);
      RowsToStrip<kKind>(source_.get(), pitch, pixels, strips_.get() + s * strip_pixels_ * kLanes);
    }
    for (std::size_t x = left; x < right; x += kRun) {
      const std::size_t stop = std::min(right, x + kRun);
      HorizontalRun(axis, x, stop, strips, strips_.get(), first, strip_pixels_ * kLanes,
                    sums_.get(), kRun * kLanes);
      for (std::size_t s = 0; s < strips; ++s)
        StripToRows<kKind>(sums_.get() + s * kRun * kLanes, kRun,
                           Row(y + s * kPixels<kKind>) + (x - left) * kSamples<kKind>,
                           columns_ * kSamples<kKind>, rules_);
    }
  }

  // Rows [y, end), as far as SumLong handles them; returns the next row.
  std::size_t Long(std::size_t y, std::size_t end, std::size_t left, std::size_t right) {
    const MagickAccelerateAxis& axis = work_.vertical;
    std::size_t next = y;
    for (std::size_t x = left; x < right; x += kColumns)
      next = SumLong<kVectors>(
          axis, y, end, columns_ * kSamples<kKind>, kLanes,
          [&](std::size_t i) { return Row(axis.first[i]) + (x - left) * kSamples<kKind>; },
          [&](std::size_t i, const WideVector(&sums)[kVectors]) {
            Store(sums, std::min(kColumns, right - x), i, x);
          });
    return next;
  }

  // Up to two rows from y on.
  void Vertical(std::size_t y, std::size_t end, std::size_t left, std::size_t right) {
    const MagickAccelerateAxis& axis = work_.vertical;
    const std::size_t pitch = columns_ * kSamples<kKind>;
    for (std::size_t x = left; x < right; x += kColumns) {
      const float* input = Row(axis.first[y]) + (x - left) * kSamples<kKind>;
      const std::size_t pixels = std::min(kColumns, right - x);
      WideVector a[kVectors], b[kVectors];
      if (y + 1 == end) {
        WeightedSums(axis.weights + axis.offset[y], axis.count[y], input, pitch, kLanes, a);
      } else {
        PairSums(axis, y, input, pitch, kLanes, a, b);
        Store(b, pixels, y + 1, x);
      }
      Store(a, pixels, y, x);
    }
  }

  void Store(const WideVector (&v)[kVectors], std::size_t pixels, std::size_t y, std::size_t x) {
    HWY_ALIGN float sums[kVectors * kLanes];
    LS_UNROLL for (std::size_t i = 0; i < kVectors; ++i) hn::Store(v[i], Wide(), sums + i * kLanes);
    StoreRow<kKind>(sums, pixels, rules_, work_.destination.Row(y) + x * kSamples<kKind>);
  }

  const ResampleWork& work_;
  Rules rules_;
  std::size_t window_, columns_, capacity_, strip_pixels_;
  Floats source_, strips_, sums_, rows_;
  std::size_t origin_ = 0;  // first source row in rows_
  std::size_t next_ = 0;    // next source row to read
};

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
