// Chooses the implementation for rows of one kind of pixels.
#if defined(LODESTONE_RESAMPLE_KIND_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_RESAMPLE_KIND_INL
#undef LODESTONE_RESAMPLE_KIND_INL
#else
#define LODESTONE_RESAMPLE_KIND_INL
#endif

#include "kernels/resample/cpu/few_taps-inl.hpp"
#include "kernels/resample/cpu/horizontal_first-inl.hpp"
#include "kernels/resample/cpu/vertical_first-inl.hpp"
#include "kernels/resample/cpu/whole_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

template <Kind kKind>
void ResampleFloat(const ResampleWork& work, std::size_t begin, std::size_t end,
                   const RowsDone& rows_done) {
  if (kKind == Kind::kGrey && FewTaps::Fits(work))
    FewTaps(work).Run(begin, end, rows_done);
  else if (work.vertical_first)
    ResampleVerticalFirst<kKind>(work, begin, end, rows_done);
  else
    HorizontalFirst<kKind>(work, begin, end).Run(begin, end, rows_done);
}

template <Kind kKind>
void ResampleKind(const ResampleWork& work, std::size_t begin, std::size_t end,
                  const RowsDone& rows_done) {
#if LS_QUANTUM_DEPTH == 8
  const auto whole = FindWholeConvolution(work, begin, end);
  if (kKind != Kind::kWeighted && !work.linear_light && whole &&
      WholeRows<kKind>::Fits(work, *whole)) {
    bool keep_going = true;
    const RowsDone heard = [&](std::size_t rows) { return keep_going = rows_done(rows); };
    const std::size_t top = whole->down.outputs.begin, bottom = whole->down.outputs.end;
    if (begin < top) ResampleFloat<kKind>(work, begin, top, heard);
    if (keep_going) WholeRows<kKind>(work, *whole).Run(top, bottom, heard);
    if (keep_going && bottom < end) ResampleFloat<kKind>(work, bottom, end, heard);
    return;
  }
#endif
  ResampleFloat<kKind>(work, begin, end, rows_done);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
