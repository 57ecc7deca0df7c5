/*
  Separable convolution: resampling to the same size, the columns summed first, with nothing clamped
  between the passes, since weights may be negative. See resample.clh for the build options.
*/
#define LS_KERNEL(name) Blur##name
#define LS_CLAMPS 0

#include "kernels/common/finish.clh"
#include "kernels/resample/opencl/passes.clh"

#define LS_VERTICAL_FIRST 1
#include "kernels/resample/opencl/pass_kernels.clh"

#if LS_IMAGES
#include "kernels/resample/opencl/images.clh"
#define LS_IMAGE_ORDER 1
#include "kernels/resample/opencl/image_passes.clh"
#elif LS_SLIDES
#include "kernels/resample/opencl/slides.clh"
#elif LS_STRIPS && LS_GREY
#include "kernels/resample/opencl/strip_down_grey.clh"
#elif LS_STRIPS
#include "kernels/resample/opencl/strip_down.clh"
#else
#if LS_GREY
#include "kernels/resample/opencl/tile_down_grey.clh"
#else
#include "kernels/resample/opencl/tile_down.clh"
#define LS_TAPS 3
#define LS_EVEN_KERNEL LS_KERNEL(Even3Filter)
#include "kernels/resample/opencl/tile_even.clh"
#define LS_TAPS 5
#define LS_EVEN_KERNEL LS_KERNEL(Even5Filter)
#include "kernels/resample/opencl/tile_even.clh"
#define LS_TAPS 7
#define LS_EVEN_KERNEL LS_KERNEL(Even7Filter)
#include "kernels/resample/opencl/tile_even.clh"
#define LS_TAPS 9
#define LS_EVEN_KERNEL LS_KERNEL(Even9Filter)
#include "kernels/resample/opencl/tile_even.clh"
#define LS_TAPS 13
#define LS_EVEN_KERNEL LS_KERNEL(Even13Filter)
#include "kernels/resample/opencl/tile_even.clh"
#endif
#endif
