/*
  Separable convolution: resampling to the same size, the columns summed first, with nothing clamped
  between the passes, since weights may be negative. See resample.clh for the build options.
*/
#define LS_KERNEL(name) Blur##name
#define LS_CLAMPS 0

#include "kernels/common/finish.clh"
#include "kernels/common/passes.clh"

#define LS_VERTICAL_FIRST 1
#include "kernels/common/pass_kernels.clh"

#if LS_STRIPS && LS_GREY
#include "kernels/common/strip_down_grey.clh"
#elif LS_STRIPS
#include "kernels/common/strip_down.clh"
#else
#if LS_GREY
#include "kernels/common/tile_down_grey.clh"
#else
#include "kernels/common/tile_down.clh"
#endif
#endif
