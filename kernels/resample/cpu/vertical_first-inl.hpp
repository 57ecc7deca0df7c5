// Separable resampling with the vertical pass first.
#if defined(LODESTONE_VERTICAL_FIRST_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_VERTICAL_FIRST_INL
#undef LODESTONE_VERTICAL_FIRST_INL
#else
#define LODESTONE_VERTICAL_FIRST_INL
#endif

#include <memory>

#include "kernels/resample/cpu/destination_rows-inl.hpp"
#include "kernels/resample/cpu/slot_ops-inl.hpp"
#include "kernels/resample/cpu/strip_ops-inl.hpp"
#include "kernels/resample/cpu/windows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// The vertical pass, a chunk of columns at a time. Virtual, so that the surrounding code is
// compiled once rather than for each number of slots.
class VerticalSums {
 public:
  VerticalSums(std::size_t chunk, std::size_t group) : chunk_(chunk), group_(group) {}
  virtual ~VerticalSums() = default;

  std::size_t chunk() const { return chunk_; }  // columns
  std::size_t group() const { return group_; }  // rows

  // Restarts at the top, for source columns [left, right).
  virtual void Start(std::size_t left, std::size_t right) = 0;
  // Sums of rows [begin, end) for source columns [x, x + pixels), written to `middle`,
  // kIntermediatePitch apart. Calls go from left to right over the columns, for one group of rows
  // after another.
  virtual void Sum(std::size_t begin, std::size_t end, std::size_t x, std::size_t pixels,
                   float* intermediate) = 0;

 private:
  std::size_t chunk_, group_;
};

// Vertical sums of a chunk of columns, output by output: the source rows are converted once for all
// rows of the group, then each pair of outputs is summed in registers. For any table.
template <Kind kKind>
class TapSums final : public VerticalSums {
 public:
  TapSums(const ResampleWork& work, std::size_t begin, std::size_t end)
      : VerticalSums(kColumns, GroupRows(work.vertical, begin, end)),
        work_(work),
        rules_(RulesOf(work)),
        rows_(NewFloats(MaxWindow(work.vertical, begin, end, group()) * kPitch)) {}

  void Start(std::size_t, std::size_t) override {}

  void Sum(std::size_t begin, std::size_t end, std::size_t x, std::size_t pixels,
           float* intermediate) override {
    const MagickAccelerateAxis& axis = work_.vertical;
    const std::size_t first = axis.first[begin], last = InputsBefore(axis, end - 1);
    for (std::size_t y = first; y < last; ++y) {
      const QuantumSample* source = work_.source.Row(y) + x * kSamples<kKind>;
      PrefetchAhead<kPitch>(source);
      LoadRow<kKind>(source, pixels, rules_.linear_light, rows_.get() + (y - first) * kPitch);
    }
    if (axis.max_count > LS_TAP_BLOCK) return Long(begin, end, intermediate);
    for (std::size_t y = begin; y < end; y += 2)
      SumPair(y, end, rows_.get() + (axis.first[y] - first) * kPitch,
              intermediate + (y - begin) * kIntermediatePitch);
  }

 private:
  static constexpr std::size_t kVectors = 4, kColumns = kVectors * kPixels<kKind>;
  static constexpr std::size_t kPitch = kVectors * kLanes;

  // Few enough for the converted rows of a chunk to stay in the L1 cache, which is not possible for
  // long tables.
  static std::size_t GroupRows(const MagickAccelerateAxis& axis, std::size_t begin,
                               std::size_t end) {
    constexpr std::size_t kWindowRows = 96;
    std::size_t rows = kMaxGroupRows<kKind>;
    while (rows > std::max<std::size_t>(kMaxGroupRows<kKind> / 2, kPixels<kKind>) &&
           axis.max_count <= LS_TAP_BLOCK && MaxWindow(axis, begin, end, rows) > kWindowRows)
      rows /= 2;
    return rows;
  }

  // Rows [begin, end) of a long table.
  void Long(std::size_t begin, std::size_t end, float* intermediate) {
    const MagickAccelerateAxis& axis = work_.vertical;
    auto at = [&](std::size_t y) {
      return rows_.get() + (axis.first[y] - axis.first[begin]) * kPitch;
    };
    const std::size_t next = SumLong<kVectors>(
        axis, begin, end, kPitch, kLanes, at,
        [&](std::size_t y, const WideVector(&sums)[kVectors]) {
          StoreIntermediate(sums, intermediate + (y - begin) * kIntermediatePitch);
        });
    for (std::size_t y = next; y < end; y += 2)
      SumPair(y, end, at(y), intermediate + (y - begin) * kIntermediatePitch);
  }

  void SumPair(std::size_t y, std::size_t end, const float* input, float* intermediate) {
    const MagickAccelerateAxis& axis = work_.vertical;
    WideVector a[kVectors], b[kVectors];
    if (y + 1 == end) {
      WeightedSums(axis.weights + axis.offset[y], axis.count[y], input, kPitch, kLanes, a);
    } else {
      PairSums(axis, y, input, kPitch, kLanes, a, b);
      StoreIntermediate(b, intermediate + kIntermediatePitch);
    }
    StoreIntermediate(a, intermediate);
  }

  void StoreIntermediate(const WideVector (&sums)[kVectors], float* to) const {
    LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v)
        hn::Store(ToIntermediate<kKind>(Wide(), sums[v], rules_), Wide(), to + v * kLanes);
  }

  const ResampleWork& work_;
  Rules rules_;
  Floats rows_;
};

// The same by walking down the source rows, each read once for all groups (see slot_ops-inl.hpp).
template <Kind kKind, std::size_t kSlots>
class SlotSums final : public VerticalSums {
 public:
  SlotSums(const ResampleWork& work, std::size_t begin, std::size_t end)
      : VerticalSums(kColumns, GroupRows(work.vertical)),
        work_(work),
        rules_(RulesOf(work)),
        table_(work.vertical, begin, end, kSlots),
        begin_(begin),
        rest_(work.linear_light ? 0 : MaxWindow(work.vertical, begin, end, group()) * kPitch),
        light_(work.linear_light ? NewFloats(MaxWindow(work.vertical, begin, end, group()) * kPitch)
                                 : nullptr) {}

  void Start(std::size_t left, std::size_t right) override {
    left_ = left;
    right_ = right;
    next_ = work_.vertical.first[begin_];
    slots_.assign((right - left + kColumns - 1) / kColumns * kSlotFloats, 0.0f);
  }

  void Sum(std::size_t begin, std::size_t end, std::size_t x, std::size_t pixels,
           float* intermediate) override {
    const std::size_t last = InputsBefore(work_.vertical, end - 1);
    next_ = std::max<std::size_t>(next_, work_.vertical.first[begin]);
    const std::size_t index = (x - left_) / kColumns;
    const QuantumSample* source = work_.source.Row(next_) + x * kSamples<kKind>;
    const auto walk = [&](const auto* from, std::size_t stride) {
      WalkSlots<kKind, kSlots, kIntermediatePitch>(table_, begin, end, next_, from, stride,
                                                   2 * kPitch, rules_, &slots_[index * kSlotFloats],
                                                   intermediate);
    };
    if (rules_.linear_light) {
      for (std::size_t y = 0; next_ + y < last; ++y, source += work_.source.stride) {
        PrefetchAhead<kPitch>(source);
        LoadRow<kKind>(source, pixels, true, light_.get() + y * kPitch);
      }
      walk(light_.get(), kPitch);
    } else if (pixels < kColumns) {
      CopyRest(source, pixels, last - next_);
      walk(rest_.data(), kPitch);
    } else {
      walk(source, work_.source.stride);
    }
    if (x + pixels == right_) next_ = last;
  }

 private:
  static constexpr std::size_t kVectors = SlotVectors<kSlots>(),
                               kColumns = kVectors * kPixels<kKind>;
  static constexpr std::size_t kPitch = kVectors * kLanes;
  static constexpr std::size_t kSlotFloats = kSlots * kPitch;
  // Rows walked at once: enough for groups of the most rows when four become one, but not many
  // more, since each is in a different page of memory.
  static constexpr std::size_t kWalkRows = 512 / sizeof(QuantumSample) / kSamples<kKind>;

  static std::size_t GroupRows(const MagickAccelerateAxis& axis) {
    const std::size_t rows =
        kWalkRows * axis.outputs / axis.inputs / kPixels<kKind> * kPixels<kKind>;
    return std::clamp(rows, kPixels<kKind>, kMaxGroupRows<kKind>);
  }

  // The columns at the right edge, padded to a whole chunk.
  void CopyRest(const QuantumSample* source, std::size_t pixels, std::size_t rows) {
    for (std::size_t y = 0; y < rows; ++y)
      std::memcpy(&rest_[y * kPitch], source + y * work_.source.stride,
                  pixels * kSamples<kKind> * sizeof(QuantumSample));
  }

  const ResampleWork& work_;
  Rules rules_;
  SlotTable table_;
  std::size_t begin_;
  std::size_t left_ = 0, right_ = 0;
  std::size_t next_ = 0;  // source row where the walk continues
  std::vector<float> slots_;
  std::vector<QuantumSample> rest_;
  Floats light_;  // of the rows walked at once
};

// Vertical pass first: a chunk of columns is summed for a group of destination rows and goes
// through the horizontal pass as soon as an output's inputs are complete, all within the nearest
// caches.
template <Kind kKind>
class VerticalFirst {
 public:
  VerticalFirst(const ResampleWork& work, VerticalSums& vertical)
      : work_(work),
        rules_(RulesOf(work)),
        vertical_(vertical),
        destination_(work.destination, kRun, !work.read_at_once),
        strip_pixels_(MaxWindow(work.horizontal, 0, work.horizontal.outputs, kRun) + 160),
        intermediate_(NewFloats(kMaxGroupRows<kKind> * kIntermediatePitch)),
        strips_(NewFloats(kMaxGroupStrips<kKind> * strip_pixels_ * kLanes)),
        sums_(NewFloats(kMaxGroupStrips<kKind> * kRun * kLanes)) {
    std::fill_n(intermediate_.get(), kMaxGroupRows<kKind> * kIntermediatePitch, 0.0f);
  }

  void Run(std::size_t begin, std::size_t end, const RowsDone& rows_done) {
    const std::size_t outputs = work_.horizontal.outputs, columns = SegmentColumns();
    for (std::size_t x = 0; x < outputs; x += columns)
      if (!Segment(begin, end, x, std::min(outputs, x + columns), rows_done)) return;
  }

 private:
  // As many columns as let the data kept between groups stay in the L2 cache; at 8 bits a small
  // part of it is faster.
  std::size_t SegmentColumns() const {
    constexpr std::size_t kMinColumns =
        (sizeof(QuantumSample) == 1 ? 8192 : 24576) / kSamples<kKind>;
    const MagickAccelerateAxis& axis = work_.horizontal;
    const std::size_t inputs = std::max<std::size_t>(kMinColumns, 16 * axis.max_count);
    return std::max(kRun, inputs * axis.outputs / axis.inputs / kRun * kRun);
  }

  // Returns false if told to stop. Rows are finished with the last segment.
  bool Segment(std::size_t begin, std::size_t end, std::size_t left, std::size_t right,
               const RowsDone& rows_done) {
    const MagickAccelerateAxis& axis = work_.horizontal;
    vertical_.Start(axis.first[left], InputsBefore(axis, right - 1));
    for (std::size_t y = begin; y < end; y += vertical_.group()) {
      const std::size_t stop = std::min(end, y + vertical_.group());
      Group(y, stop, left, right);
      if (!rows_done(right == axis.outputs ? stop - y : 0)) return false;
    }
    return true;
  }

  void Group(std::size_t begin, std::size_t end, std::size_t left, std::size_t right) {
    const MagickAccelerateAxis& axis = work_.horizontal;
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

  // Moves the pixels that are still needed to the front of the strips if the next chunk, at source
  // column x, would not fit after them.
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
    vertical_.Sum(begin, end, x, pixels, intermediate_.get());
    for (std::size_t row = 0; row < end - begin; row += kPixels<kKind>)
      RowsToStrip<kKind>(
          intermediate_.get() + row * kIntermediatePitch, kIntermediatePitch, pixels,
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
  VerticalSums& vertical_;
  DestinationRows<kKind> destination_;
  std::size_t strip_pixels_;
  Floats intermediate_, strips_, sums_;
  std::size_t origin_ = 0;  // first source column in the strips
  std::size_t output_ = 0;  // next destination column
};

template <class Sums>
std::unique_ptr<VerticalSums> NewSums(const ResampleWork& work, std::size_t begin,
                                      std::size_t end) {
  return std::make_unique<Sums>(work, begin, end);
}

template <Kind kKind>
std::unique_ptr<VerticalSums> ChooseSums(const ResampleWork& work, std::size_t begin,
                                         std::size_t end) {
  auto* choice = NewSums<TapSums<kKind>>;
#if HWY_NATIVE_FMA  // slots gain nothing where each product and sum is a call, which saves
                    // registers
  const std::size_t slots = SlotTable::Needed(work.vertical, begin, end);
  if (slots > 0)
    choice = slots <= 2   ? NewSums<SlotSums<kKind, 2>>
             : slots <= 3 ? NewSums<SlotSums<kKind, 3>>
             : slots <= 4 ? NewSums<SlotSums<kKind, 4>>
             : slots <= 5 ? NewSums<SlotSums<kKind, 5>>
             : slots <= 6 ? NewSums<SlotSums<kKind, 6>>
                          : NewSums<SlotSums<kKind, SlotTable::kMaxSlots>>;
#endif
  return choice(work, begin, end);
}

template <Kind kKind>
void ResampleVerticalFirst(const ResampleWork& work, std::size_t begin, std::size_t end,
                           const RowsDone& rows_done) {
  const auto vertical = ChooseSums<kKind>(work, begin, end);
  VerticalFirst<kKind>(work, *vertical).Run(begin, end, rows_done);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
