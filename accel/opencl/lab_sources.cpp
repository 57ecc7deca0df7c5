#include "accel/opencl/lab_sources.hpp"

namespace lodestone::accel::opencl {

const char kLabBranches[] =
#include "kernels/lab/branches.cl.inc"
    ;

const char kLabConvolution5[] =
#include "kernels/lab/convolution_5.cl.inc"
    ;

const char kLabCopy[] =
#include "kernels/lab/copy.cl.inc"
    ;

const char kLabGaussian11[] =
#include "kernels/lab/gaussian_11.cl.inc"
    ;

const char kLabGaussian3[] =
#include "kernels/lab/gaussian_3.cl.inc"
    ;

}  // namespace lodestone::accel::opencl
