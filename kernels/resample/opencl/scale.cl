/* Area averaging. */
#define LS_KERNEL(name) Scale##name
#define LS_BOXES 1

#include "kernels/resample/opencl/separable.clh"
