// Separable resampling with the vertical pass first.
#if defined(LODESTONE_VERTICAL_FIRST_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_VERTICAL_FIRST_INL
#undef LODESTONE_VERTICAL_FIRST_INL
#else
#define LODESTONE_VERTICAL_FIRST_INL
#endif

#include "kernels/resample/cpu/destination_rows-inl.hpp"
#include "kernels/resample/cpu/slot_ops-inl.hpp"
#include "kernels/resample/cpu/strip_ops-inl.hpp"
#include "kernels/resample/cpu/windows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// Vertical sums of a chunk of columns, output by output: the source rows are converted once for all
// rows of the group, then each pair of outputs is summed up in registers. For any table.
template <Kind kKind>
class TapSums {
 public:
  TapSums(const ResampleWork& work, std::size_t begin, std::size_t end)
      : work_(work),
        rules_(work),
        group_(GroupRows(work.vertical, begin, end)),
        rows_(NewFloats(LongestWindow(work.vertical, begin, end, group_) * kPitch)) {}

  std::size_t chunk() const { return kColumns; }
  std::size_t group() const { return group_; }
  void Start(std::size_t, std::size_t) {}

  // Sums of rows [begin, end) for source columns [x, x + pixels), to `middle`, kMiddlePitch apart.
  void Sum(std::size_t begin, std::size_t end, std::size_t x, std::size_t pixels, float* middle) {
    const AxisView& axis = work_.vertical;
    const std::size_t first = axis.first[begin], last = InputsBefore(axis, end - 1);
    for (std::size_t y = first; y < last; ++y) {
      const QuantumSample* source = work_.source.Row(y) + x * kSamples<kKind>;
      PrefetchAhead(source);
      LoadRow<kKind>(source, pixels, rows_.get() + (y - first) * kPitch);
    }
    if (axis.max_count > LS_TAP_BLOCK) return Long(begin, end, middle);
    for (std::size_t y = begin; y < end; y += 2)
      SumPair(y, end, rows_.get() + (axis.first[y] - first) * kPitch,
              middle + (y - begin) * kMiddlePitch);
  }

 private:
  static constexpr std::size_t kVectors = 4, kColumns = kVectors * kPixels<kKind>;
  static constexpr std::size_t kPitch = kVectors * kLanes;

  // As many as make the converted rows of a chunk stay in the nearest cache, which those of long
  // tables do not.
  static std::size_t GroupRows(const AxisView& axis, std::size_t begin, std::size_t end) {
    constexpr std::size_t kWindowRows = 96;
    std::size_t rows = kMostGroupRows<kKind>;
    while (rows > std::max<std::size_t>(kMostGroupRows<kKind> / 2, kPixels<kKind>) &&
           axis.max_count <= LS_TAP_BLOCK && LongestWindow(axis, begin, end, rows) > kWindowRows)
      rows /= 2;
    return rows;
  }

  // Rows [begin, end) of a long table.
  void Long(std::size_t begin, std::size_t end, float* middle) {
    const AxisView& axis = work_.vertical;
    auto at = [&](std::size_t y) {
      return rows_.get() + (axis.first[y] - axis.first[begin]) * kPitch;
    };
    const std::size_t next =
        SumLong<kVectors>(axis, begin, end, kPitch, kLanes, at,
                          [&](std::size_t y, const WideVector(&sums)[kVectors]) {
                            StoreBetween(sums, middle + (y - begin) * kMiddlePitch);
                          });
    for (std::size_t y = next; y < end; y += 2)
      SumPair(y, end, at(y), middle + (y - begin) * kMiddlePitch);
  }

  static void PrefetchAhead(const QuantumSample* source) {
    LS_UNROLL for (std::size_t i = 0; i < kPitch; i += 64 / sizeof(QuantumSample))
        hwy::Prefetch(source + 2 * kPitch + i);
  }

  void SumPair(std::size_t y, std::size_t end, const float* input, float* middle) {
    const AxisView& axis = work_.vertical;
    WideVector a[kVectors], b[kVectors];
    if (y + 1 == end) {
      WeightedSums(axis.weights + axis.offset[y], axis.count[y], input, kPitch, kLanes, a);
    } else {
      PairSums(axis, y, input, kPitch, kLanes, a, b);
      StoreBetween(b, middle + kMiddlePitch);
    }
    StoreBetween(a, middle);
  }

  void StoreBetween(const WideVector (&sums)[kVectors], float* to) const {
    LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v)
        hn::Store(Between<kKind>(Wide(), sums[v], rules_), Wide(), to + v * kLanes);
  }

  const ResampleWork& work_;
  Rules rules_;
  std::size_t group_;
  Floats rows_;
};

// The same by walking down the source rows, each read once for all groups (see slot_ops-inl.hpp).
template <Kind kKind, std::size_t kSlots>
class SlotSums {
 public:
  SlotSums(const ResampleWork& work, std::size_t begin, std::size_t end)
      : work_(work),
        rules_(work),
        table_(work.vertical, begin, end, kSlots),
        begin_(begin),
        group_(GroupRows(work.vertical)),
        rest_(LongestWindow(work.vertical, begin, end, group_) * kPitch) {}

  std::size_t chunk() const { return kColumns; }
  std::size_t group() const { return group_; }

  // Starts again at the top, for source columns [left, right).
  void Start(std::size_t left, std::size_t right) {
    left_ = left;
    right_ = right;
    next_ = work_.vertical.first[begin_];
    slots_.assign((right - left + kColumns - 1) / kColumns * kSlotFloats, 0.0f);
  }

  // Calls walk from left to right over the columns for one group of rows after the other.
  void Sum(std::size_t begin, std::size_t end, std::size_t x, std::size_t pixels, float* middle) {
    const std::size_t last = InputsBefore(work_.vertical, end - 1);
    next_ = std::max<std::size_t>(next_, work_.vertical.first[begin]);
    const std::size_t index = (x - left_) / kColumns;
    const QuantumSample* source = work_.source.Row(next_) + x * kSamples<kKind>;
    std::size_t stride = work_.source.stride;
    if (pixels < kColumns) {
      CopyRest(source, pixels, last - next_);
      source = rest_.data();
      stride = kPitch;
    }
    WalkSlots<kKind, kSlots, kMiddlePitch>(table_, begin, end, next_, source, stride, 2 * kPitch,
                                           rules_, &slots_[index * kSlotFloats], middle);
    if (x + pixels == right_) next_ = last;
  }

 private:
  static constexpr std::size_t kVectors = SlotVectors<kSlots>(),
                               kColumns = kVectors * kPixels<kKind>;
  static constexpr std::size_t kPitch = kVectors * kLanes;
  static constexpr std::size_t kSlotFloats = kSlots * kPitch;
  // Rows walked down at once: each lies in another page of memory.
  static constexpr std::size_t kWalkRows = 128 / sizeof(QuantumSample) / kSamples<kKind>;

  static std::size_t GroupRows(const AxisView& axis) {
    const std::size_t rows =
        kWalkRows * axis.outputs / axis.inputs / kPixels<kKind> * kPixels<kKind>;
    return std::clamp(rows, kPixels<kKind>, kMostGroupRows<kKind>);
  }

  // The columns at the right edge, widened to a whole chunk.
  void CopyRest(const QuantumSample* source, std::size_t pixels, std::size_t rows) {
    for (std::size_t y = 0; y < rows; ++y)
      std::memcpy(&rest_[y * kPitch], source + y * work_.source.stride,
                  pixels * kSamples<kKind> * sizeof(QuantumSample));
  }

  const ResampleWork& work_;
  Rules rules_;
  SlotTable table_;
  std::size_t begin_, group_;
  std::size_t left_ = 0, right_ = 0;
  std::size_t next_ = 0;  // source row that the walk goes on with
  std::vector<float> slots_;
  std::vector<QuantumSample> rest_;
};

// Vertical pass first: a chunk of columns is summed up for a group of destination rows and goes
// through the horizontal pass as soon as an output's inputs are complete, all in the nearest
// caches.
template <Kind kKind, class Sums>
class VerticalFirst {
 public:
  VerticalFirst(const ResampleWork& work, std::size_t begin, std::size_t end)
      : work_(work),
        rules_(work),
        vertical_(work, begin, end),
        destination_(work.destination, kRun, !work.read_at_once),
        strip_pixels_(LongestWindow(work.horizontal, 0, work.horizontal.outputs, kRun) + 160),
        middle_(NewFloats(kMostGroupRows<kKind> * kMiddlePitch)),
        strips_(NewFloats(kMostGroupStrips<kKind> * strip_pixels_ * kLanes)),
        sums_(NewFloats(kMostGroupStrips<kKind> * kRun * kLanes)) {
    std::fill_n(middle_.get(), kMostGroupRows<kKind> * kMiddlePitch, 0.0f);
  }

  void Run(std::size_t begin, std::size_t end, const RowsDone& rows_done) {
    const std::size_t outputs = work_.horizontal.outputs, columns = SegmentColumns();
    for (std::size_t x = 0; x < outputs; x += columns)
      if (!Segment(begin, end, x, std::min(outputs, x + columns), rows_done)) return;
  }

 private:
  // So many columns that what is kept from group to group stays in the second cache.
  std::size_t SegmentColumns() const {
    constexpr std::size_t kFewest = 24576 / kSamples<kKind>;
    const AxisView& axis = work_.horizontal;
    const std::size_t inputs = std::max<std::size_t>(kFewest, 16 * axis.max_count);
    return std::max(kRun, inputs * axis.outputs / axis.inputs / kRun * kRun);
  }

  // Returns false if told to stop. Rows are finished with the last segment.
  bool Segment(std::size_t begin, std::size_t end, std::size_t left, std::size_t right,
               const RowsDone& rows_done) {
    const AxisView& axis = work_.horizontal;
    vertical_.Start(axis.first[left], InputsBefore(axis, right - 1));
    for (std::size_t y = begin; y < end; y += vertical_.group()) {
      const std::size_t stop = std::min(end, y + vertical_.group());
      Group(y, stop, left, right);
      if (!rows_done(right == axis.outputs ? stop - y : 0)) return false;
    }
    return true;
  }

  void Group(std::size_t begin, std::size_t end, std::size_t left, std::size_t right) {
    const AxisView& axis = work_.horizontal;
    const std::size_t columns = InputsBefore(axis, right - 1), chunk = vertical_.chunk();
    destination_.Start(begin, end, left);
    origin_ = axis.first[left];
    output_ = left;
    for (std::size_t x = origin_; x < columns; x += chunk) {
      const std::size_t pixels = std::min(chunk, columns - x);
      MakeRoom(x, (end - begin + kPixels<kKind> - 1) / kPixels<kKind>);
      Vertical(begin, end, x, pixels);
      while (output_ < right) {
        const std::size_t stop = std::min(right, output_ + kRun);
        if (InputsBefore(axis, stop - 1) > x + pixels) break;
        Horizontal(begin, end, stop, right);
      }
    }
  }

  // Moves the pixels that are still needed to the front of the strips where the next chunk, at
  // source column x, would not fit behind them.
  void MakeRoom(std::size_t x, std::size_t strips) {
    if (x + vertical_.chunk() - origin_ <= strip_pixels_) return;
    const std::size_t first = std::min<std::size_t>(x, work_.horizontal.first[output_]);
    for (std::size_t s = 0; s < strips; ++s) {
      float* strip = strips_.get() + s * strip_pixels_ * kLanes;
      std::memmove(strip, strip + (first - origin_) * kLanes, (x - first) * kLanes * sizeof(float));
    }
    origin_ = first;
  }

  void Vertical(std::size_t begin, std::size_t end, std::size_t x, std::size_t pixels) {
    vertical_.Sum(begin, end, x, pixels, middle_.get());
    for (std::size_t row = 0; row < end - begin; row += kPixels<kKind>)
      RowsToStrip<kKind>(
          middle_.get() + row * kMiddlePitch, kMiddlePitch, pixels,
          strips_.get() + (row / kPixels<kKind> * strip_pixels_ + x - origin_) * kLanes);
  }

  void Horizontal(std::size_t begin, std::size_t end, std::size_t stop, std::size_t right) {
    const std::size_t strips = (end - begin + kPixels<kKind> - 1) / kPixels<kKind>;
    HorizontalRun(work_.horizontal, output_, stop, strips, strips_.get(), origin_,
                  strip_pixels_ * kLanes, sums_.get(), kRun * kLanes);
    for (std::size_t s = 0; s < strips; ++s) {
      const std::size_t y = begin + s * kPixels<kKind>, rows = std::min(kPixels<kKind>, end - y);
      QuantumSample* to[kPixels<kKind>] = {};
      for (std::size_t r = 0; r < rows; ++r) to[r] = destination_.At(y + r, output_);
      StoreStrip<kKind>(sums_.get() + s * kRun * kLanes, stop - output_, rules_, to, rows);
    }
    destination_.Done(stop, stop == right);
    output_ = stop;
  }

  const ResampleWork& work_;
  Rules rules_;
  Sums vertical_;
  DestinationRows<kKind> destination_;
  std::size_t strip_pixels_;
  Floats middle_, strips_, sums_;
  std::size_t origin_ = 0;  // source column that the strips start with
  std::size_t output_ = 0;  // destination column that comes next
};

template <Kind kKind, class Sums>
void RunVerticalFirst(const ResampleWork& work, std::size_t begin, std::size_t end,
                      const RowsDone& rows_done) {
  VerticalFirst<kKind, Sums>(work, begin, end).Run(begin, end, rows_done);
}

template <Kind kKind>
void ResampleVerticalFirst(const ResampleWork& work, std::size_t begin, std::size_t end,
                           const RowsDone& rows_done) {
  const std::size_t slots = SlotTable::Needed(work.vertical, begin, end);
  auto* run = slots == 0   ? RunVerticalFirst<kKind, TapSums<kKind>>
              : slots <= 2 ? RunVerticalFirst<kKind, SlotSums<kKind, 2>>
              : slots <= 3 ? RunVerticalFirst<kKind, SlotSums<kKind, 3>>
              : slots <= 4 ? RunVerticalFirst<kKind, SlotSums<kKind, 4>>
              : slots <= 5 ? RunVerticalFirst<kKind, SlotSums<kKind, 5>>
              : slots <= 6 ? RunVerticalFirst<kKind, SlotSums<kKind, 6>>
                           : RunVerticalFirst<kKind, SlotSums<kKind, SlotTable::kMost>>;
  run(work, begin, end, rows_done);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
