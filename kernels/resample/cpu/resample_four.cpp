// Pixels of four samples, all treated alike.
#include "kernels/resample/cpu/resample_kinds.hpp"
#include "kernels/common/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/resample/cpu/resample_four.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/resample/cpu/resample_kind-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

void ResampleFourRows(const ResampleWork& work, std::size_t begin, std::size_t end,
                      const RowsDone& rows_done) {
  ResampleKind<Kind::kFour>(work, begin, end, rows_done);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(ResampleFourRows);

void ResampleFour(const ResampleWork& work, std::size_t begin, std::size_t end,
                  const RowsDone& rows_done) {
  HWY_DYNAMIC_DISPATCH(ResampleFourRows)(work, begin, end, rows_done);
}

}  // namespace lodestone::kernels
#endif
