// The embedded kernels of the laboratory.
#pragma once

namespace lodestone::accel::opencl {

extern const char kLabBranches[], kLabConvolution5[], kLabCopy[], kLabGaussian11[], kLabGaussian3[];

}  // namespace lodestone::accel::opencl
