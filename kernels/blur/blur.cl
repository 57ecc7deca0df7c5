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

#if LS_IMAGES
#include "kernels/common/images.clh"
#define LS_IMAGE_ORDER 1
#include "kernels/common/image_passes.clh"
#elif LS_SLIDES
#include "kernels/common/slides.clh"
#elif LS_STRIPS && LS_GREY
#include "kernels/common/strip_down_grey.clh"
#elif LS_STRIPS
#include "kernels/common/strip_down.clh"
#else
#if LS_GREY
#include "kernels/common/tile_down_grey.clh"
#else
#include "kernels/common/tile_down.clh"
#define LS_TAPS 3
#define LS_EVEN_KERNEL LS_KERNEL(Even3Filter)
#include "kernels/common/tile_even.clh"
#define LS_TAPS 5
#define LS_EVEN_KERNEL LS_KERNEL(Even5Filter)
#include "kernels/common/tile_even.clh"
#define LS_TAPS 7
#define LS_EVEN_KERNEL LS_KERNEL(Even7Filter)
#include "kernels/common/tile_even.clh"
#define LS_TAPS 9
#define LS_EVEN_KERNEL LS_KERNEL(Even9Filter)
#include "kernels/common/tile_even.clh"
#define LS_TAPS 13
#define LS_EVEN_KERNEL LS_KERNEL(Even13Filter)
#include "kernels/common/tile_even.clh"
#endif
#endif
