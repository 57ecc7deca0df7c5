#include "kernels/resample/cpu/resample_cpu.hpp"

#include <new>
#include <numeric>

#include "kernels/resample/cpu/resample_kinds.hpp"
#include "kernels/common/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/resample/cpu/resample_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/resample/cpu/box_ops-inl.hpp"
#include "kernels/resample/cpu/light_box-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// Null if there is none.
BoxKernel FindBoxKernel(Channels channels, std::size_t columns) {
#if LS_QUANTUM_DEPTH == 8
  if (channels == Channels::kWeighted)
    return columns == 2   ? AlphaBoxRows<2>
           : columns == 4 ? AlphaBoxRows<4>
           : columns == 8 ? AlphaBoxRows<8>
                          : nullptr;
#endif
  return channels == Channels::kGrey ? FindBoxRows<Kind::kGrey>(columns)
                                     : FindBoxRows<Kind::kFour>(columns);
}

// Returns false if no box kernel suits the work.
bool ResampleBox(const ResampleWork& work, std::size_t begin, std::size_t end,
                 const RowsDone& rows_done) {
  if (work.linear_light) return ResampleLightBox(work, begin, end, rows_done);
  const std::optional<Box> box = FindBox(work);
  if (!box || work.destination.columns * SamplesOf(work.channels) < kSumLanes ||
      box->columns * box->rows > kMaxBoxPixels)
    return false;
  const BoxKernel run = FindBoxKernel(work.channels, box->columns);
  if (run) run(work, box->rows, begin, end, rows_done);
  return run;
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(ResampleBox);

bool ResampleBand(const ResampleWork& work, std::size_t begin, std::size_t end,
                  const RowsDone& rows_done) {
  if (begin >= end) return true;
  try {
    if (HWY_DYNAMIC_DISPATCH(ResampleBox)(work, begin, end, rows_done)) return true;
    auto* run = work.channels == Channels::kWeighted ? ResampleWeighted
                : work.channels == Channels::kGrey   ? ResampleGrey
                                                     : ResampleFour;
    run(work, begin, end, rows_done);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

double ResampleOperations(const ResampleWork& work) {
  auto taps = [](const MagickAccelerateAxis& axis) {  // outputs may share weights
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
