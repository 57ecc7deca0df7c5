// Pixels with colours weighted by alpha.
#include "kernels/resample/cpu/resample_kinds.hpp"
#include "kernels/common/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/resample/cpu/resample_weighted.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/resample/cpu/resample_kind-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

void ResampleWeightedRows(const ResampleWork& work, std::size_t begin, std::size_t end,
                          const RowsDone& rows_done) {
  ResampleKind<Kind::kWeighted>(work, begin, end, rows_done);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(ResampleWeightedRows);

void ResampleWeighted(const ResampleWork& work, std::size_t begin, std::size_t end,
                      const RowsDone& rows_done) {
  HWY_DYNAMIC_DISPATCH(ResampleWeightedRows)(work, begin, end, rows_done);
}

}  // namespace lodestone::kernels
#endif
