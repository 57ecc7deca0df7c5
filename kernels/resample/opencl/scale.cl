/*
  Area averaging: the columns are summed first, then the sums across. The tables that the host has
  built say how; see resample.clh for the build options.
*/
#define LS_KERNEL(name) Scale##name

#include "kernels/resample/opencl/passes.clh"

#define LS_VERTICAL_FIRST 1
#include "kernels/resample/opencl/pass_kernels.clh"

#if LS_IMAGES
#include "kernels/resample/opencl/images.clh"
#define LS_IMAGE_ORDER 1
#include "kernels/resample/opencl/image_passes.clh"
#elif LS_STRIPS && LS_GREY
#include "kernels/resample/opencl/strip_down_grey.clh"
#include "kernels/resample/opencl/strip_across_grey.clh"
#elif LS_STRIPS
#include "kernels/resample/opencl/strip_down.clh"
#include "kernels/resample/opencl/strip_across.clh"
#else
#include "kernels/resample/opencl/boxes.clh"
#if LS_GREY
#include "kernels/resample/opencl/tile_down_grey.clh"
#else
#include "kernels/resample/opencl/tile_down.clh"
#endif
#include "kernels/resample/opencl/tile_across.clh"
#endif
