/* Separable convolution: resampling to the same size, mostly. */
#define LS_KERNEL(name) Blur##name

#include "kernels/common/finish.clh"
#include "kernels/resample/opencl/separable.clh"
