#include "lab/experiments.hpp"

namespace lodestone::lab {

const char kBranchesSource[] =
#include "lab/kernels/branches.cl.inc"
    ;

const char kConvolution5Source[] =
#include "lab/kernels/convolution_5.cl.inc"
    ;

const char kCopySource[] =
#include "lab/kernels/copy.cl.inc"
    ;

const char kGaussian11Source[] =
#include "lab/kernels/gaussian_11.cl.inc"
    ;

const char kGaussian3Source[] =
#include "lab/kernels/gaussian_3.cl.inc"
    ;

}  // namespace lodestone::lab
