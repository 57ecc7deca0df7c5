/*
  Area averaging: the columns are summed first, then the sums across. The tables that the host has
  built say how; see resample.clh for the build options.
*/
#define LS_KERNEL(name) Scale##name

#include "kernels/common/passes.clh"

#define LS_VERTICAL_FIRST 1
#include "kernels/common/pass_kernels.clh"

#if LS_IMAGES
#include "kernels/common/images.clh"
#define LS_IMAGE_ORDER 1
#include "kernels/common/image_passes.clh"
#elif LS_STRIPS && LS_GREY
#include "kernels/common/strip_down_grey.clh"
#include "kernels/common/strip_across_grey.clh"
#elif LS_STRIPS
#include "kernels/common/strip_down.clh"
#include "kernels/common/strip_across.clh"
#else
#include "kernels/common/boxes.clh"
#if LS_GREY
#include "kernels/common/tile_down_grey.clh"
#else
#include "kernels/common/tile_down.clh"
#endif
#include "kernels/common/tile_across.clh"
#endif
