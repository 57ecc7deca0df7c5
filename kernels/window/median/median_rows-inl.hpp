// Ways to compute a row of medians.
#if defined(LODESTONE_MEDIAN_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_MEDIAN_ROWS_INL
#undef LODESTONE_MEDIAN_ROWS_INL
#else
#define LODESTONE_MEDIAN_ROWS_INL
#endif

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include <hwy/cache_control.h>

#include "kernels/common/aligned_array.hpp"
#include "kernels/window/median/networks-inl.hpp"
#include "kernels/window/median/sliding_counts.hpp"

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

// The rows of a window, and then the one below them, which the next window has.
using WindowRows = std::vector<const QuantumSample*>;

// For the next window, whose new row nothing else reads in this order; once for each line.
HWY_INLINE void PrefetchLine(const QuantumSample* row, std::size_t i) {
  constexpr std::size_t kLine = 64 / sizeof(QuantumSample);
  if (kQuantaLanes >= kLine || i % kLine == 0) hwy::Prefetch(row + i);
}

// The rows of a window whose first samples are the i-th, with distances between its pixels.
class Samples {
 public:
  Samples(const WindowRows& rows, std::size_t pixel, std::size_t i)
      : rows_(rows), pixel_(pixel), i_(i) {}

  template <class Each>
  HWY_INLINE void ForEach(Each each) const {
    const std::size_t window = rows_.size() - 1;
    for (std::size_t r = 0; r < window; ++r)
      for (std::size_t c = 0; c < window; ++c)
        each(hn::LoadU(Quanta(), rows_[r] + i_ + c * pixel_));
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

// Computes the rows of one segment; `rows` begin with the first sample of the first window. They
// are read up to two vectors beyond the segment's end.
class MedianRow {
 public:
  using Rows = WindowRows;

  virtual ~MedianRow() = default;
  virtual void Make(const Rows& rows, const RowWriter& writer) = 0;
};

// The vector that begins so many bytes behind the start of `low`, which `high` follows.
template <int kBytes>
HWY_INLINE QuantaVector Behind(QuantaVector low, QuantaVector high) {
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
  if constexpr (kBytes % 4 == 0)
    return QuantaVector{_mm512_alignr_epi32(high.raw, low.raw, kBytes / 4)};
  const QuantaVector next{_mm512_alignr_epi32(high.raw, low.raw, 4)};
#elif HWY_TARGET == HWY_AVX2
  const QuantaVector next{_mm256_permute2x128_si256(low.raw, high.raw, 0x21)};
#else
  const QuantaVector next = high;
#endif
  if constexpr (kBytes == 16)
    return next;
  else
    return hn::CombineShiftRightBytes<kBytes>(Quanta(), next, low);
}

// Windows of three by three. Sorted columns stay in registers: the neighbours of a vector come from
// it and from the next one.
template <std::size_t kPixel>
class SmallRow final : public MedianRow {
 public:
  explicit SmallRow(bool inner) : inner_(inner) {}

  void Make(const Rows& rows, const RowWriter& writer) override {
    const QuantumSample *const above = rows[0], *const at = rows[1], *const below = rows[2],
                               *const ahead = rows[3];
    const RowWriter row = writer;
    QuantaVector sorted[3];
    Load(above, at, below, sorted);
    for (std::size_t i = 0; i < row.samples(); i += kQuantaLanes) {
      QuantaVector next[3];
      const std::size_t behind = i + kQuantaLanes;
      PrefetchLine(ahead, behind);
      Load(above + behind, at + behind, below + behind, next);
      QuantaVector v[3][3];
      LS_UNROLL for (std::size_t r = 0; r < 3; ++r) {
        v[r][0] = sorted[r];
        v[r][1] = Behind<kStep>(sorted[r], next[r]);
        v[r][2] = Behind<2 * kStep>(sorted[r], next[r]);
        sorted[r] = next[r];
      }
      const QuantaVector median = MedianOfColumns(v);
      row.Put(i, inner_ ? Inner(Samples(rows, kPixel, i), median) : median);
    }
  }

 private:
  static constexpr int kStep = kPixel * sizeof(QuantumSample);

  static HWY_INLINE void Load(const QuantumSample* above, const QuantumSample* at,
                              const QuantumSample* below, QuantaVector (&sorted)[3]) {
    sorted[0] = hn::LoadU(Quanta(), above);
    sorted[1] = hn::LoadU(Quanta(), at);
    sorted[2] = hn::LoadU(Quanta(), below);
    Sort(sorted);
  }

  const bool inner_;
};

// kWindow is 3 or 5. Each column of samples is sorted once for all windows that contain it.
template <std::size_t kWindow>
class NetworkRow final : public MedianRow {
 public:
  NetworkRow(std::size_t pixel, bool inner)
      : pixel_(pixel), inner_(inner), sorted_(NewAligned<QuantumSample>(kWindow * kPitch)) {
    std::fill_n(sorted_.get(), kWindow * kPitch, QuantumSample{});
  }

  void Make(const Rows& rows, const RowWriter& writer) override {
    for (std::size_t i = 0; i < writer.samples(); i += kPiece) {
      const std::size_t end = std::min(writer.samples(), i + kPiece);
      SortColumns(rows, i, end + (kWindow - 1) * pixel_);
      Medians(rows, writer, i, end);
    }
  }

 private:
  // Samples of a row at a time, whose sorted columns stay in the nearest cache.
  static constexpr std::size_t kPiece = 32 * kQuantaLanes;
  // The last columns, and the vectors that they are read in, extend beyond the end.
  static constexpr std::size_t kPitch =
      kPiece + (kWindow * kChannels / kQuantaLanes + 2) * kQuantaLanes;

  void SortColumns(const Rows& rows, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; i += kQuantaLanes) {
      QuantaVector v[kWindow];
      PrefetchLine(rows[kWindow], i);
      LS_UNROLL for (std::size_t r = 0; r < kWindow; ++r) v[r] = hn::LoadU(Quanta(), rows[r] + i);
      Sort(v);
      LS_UNROLL for (std::size_t r = 0; r < kWindow; ++r)
          hn::Store(v[r], Quanta(), sorted_.get() + r * kPitch + i - begin);
    }
  }

  void Medians(const Rows& rows, const RowWriter& writer, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; i += kQuantaLanes) {
      QuantaVector v[kWindow][kWindow];
      LS_UNROLL for (std::size_t r = 0; r < kWindow; ++r)
          LS_UNROLL for (std::size_t c = 0; c < kWindow; ++c) v[r][c] =
              hn::LoadU(Quanta(), sorted_.get() + r * kPitch + (i - begin) + c * pixel_);
      const QuantaVector median = MedianOfColumns(v);
      writer.Put(i, inner_ ? Inner(Samples(rows, pixel_, i), median) : median);
    }
  }

  const std::size_t pixel_;
  const bool inner_;
  const AlignedArray<QuantumSample> sorted_;
};

std::unique_ptr<MedianRow> NewRowOfThree(std::size_t pixel, bool inner) {
#if HWY_TARGET == HWY_EMU128  // which has no registers to shift
  return std::make_unique<NetworkRow<3>>(pixel, inner);
#else
  if (pixel == 1) return std::make_unique<SmallRow<1>>(inner);
  return std::make_unique<SmallRow<kChannels>>(inner);
#endif
}

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
        for (std::size_t r = 0; r < window_; ++r) each(rows[r][x * pixel_ + c]);
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

std::unique_ptr<MedianRow> NewMedianRow(std::size_t window, std::size_t pixel, bool inner) {
  if (window == 3) return NewRowOfThree(pixel, inner);
  if (window == 5) return std::make_unique<NetworkRow<5>>(pixel, inner);
  if (window <= kMaxWidthByBits) return std::make_unique<BitRow>(window, pixel, inner);
  return std::make_unique<CountsRow>(window, pixel, inner);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
