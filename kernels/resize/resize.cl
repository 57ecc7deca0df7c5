/*
  Separable resampling in either order of the passes. No filter is evaluated here: the kernels walk
  the contribution tables that the host has built. See resample.clh for the build options.
*/
#define LS_KERNEL(name) Resize##name

#include "kernels/common/passes.clh"

#define LS_VERTICAL_FIRST 1
#include "kernels/common/pass_kernels.clh"
#undef LS_VERTICAL_FIRST
#define LS_VERTICAL_FIRST 0
#include "kernels/common/pass_kernels.clh"

#if LS_IMAGES
#include "kernels/common/images.clh"
#define LS_IMAGE_ORDER 1
#include "kernels/common/image_passes.clh"
#undef LS_IMAGE_ORDER
#define LS_IMAGE_ORDER 0
#include "kernels/common/image_passes.clh"
#elif LS_STRIPS && LS_GREY
#include "kernels/common/strip_down_grey.clh"
#include "kernels/common/strip_across_grey.clh"
#elif LS_STRIPS
#include "kernels/common/strip_down.clh"
#include "kernels/common/strip_across.clh"
#else
#if LS_GREY
#include "kernels/common/tile_down_grey.clh"
#else
#include "kernels/common/tile_down.clh"
#endif
#include "kernels/common/tile_across.clh"
#endif
