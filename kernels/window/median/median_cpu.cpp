#include "kernels/window/median/median_cpu.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "kernels/common/aligned_array.hpp"
#include "kernels/common/targets.hpp"
#include "kernels/window/median/sliding_counts.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/window/median/median_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/window/source_rows-inl.hpp"
#include "kernels/window/median/networks-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

constexpr std::size_t kQuantaLanes = hn::MaxLanes(Quanta());

// Widest window whose medians are found bit by bit, which costs time in proportion to the number of
// samples; histograms of wider ones cost time in proportion to the width, and would not fit a lane
// of 8 bits.
constexpr std::size_t kMaxWidthByBits = LS_QUANTUM_DEPTH == 8 ? 15 : 11;

// Stores the results of a row.
class RowWriter {
 public:
  // opaque: fourth samples become 0.
  RowWriter(QuantumSample* out, std::size_t samples, bool opaque)
      : out_(out), samples_(samples), opaque_(opaque) {}

  std::size_t samples() const { return samples_; }

  // A vector of results from the i-th on, up to the end of the row.
  HWY_INLINE void Put(std::size_t i, QuantaVector v) const {
    const auto fourth = hn::Set(Quanta(), QuantumSample{3});
    const auto opacity = hn::Eq(hn::And(hn::Iota(Quanta(), 0), fourth), fourth);
    if (opaque_) v = hn::IfThenZeroElse(opacity, v);
    if (i + kQuantaLanes <= samples_) return hn::StoreU(v, Quanta(), out_ + i);
    HWY_ALIGN QuantumSample last[kQuantaLanes];
    hn::Store(v, Quanta(), last);
    std::memcpy(out_ + i, last, (samples_ - i) * sizeof *last);
  }
  void PutOne(std::size_t i, QuantumSample sample) const {
    out_[i] = opaque_ && i % kChannels == 3 ? QuantumSample{0} : sample;
  }

 private:
  QuantumSample* const out_;
  const std::size_t samples_;
  const bool opaque_;
};

using WindowRows = std::vector<const QuantumSample*>;

// The rows of a window whose first samples are the i-th, with distances between its pixels.
class Samples {
 public:
  Samples(const WindowRows& rows, std::size_t pixel, std::size_t i)
      : rows_(rows), pixel_(pixel), i_(i) {}

  template <class Each>
  HWY_INLINE void ForEach(Each each) const {
    for (const QuantumSample* row : rows_)
      for (std::size_t c = 0; c < rows_.size(); ++c)
        each(hn::LoadU(Quanta(), row + i_ + c * pixel_));
  }

 private:
  const WindowRows& rows_;
  const std::size_t pixel_, i_;
};

// What is next to a median that is the least or the greatest of several values.
HWY_NOINLINE QuantaVector Inner(const Samples& samples, QuantaVector median) {
  const Quanta d;
  QuantaVector least = median, greatest = median;
  QuantaVector above = hn::Set(d, static_cast<QuantumSample>(kQuantumMax)), below = hn::Zero(d);
  samples.ForEach([&](QuantaVector v) HWY_ATTR {
    const auto same = hn::Eq(v, median);
    least = hn::Min(least, v);
    greatest = hn::Max(greatest, v);
    above = hn::Min(above, hn::IfThenElse(same, above, v));
    below = hn::Max(below, hn::IfThenElse(same, below, v));
  });
  const auto is_least = hn::Eq(least, median), is_greatest = hn::Eq(greatest, median);
  const QuantaVector up = hn::IfThenElse(hn::AndNot(is_greatest, is_least), above, median);
  return hn::IfThenElse(hn::AndNot(is_least, is_greatest), below, up);
}

// Computes the rows of one segment; `rows` are those of the window, from their first sample on.
// They are read up to a vector beyond the segment's end.
class MedianRow {
 public:
  using Rows = WindowRows;

  virtual ~MedianRow() = default;
  virtual void Make(const Rows& rows, const RowWriter& writer) = 0;
};

// kWindow is 3 or 5. Each column of samples is sorted once for all windows that contain it.
template <std::size_t kWindow>
class NetworkRow final : public MedianRow {
 public:
  NetworkRow(std::size_t pixel, std::size_t segment, bool inner)
      : pixel_(pixel),
        inner_(inner),
        pitch_(RoundedUp(segment + kWindow * pixel)),
        sorted_(NewAligned<QuantumSample>(kWindow * pitch_)) {
    std::fill_n(sorted_.get(), kWindow * pitch_, QuantumSample{});
  }

  void Make(const Rows& rows, const RowWriter& writer) override {
    SortColumns(rows, writer.samples() + (kWindow - 1) * pixel_);
    for (std::size_t i = 0; i < writer.samples(); i += kQuantaLanes) {
      QuantaVector v[kWindow][kWindow];
      LS_UNROLL for (std::size_t r = 0; r < kWindow; ++r)
          LS_UNROLL for (std::size_t c = 0; c < kWindow; ++c) v[r][c] =
              hn::LoadU(Quanta(), sorted_.get() + r * pitch_ + i + c * pixel_);
      const QuantaVector median = MedianOfColumns(v);
      writer.Put(i, inner_ ? Inner(Samples(rows, pixel_, i), median) : median);
    }
  }

 private:
  // One extra vector, since the last ones extend beyond the end.
  static std::size_t RoundedUp(std::size_t samples) {
    return (samples / kQuantaLanes + 2) * kQuantaLanes;
  }

  void SortColumns(const Rows& rows, std::size_t samples) {
    for (std::size_t i = 0; i < samples; i += kQuantaLanes) {
      QuantaVector v[kWindow];
      LS_UNROLL for (std::size_t r = 0; r < kWindow; ++r) v[r] = hn::LoadU(Quanta(), rows[r] + i);
      Sort(v);
      LS_UNROLL for (std::size_t r = 0; r < kWindow; ++r)
          hn::Store(v[r], Quanta(), sorted_.get() + r * pitch_ + i);
    }
  }

  const std::size_t pixel_;
  const bool inner_;
  const std::size_t pitch_;
  const AlignedArray<QuantumSample> sorted_;
};

// From the highest bit down: a bit of the median is set if no more samples are below the value with
// that bit than below the median.
class BitRow final : public MedianRow {
 public:
  BitRow(std::size_t window, std::size_t pixel, bool inner)
      : window_(window), pixel_(pixel), inner_(inner) {}

  void Make(const Rows& rows, const RowWriter& writer) override {
    const auto half = hn::Set(Quanta(), static_cast<QuantumSample>(window_ * window_ / 2));
    for (std::size_t i = 0; i < writer.samples(); i += kQuantaLanes) {
      QuantaVector median = hn::Zero(Quanta());
      for (unsigned bit = (kQuantumMax + 1) / 2; bit > 0; bit /= 2) {
        const auto value = hn::Or(median, hn::Set(Quanta(), static_cast<QuantumSample>(bit)));
        const auto at_least = CountAtLeast(Samples(rows, pixel_, i), value);
        // An odd number of samples, more than half of which are at least this large.
        median = hn::IfThenElse(hn::Gt(at_least, half), value, median);
      }
      writer.Put(i, inner_ ? Inner(Samples(rows, pixel_, i), median) : median);
    }
  }

 private:
  static HWY_INLINE QuantaVector CountAtLeast(const Samples& samples, QuantaVector value) {
    QuantaVector count = hn::Zero(Quanta());
    samples.ForEach([&](QuantaVector v) HWY_ATTR {
      const auto reaches = hn::Eq(hn::Max(v, value), v);
      count = hn::Sub(count, hn::VecFromMask(Quanta(), reaches));
    });
    return count;
  }

  const std::size_t window_, pixel_;
  const bool inner_;
};

class CountsRow final : public MedianRow {
 public:
  CountsRow(std::size_t window, std::size_t pixel, bool inner)
      : window_(window),
        pixel_(pixel),
        inner_(inner),
        counts_(static_cast<std::uint32_t>(window * window / 2),
                static_cast<std::uint32_t>(window * window)) {}

  void Make(const Rows& rows, const RowWriter& writer) override {
    for (std::size_t c = 0; c < pixel_; ++c) {
      const auto column = [&](std::size_t x, auto&& each) {
        for (const QuantumSample* row : rows) each(row[x * pixel_ + c]);
      };
      const auto add = [&](QuantumSample value) { counts_.Add(value); };
      const auto remove = [&](QuantumSample value) { counts_.Remove(value); };
      const std::size_t columns = writer.samples() / pixel_;
      for (std::size_t x = 0; x + 1 < window_; ++x) column(x, add);
      for (std::size_t x = 0; x < columns; ++x) {
        column(x + window_ - 1, add);
        writer.PutOne(x * pixel_ + c, inner_ ? counts_.InnerMedian() : counts_.Median());
        column(x, remove);
      }
      // Empties it again.
      for (std::size_t x = columns; x + 1 < columns + window_; ++x) column(x, remove);
    }
  }

 private:
  const std::size_t window_, pixel_;
  const bool inner_;
  SlidingCounts counts_;
};

class MedianFilter {
 public:
  explicit MedianFilter(const MedianWork& work)
      : work_(work),
        pixel_(SamplesOf(work.source.channels)),
        reach_(static_cast<std::ptrdiff_t>(work.window / 2)),
        segment_(std::min(SegmentColumns(), work.destination.columns)),
        rows_(work.source, work.window, segment_ + work.window, 2 * kQuantaLanes),
        window_(work.window) {
    if (work.window == 3)
      row_ = std::make_unique<NetworkRow<3>>(pixel_, segment_ * pixel_, work.inner);
    else if (work.window == 5)
      row_ = std::make_unique<NetworkRow<5>>(pixel_, segment_ * pixel_, work.inner);
    else if (work.window <= kMaxWidthByBits)
      row_ = std::make_unique<BitRow>(work.window, pixel_, work.inner);
    else
      row_ = std::make_unique<CountsRow>(work.window, pixel_, work.inner);
  }

  void Run(std::size_t begin, std::size_t end) {
    const std::size_t columns = work_.destination.columns;
    for (std::size_t x = 0; x < columns; x += segment_)
      Segment(begin, end, x, std::min(columns, x + segment_));
  }

 private:
  // As many columns as kWindowBytes allow, and many times the window's width.
  std::size_t SegmentColumns() const {
    constexpr std::size_t kMinColumns = 256, kSamples = kWindowBytes / sizeof(QuantumSample);
    return std::max({kMinColumns, 32 * work_.window, kSamples / pixel_ / work_.window});
  }

  void Segment(std::size_t begin, std::size_t end, std::size_t left, std::size_t right) {
    const auto first = static_cast<std::ptrdiff_t>(begin), x = static_cast<std::ptrdiff_t>(left);
    const std::size_t samples = (right - left) * pixel_;
    rows_.Start(first - reach_, x - reach_, static_cast<std::ptrdiff_t>(right) + reach_);
    for (std::size_t row = begin; row < end; ++row) {
      const std::ptrdiff_t top = static_cast<std::ptrdiff_t>(row) - reach_;
      rows_.MakeUpTo(top + 2 * reach_);
      for (std::size_t r = 0; r < window_.size(); ++r)
        window_[r] = rows_.At(top + static_cast<std::ptrdiff_t>(r), x - reach_);
      row_->Make(window_, RowWriter(work_.destination.Row(row) + left * pixel_, samples,
                                    work_.source.channels == Channels::kOpaque));
    }
  }

  const MedianWork& work_;
  const std::size_t pixel_;
  const std::ptrdiff_t reach_;
  const std::size_t segment_;
  SourceRows<QuantumSample> rows_;
  MedianRow::Rows window_;
  std::unique_ptr<MedianRow> row_;
};

void MedianRows(const MedianWork& work, std::size_t begin, std::size_t end) {
  MedianFilter(work).Run(begin, end);
}

// Per sample, approximately.
double OperationsOfSample(std::size_t window) {
  if (window <= 3) return 0.5;
  if (window <= 5) return 3.0;
  const auto side = static_cast<double>(window);
  return window <= kMaxWidthByBits ? side * side * LS_QUANTUM_DEPTH * 3.0 / kQuantaLanes
                                   : 24.0 * side;
}

double CountMedianOperations(const MedianWork& work) {
  return OperationsOfSample(work.window) * double(work.destination.columns) *
         double(work.destination.rows) * double(SamplesOf(work.source.channels));
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(MedianRows);
HWY_EXPORT(CountMedianOperations);

void MedianBand(const MedianWork& work, std::size_t begin, std::size_t end) {
  if (begin < end) HWY_DYNAMIC_DISPATCH(MedianRows)(work, begin, end);
}

double MedianOperations(const MedianWork& work) {
  return HWY_DYNAMIC_DISPATCH(CountMedianOperations)(work);
}

}  // namespace lodestone::kernels
#endif
