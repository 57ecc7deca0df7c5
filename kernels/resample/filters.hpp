// The fifteen resampling filters of GraphicsMagick, evaluated in double while a plan is built.
#pragma once

namespace lodestone::kernels {

enum class Filter {
  kPoint,
  kBox,
  kTriangle,
  kHermite,
  kHanning,
  kHamming,
  kBlackman,
  kGaussian,
  kQuadratic,
  kCubic,
  kCatrom,
  kMitchell,
  kLanczos,
  kBessel,
  kSinc
};

struct FilterFunction {
  double (*evaluate)(double x);
  double support;  // radius at scale 1, in input samples
};

const FilterFunction& GetFilter(Filter filter);

}  // namespace lodestone::kernels
