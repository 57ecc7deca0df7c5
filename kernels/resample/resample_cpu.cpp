#include "kernels/resample/resample_cpu.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

// A pixel is one 128-bit vector: the baseline target emulates those rather than single lanes.
#define HWY_BROKEN_EMU128 0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/resample/resample_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/resample/row_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// Rows of intermediate samples, kept while later output rows still need them.
class RowRing {
 public:
  RowRing(std::size_t columns, std::size_t capacity)
      : stride_(columns * kChannels), capacity_(capacity), samples_(stride_ * capacity) {}

  float* Row(std::size_t y) { return samples_.data() + (y % capacity_) * stride_; }

 private:
  std::size_t stride_, capacity_;
  std::vector<float> samples_;
};

// What the vertical pass reads: the source rows as floats, or those rows already resampled
// horizontally and clamped between the passes.
class RowSource {
 public:
  RowSource(const ResampleWork& work, std::size_t columns)
      : work_(work),
        ring_(columns, work.vertical.max_count),
        loaded_(work.vertical_first ? 0 : work.source.columns * kChannels) {}

  // Makes rows [first, last) available. Calls never go back.
  void Require(std::size_t first, std::size_t last) {
    next_ = std::max(next_, first);
    for (; next_ < last; ++next_) Produce(next_);
  }

  const float* Row(std::size_t y) { return ring_.Row(y); }

 private:
  void Produce(std::size_t y) {
    const QuantumSample* source = work_.source.Row(y);
    if (work_.vertical_first) {
      LoadRow(source, work_.source.columns, work_.alpha, ring_.Row(y));
      return;
    }
    LoadRow(source, work_.source.columns, work_.alpha, loaded_.data());
    HorizontalRow(work_.horizontal, loaded_.data(), ring_.Row(y));
    MiddleRow(ring_.Row(y), work_.destination.columns, work_.alpha);
  }

  const ResampleWork& work_;
  RowRing ring_;
  std::vector<float> loaded_;
  std::size_t next_ = 0;
};

void ResampleRows(const ResampleWork& work, std::size_t begin, std::size_t end) {
  const std::size_t middle_columns =
      work.vertical_first ? work.source.columns : work.destination.columns;
  RowSource source(work, middle_columns);
  std::vector<float> middle(middle_columns * kChannels);
  std::vector<float> result(work.vertical_first ? work.destination.columns * kChannels : 0);
  std::vector<const float*> taps(work.vertical.max_count);
  for (std::size_t y = begin; y < end; ++y) {
    const std::size_t first = work.vertical.first[y], count = work.vertical.count[y];
    source.Require(first, first + count);
    for (std::size_t k = 0; k < count; ++k) taps[k] = source.Row(first + k);
    VerticalRow(taps.data(), work.vertical.weights + work.vertical.offset[y], count,
                middle_columns * kChannels, middle.data());
    const float* sums = middle.data();
    if (work.vertical_first) {
      MiddleRow(middle.data(), middle_columns, work.alpha);
      HorizontalRow(work.horizontal, middle.data(), result.data());
      sums = result.data();
    }
    StoreRow(sums, work.destination.columns, work.alpha, work.destination.Row(y));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(ResampleRows);

bool ResampleBand(const ResampleWork& work, std::size_t begin, std::size_t end) {
  try {
    HWY_DYNAMIC_DISPATCH(ResampleRows)(work, begin, end);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

double ResampleOperations(const ResampleWork& work) {
  auto taps = [](const AxisView& axis) {
    return static_cast<double>(axis.offset[axis.outputs - 1]) + axis.count[axis.outputs - 1];
  };
  const double horizontal = taps(work.horizontal), vertical = taps(work.vertical);
  const double pixels =
      work.vertical_first
          ? vertical * double(work.source.columns) + horizontal * double(work.destination.rows)
          : horizontal * double(work.source.rows) + vertical * double(work.destination.columns);
  return pixels * kChannels;
}

}  // namespace lodestone::kernels
#endif
