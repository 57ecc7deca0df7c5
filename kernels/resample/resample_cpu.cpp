#include "kernels/resample/resample_cpu.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <vector>

#include <hwy/aligned_allocator.h>
#include <hwy/cache_control.h>

// A pixel is one 128-bit vector: the baseline target emulates those rather than single lanes.
#define HWY_BROKEN_EMU128 0
// Strips need vectors of a length known to the compiler; these machines run the NEON target, and
// the emulated one, instead.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/resample/resample_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/resample/box_ops-inl.hpp"
#include "kernels/resample/horizontal_first-inl.hpp"
#include "kernels/resample/vertical_first-inl.hpp"
#include "kernels/resample/whole_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

template <Kind kKind>
void ResampleFloat(const ResampleWork& work, std::size_t begin, std::size_t end,
                   const RowsDone& rows_done) {
  if (work.vertical_first)
    ResampleVerticalFirst<kKind>(work, begin, end, rows_done);
  else
    HorizontalFirst<kKind>(work, begin, end).Run(begin, end, rows_done);
}

template <Kind kKind>
void ResampleKind(const ResampleWork& work, std::size_t begin, std::size_t end,
                  const RowsDone& rows_done) {
#if LS_QUANTUM_DEPTH == 8
  const auto whole = FindWholeConvolution(work, begin, end);
  if (kKind != Kind::kWeighted && whole && WholeRows<kKind>::Fits(work, *whole)) {
    bool go_on = true;
    const RowsDone heard = [&](std::size_t rows) { return go_on = rows_done(rows); };
    const std::size_t top = whole->down.begin, bottom = whole->down.end;
    if (begin < top) ResampleFloat<kKind>(work, begin, top, heard);
    if (go_on) WholeRows<kKind>(work, *whole).Run(top, bottom, heard);
    if (go_on && bottom < end) ResampleFloat<kKind>(work, bottom, end, heard);
    return;
  }
#endif
  ResampleFloat<kKind>(work, begin, end, rows_done);
}

void ResampleRows(const ResampleWork& work, std::size_t begin, std::size_t end,
                  const RowsDone& rows_done) {
  if (ResampleBox(work, begin, end, rows_done)) return;
  if (work.channels == Channels::kWeighted)
    ResampleKind<Kind::kWeighted>(work, begin, end, rows_done);
  else if (work.channels == Channels::kGrey)
    ResampleKind<Kind::kGrey>(work, begin, end, rows_done);
  else
    ResampleKind<Kind::kFour>(work, begin, end, rows_done);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(ResampleRows);

bool ResampleBand(const ResampleWork& work, std::size_t begin, std::size_t end,
                  const RowsDone& rows_done) {
  if (begin >= end) return true;
  try {
    HWY_DYNAMIC_DISPATCH(ResampleRows)(work, begin, end, rows_done);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

double ResampleOperations(const ResampleWork& work) {
  auto taps = [](const AxisView& axis) {  // outputs may share weights
    return std::accumulate(axis.count, axis.count + axis.outputs, 0.0);
  };
  const double horizontal = taps(work.horizontal), vertical = taps(work.vertical);
  const double pixels =
      work.vertical_first
          ? vertical * double(work.source.columns) + horizontal * double(work.destination.rows)
          : horizontal * double(work.source.rows) + vertical * double(work.destination.columns);
  return pixels * double(SamplesOf(work.channels));
}

}  // namespace lodestone::kernels
#endif
