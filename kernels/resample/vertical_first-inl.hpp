// Separable resampling with the vertical pass first.
#if defined(LODESTONE_VERTICAL_FIRST_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_VERTICAL_FIRST_INL
#undef LODESTONE_VERTICAL_FIRST_INL
#else
#define LODESTONE_VERTICAL_FIRST_INL
#endif

#include "kernels/resample/slot_ops-inl.hpp"
#include "kernels/resample/strip_ops-inl.hpp"
#include "kernels/resample/windows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// Vertical sums of a chunk of columns, output by output: the source rows are converted once for all
// rows of the group, then each pair of outputs is summed up in registers. For any table.
template <bool kAlpha>
class TapSums {
 public:
  TapSums(const ResampleWork& work, std::size_t begin, std::size_t end)
      : work_(work),
        rows_(NewFloats(LongestWindow(work.vertical, begin, end, kGroupRows) * kPitch)) {}

  std::size_t chunk() const { return kColumns; }
  std::size_t group() const { return kGroupRows; }

  // Sums of rows [begin, end) for source columns [x, x + pixels), to `middle`, kMiddlePitch apart.
  void Sum(std::size_t begin, std::size_t end, std::size_t x, std::size_t pixels, float* middle) {
    const AxisView& axis = work_.vertical;
    const std::size_t first = axis.first[begin], last = InputsBefore(axis, end - 1);
    for (std::size_t y = first; y < last; ++y) {
      const QuantumSample* source = work_.source.Row(y) + x * kChannels;
      PrefetchAhead(source);
      LoadRow<kAlpha>(source, pixels, rows_.get() + (y - first) * kPitch);
    }
    for (std::size_t y = begin; y < end; y += 2)
      SumPair(y, end, rows_.get() + (axis.first[y] - first) * kPitch,
              middle + (y - begin) * kMiddlePitch);
  }

 private:
  static constexpr std::size_t kVectors = 4, kColumns = kVectors * kBlocks;
  static constexpr std::size_t kPitch = kVectors * kLanes;
  static constexpr std::size_t kGroupRows = 8;

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

  static void StoreBetween(const WideVector (&sums)[kVectors], float* to) {
    LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v)
        hn::Store(Between<kAlpha>(Wide(), sums[v]), Wide(), to + v * kLanes);
  }

  const ResampleWork& work_;
  Floats rows_;
};

// The same by walking down the source rows, each read once for all groups (see slot_ops-inl.hpp).
template <bool kAlpha, std::size_t kSlots>
class SlotSums {
 public:
  SlotSums(const ResampleWork& work, std::size_t begin, std::size_t end)
      : work_(work),
        table_(work.vertical, begin, end, kSlots),
        next_(work.vertical.first[begin]),
        group_(GroupRows(work.vertical)),
        chunks_((work.source.columns + kColumns - 1) / kColumns),
        slots_(NewFloats(chunks_ * kSlotFloats)),
        rest_(LongestWindow(work.vertical, begin, end, group_) * kPitch) {
    std::fill_n(slots_.get(), chunks_ * kSlotFloats, 0.0f);
  }

  std::size_t chunk() const { return kColumns; }
  std::size_t group() const { return group_; }

  // Calls walk from left to right over all columns for one group of rows after the other.
  void Sum(std::size_t begin, std::size_t end, std::size_t x, std::size_t pixels, float* middle) {
    const std::size_t last = InputsBefore(work_.vertical, end - 1);
    next_ = std::max<std::size_t>(next_, work_.vertical.first[begin]);
    const std::size_t index = (x - work_.horizontal.first[0]) / kColumns;
    const QuantumSample* source = work_.source.Row(next_) + x * kChannels;
    std::size_t stride = work_.source.stride;
    if (pixels < kColumns) {
      CopyRest(source, pixels, last - next_);
      source = rest_.data();
      stride = kPitch;
    }
    WalkSlots<kAlpha, kSlots, kMiddlePitch>(table_, begin, end, next_, source, stride, 2 * kPitch,
                                            slots_.get() + index * kSlotFloats, middle);
    if (x + pixels == InputsBefore(work_.horizontal, work_.horizontal.outputs - 1)) next_ = last;
  }

 private:
  static constexpr std::size_t kVectors = SlotVectors<kSlots>(), kColumns = kVectors * kBlocks;
  static constexpr std::size_t kPitch = kVectors * kLanes;
  static constexpr std::size_t kSlotFloats = kSlots * kPitch;
  // Rows walked down at once: each lies in another page of memory.
  static constexpr std::size_t kWalkRows = 32 / sizeof(QuantumSample);

  static std::size_t GroupRows(const AxisView& axis) {
    const std::size_t rows = kWalkRows * axis.outputs / axis.inputs / kBlocks * kBlocks;
    return std::clamp(rows, kBlocks, kMostGroupRows);
  }

  // The columns at the right edge, widened to a whole chunk.
  void CopyRest(const QuantumSample* source, std::size_t pixels, std::size_t rows) {
    for (std::size_t y = 0; y < rows; ++y)
      std::memcpy(&rest_[y * kPitch], source + y * work_.source.stride,
                  pixels * kChannels * sizeof(QuantumSample));
  }

  const ResampleWork& work_;
  SlotTable table_;
  std::size_t next_;  // source row that the walk goes on with
  std::size_t group_, chunks_;
  Floats slots_;
  std::vector<QuantumSample> rest_;
};

// Vertical pass first: a chunk of columns is summed up for a group of destination rows and goes
// through the horizontal pass as soon as an output's inputs are complete, all in the nearest
// caches.
template <bool kAlpha, class Sums>
class VerticalFirst {
 public:
  VerticalFirst(const ResampleWork& work, std::size_t begin, std::size_t end)
      : work_(work),
        vertical_(work, begin, end),
        strip_pixels_(LongestWindow(work.horizontal, 0, work.horizontal.outputs, kRun) + 256),
        middle_(NewFloats(kMostGroupRows * kMiddlePitch)),
        strips_(NewFloats(kMostGroupStrips * strip_pixels_ * kLanes)),
        sums_(NewFloats(kMostGroupStrips * kRun * kLanes)) {
    std::fill_n(middle_.get(), kMostGroupRows * kMiddlePitch, 0.0f);
  }

  void Run(std::size_t begin, std::size_t end, const RowsDone& rows_done) {
    for (std::size_t y = begin; y < end; y += vertical_.group()) {
      const std::size_t stop = std::min(end, y + vertical_.group());
      Group(y, stop);
      if (!rows_done(stop - y)) return;
    }
  }

 private:
  void Group(std::size_t begin, std::size_t end) {
    const AxisView& axis = work_.horizontal;
    const std::size_t columns = InputsBefore(axis, axis.outputs - 1), chunk = vertical_.chunk();
    origin_ = axis.first[0];
    output_ = 0;
    for (std::size_t x = origin_; x < columns; x += chunk) {
      const std::size_t pixels = std::min(chunk, columns - x);
      MakeRoom(x);
      Vertical(begin, end, x, pixels);
      while (output_ < axis.outputs) {
        const std::size_t stop = std::min<std::size_t>(axis.outputs, output_ + kRun);
        if (InputsBefore(axis, stop - 1) > x + pixels) break;
        Horizontal(begin, end, stop);
      }
    }
  }

  // Moves the pixels that are still needed to the front of the strips where the next chunk, at
  // source column x, would not fit behind them.
  void MakeRoom(std::size_t x) {
    if (x + vertical_.chunk() - origin_ <= strip_pixels_) return;
    const std::size_t first = std::min<std::size_t>(x, work_.horizontal.first[output_]);
    for (std::size_t s = 0; s < kMostGroupStrips; ++s) {
      float* strip = strips_.get() + s * strip_pixels_ * kLanes;
      std::memmove(strip, strip + (first - origin_) * kLanes, (x - first) * kLanes * sizeof(float));
    }
    origin_ = first;
  }

  void Vertical(std::size_t begin, std::size_t end, std::size_t x, std::size_t pixels) {
    vertical_.Sum(begin, end, x, pixels, middle_.get());
    for (std::size_t row = 0; row < end - begin; row += kBlocks)
      RowsToStrip(middle_.get() + row * kMiddlePitch, kMiddlePitch, pixels,
                  strips_.get() + (row / kBlocks * strip_pixels_ + x - origin_) * kLanes);
  }

  void Horizontal(std::size_t begin, std::size_t end, std::size_t stop) {
    const std::size_t strips = (end - begin + kBlocks - 1) / kBlocks;
    HorizontalRun(work_.horizontal, output_, stop, strips, strips_.get(), origin_,
                  strip_pixels_ * kLanes, sums_.get(), kRun * kLanes);
    for (std::size_t s = 0; s < strips; ++s) {
      const std::size_t y = begin + s * kBlocks;
      StoreStrip<kAlpha>(sums_.get() + s * kRun * kLanes, stop - output_,
                         work_.destination.Row(y) + output_ * kChannels, work_.destination.stride,
                         std::min(kBlocks, end - y));
    }
    output_ = stop;
  }

  const ResampleWork& work_;
  Sums vertical_;
  std::size_t strip_pixels_;
  Floats middle_, strips_, sums_;
  std::size_t origin_ = 0;  // source column that the strips start with
  std::size_t output_ = 0;  // destination column that comes next
};

template <bool kAlpha, class Sums>
void RunVerticalFirst(const ResampleWork& work, std::size_t begin, std::size_t end,
                      const RowsDone& rows_done) {
  VerticalFirst<kAlpha, Sums>(work, begin, end).Run(begin, end, rows_done);
}

template <bool kAlpha>
void ResampleVerticalFirst(const ResampleWork& work, std::size_t begin, std::size_t end,
                           const RowsDone& rows_done) {
  const std::size_t slots = SlotTable::Needed(work.vertical, begin, end);
  auto* run = slots == 0   ? RunVerticalFirst<kAlpha, TapSums<kAlpha>>
              : slots <= 2 ? RunVerticalFirst<kAlpha, SlotSums<kAlpha, 2>>
              : slots <= 3 ? RunVerticalFirst<kAlpha, SlotSums<kAlpha, 3>>
              : slots <= 5 ? RunVerticalFirst<kAlpha, SlotSums<kAlpha, 5>>
                           : RunVerticalFirst<kAlpha, SlotSums<kAlpha, SlotTable::kMost>>;
  run(work, begin, end, rows_done);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
