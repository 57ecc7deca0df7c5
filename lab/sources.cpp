#include "lab/sources.hpp"

namespace lodestone::accel::opencl {

const char kLabBranches[] =
#include "lab/kernels/branches.cl.inc"
    ;

const char kLabConvolution5[] =
#include "lab/kernels/convolution_5.cl.inc"
    ;

const char kLabCopy[] =
#include "lab/kernels/copy.cl.inc"
    ;

const char kLabGaussian11[] =
#include "lab/kernels/gaussian_11.cl.inc"
    ;

const char kLabGaussian3[] =
#include "lab/kernels/gaussian_3.cl.inc"
    ;

}  // namespace lodestone::accel::opencl
