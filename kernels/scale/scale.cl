/*
  Area averaging: the columns are summed first, then the sums across. The tables that the host has
  built say how; see resample.clh for the build options.
*/
#define LS_KERNEL(name) Scale##name

#include "kernels/common/passes.clh"

#define LS_VERTICAL_FIRST 1
#include "kernels/common/pass_kernels.clh"

#if LS_STRIPS
#include "kernels/common/strip_down.clh"
#else
#include "kernels/common/boxes.clh"
#include "kernels/common/tile_down.clh"
#endif
