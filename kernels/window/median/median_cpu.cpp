#include "kernels/window/median/median_cpu.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/window/median/median_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/window/source_rows-inl.hpp"
#include "kernels/window/median/median_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

class MedianFilter {
 public:
  explicit MedianFilter(const MedianWork& work)
      : work_(work),
        pixel_(SamplesOf(work.source.channels)),
        reach_(work.window / 2),
        segment_(std::min(SegmentColumns(), work.destination.columns)),
        left_(std::min(columns(), (reach_ + kAlign - 1) / kAlign * kAlign)),
        right_(std::max(left_, columns() - std::min(columns(), Behind()))),
        rows_(work.source, work.window + 1,
              std::min(segment_, std::max(left_, columns() - right_)) + work.window, kReadBeyond),
        window_(work.window + 1),
        row_(NewMedianRow(work.window, pixel_, work.inner)) {}

  // What is read of the columns in the middle is in the source; around them it is copied, with its
  // border.
  void Run(std::size_t begin, std::size_t end) {
    const auto copied = [&](std::size_t x, std::size_t stop) {
      const std::ptrdiff_t top = static_cast<std::ptrdiff_t>(begin) - Reach();
      rows_.Start(top, Signed(x) - Reach(), Signed(stop) + Reach());
      Segment(begin, end, x, stop, [&](std::ptrdiff_t y) {
        rows_.MakeUpTo(y);
        return rows_.At(y, Signed(x) - Reach());
      });
    };
    const auto direct = [&](std::size_t x, std::size_t stop) {
      Segment(begin, end, x, stop, [&](std::ptrdiff_t y) {
        const QuantumSample* row = work_.source.Row(y);
        return row ? row + (x - reach_) * pixel_ : ConstantRow();
      });
    };
    InSegments(0, left_, copied);
    InSegments(left_, right_, direct);
    InSegments(right_, columns(), copied);
  }

 private:
  static constexpr std::size_t kReadBeyond = 2 * kQuantaLanes, kAlign = 16;

  std::size_t columns() const { return work_.destination.columns; }
  // What is read behind the last column that is read where it is.
  std::size_t Behind() const { return reach_ + (kReadBeyond + pixel_ - 1) / pixel_; }

  // Of as many constant pixels as a segment reads, made when a border first asks for it.
  const QuantumSample* ConstantRow() {
    if (constant_.empty()) {
      constant_.resize((segment_ + work_.window) * pixel_ + kReadBeyond);
      for (std::size_t i = 0; i < constant_.size(); ++i)
        constant_[i] = work_.source.constant[i % pixel_];
    }
    return constant_.data();
  }

  static std::ptrdiff_t Signed(std::size_t x) { return static_cast<std::ptrdiff_t>(x); }
  std::ptrdiff_t Reach() const { return Signed(reach_); }

  // As many columns as kWindowBytes allow, and many times the window's width.
  std::size_t SegmentColumns() const {
    constexpr std::size_t kMinColumns = 256, kSamples = kWindowBytes / sizeof(QuantumSample);
    return std::max({kMinColumns, 32 * work_.window, kSamples / pixel_ / work_.window});
  }

  template <class Each>
  void InSegments(std::size_t begin, std::size_t end, Each&& each) const {
    for (std::size_t x = begin; x < end; x += segment_) each(x, std::min(end, x + segment_));
  }

  // row(y): the first sample under the first window in virtual row y. Called for one row after the
  // other; those of a window and one more stay valid.
  template <class Row>
  void Segment(std::size_t begin, std::size_t end, std::size_t left, std::size_t right, Row&& row) {
    const std::size_t samples = (right - left) * pixel_;
    const std::ptrdiff_t last = Signed(end - 1) + Reach();
    std::ptrdiff_t next = Signed(begin) - Reach();
    for (std::size_t r = 1; r < window_.size(); ++r) window_[r] = row(next++);
    for (std::size_t y = begin; y < end; ++y) {
      std::move(window_.begin() + 1, window_.end(), window_.begin());
      if (next <= last) window_.back() = row(next++);
      row_->Make(window_, RowWriter(work_.destination.Row(y) + left * pixel_, samples,
                                    work_.source.channels == Channels::kOpaque));
    }
  }

  const MedianWork& work_;
  const std::size_t pixel_, reach_, segment_;
  const std::size_t left_, right_;  // the columns in the middle
  SourceRows<QuantumSample> rows_;
  std::vector<QuantumSample> constant_;
  WindowRows window_;
  std::unique_ptr<MedianRow> row_;
};

void MedianRows(const MedianWork& work, std::size_t begin, std::size_t end) {
  MedianFilter(work).Run(begin, end);
}

// Per sample, approximately.
double OperationsOfSample(std::size_t window) {
  if (window <= 3) return 0.3;
  if (window <= 5) return 2.4;
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
