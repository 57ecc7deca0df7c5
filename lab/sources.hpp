// The embedded kernels of the lab.
#pragma once

namespace lodestone::lab {

extern const char kBranchesSource[], kConvolution5Source[], kCopySource[], kGaussian11Source[],
    kGaussian3Source[];

}  // namespace lodestone::lab
