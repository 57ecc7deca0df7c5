#include "magick/gem.h"

#include "kernels/window/gaussian.hpp"

using namespace lodestone;

int GetOptimalKernelWidth(const double radius, const double sigma) {
  return GetOptimalKernelWidth1D(radius, sigma);
}

int GetOptimalKernelWidth1D(const double radius, const double sigma) {
  return static_cast<int>(kernels::KernelWidth1D(radius, sigma).value_or(0));
}

int GetOptimalKernelWidth2D(const double radius, const double sigma) {
  return static_cast<int>(kernels::KernelWidth2D(radius, sigma).value_or(0));
}
