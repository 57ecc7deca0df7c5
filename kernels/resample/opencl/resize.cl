/* Resampling by a filter, already evaluated into the tables. */
#define LS_KERNEL(name) Resize##name

#include "kernels/resample/opencl/separable.clh"
