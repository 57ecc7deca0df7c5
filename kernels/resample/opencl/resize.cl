/*
  Separable resampling in either order of the passes. No filter is evaluated here: the kernels walk
  the contribution tables that the host has built. See resample.clh for the build options.
*/
#define LS_KERNEL(name) Resize##name

#include "kernels/resample/opencl/passes.clh"

#define LS_VERTICAL_FIRST 1
#include "kernels/resample/opencl/pass_kernels.clh"
#undef LS_VERTICAL_FIRST
#define LS_VERTICAL_FIRST 0
#include "kernels/resample/opencl/pass_kernels.clh"

#if LS_IMAGES
#include "kernels/resample/opencl/images.clh"
#define LS_IMAGE_ORDER 1
#include "kernels/resample/opencl/image_passes.clh"
#undef LS_IMAGE_ORDER
#define LS_IMAGE_ORDER 0
#include "kernels/resample/opencl/image_passes.clh"
#elif LS_STRIPS && LS_GREY
#include "kernels/resample/opencl/strip_down_grey.clh"
#include "kernels/resample/opencl/strip_across_grey.clh"
#elif LS_STRIPS
#include "kernels/resample/opencl/strip_down.clh"
#include "kernels/resample/opencl/strip_across.clh"
#else
#if LS_GREY
#include "kernels/resample/opencl/tile_down_grey.clh"
#else
#include "kernels/resample/opencl/tile_down.clh"
#endif
#include "kernels/resample/opencl/tile_across.clh"
#endif
