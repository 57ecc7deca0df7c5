// Matrices, widths of kernels, hulls, and noise for single samples.
#include "magick/gem.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>

#include "base/thread_pool.hpp"
#include "kernels/window/gaussian.hpp"
#include "magick/core/errors/barrier.hpp"

namespace lodestone {
namespace {

// Both planes of a hull, without their borders.
struct HullPlanes {
  unsigned long columns, rows;
  std::size_t stride;
  std::ptrdiff_t neighbor;
  Quantum *f, *g;
};

constexpr int kFar = ScaleCharToQuantum(2), kStep = ScaleCharToQuantum(1);

// `to` becomes `from`, a step nearer to the neighbour where that is far.
template <bool brighter>
void Approach(const Quantum* from, const Quantum* neighbor, Quantum* to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    const int sample = from[x], other = neighbor[x];
    const bool far = brighter ? other >= sample + kFar : other <= sample - kFar;
    to[x] = static_cast<Quantum>(sample + (far ? brighter ? kStep : -kStep : 0));
  }
}

// The same only where the neighbour on the other side is beyond the sample as well.
template <bool brighter>
void ApproachBetween(const Quantum* from, const Quantum* neighbor, const Quantum* opposite,
                     Quantum* to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    const int sample = from[x], other = opposite[x], near = neighbor[x];
    const bool far = brighter ? (other >= sample + kFar) & (near > sample)
                              : (other <= sample - kFar) & (near < sample);
    to[x] = static_cast<Quantum>(sample + (far ? brighter ? kStep : -kStep : 0));
  }
}

template <bool brighter>
void MakeHull(const HullPlanes& planes) {
  const std::size_t grain = accel::RowsPerTask(planes.columns);
  accel::ParallelBands(planes.rows, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y) {
      const Quantum* const row = planes.f + y * planes.stride;
      Approach<brighter>(row, row + planes.neighbor, planes.g + y * planes.stride, planes.columns);
    }
  });
  accel::ParallelBands(planes.rows, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y) {
      const Quantum* const row = planes.g + y * planes.stride;
      ApproachBetween<brighter>(row, row + planes.neighbor, row - planes.neighbor,
                                planes.f + y * planes.stride, planes.columns);
    }
  });
}

}  // namespace
}  // namespace lodestone

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

double ExpandAffine(const AffineMatrix* affine) {
  constexpr double kNothing = 1.0e-12;
  if (affine == nullptr) return 1.0;
  const double area =
      std::fabs(std::fabs(affine->sx * affine->sy) - std::fabs(affine->rx * affine->ry));
  return area < kNothing ? 1.0 : std::sqrt(area);
}

void IdentityAffine(AffineMatrix* affine) {
  if (affine != nullptr)
    *affine = {.sx = 1.0, .rx = 0.0, .ry = 0.0, .sy = 1.0, .tx = 0.0, .ty = 0.0};
}

void Hull(const long x_offset, const long y_offset, const unsigned long columns,
          const unsigned long rows, Quantum* f, Quantum* g, const int polarity) {
  const bool is_next = x_offset >= -1 && x_offset <= 1 && y_offset >= -1 && y_offset <= 1;
  if (!f || !g || !is_next || columns == 0 || rows == 0) return;
  const std::size_t stride = std::size_t{columns} + 2;
  const auto neighbor = static_cast<std::ptrdiff_t>(stride) * y_offset + x_offset;
  const HullPlanes planes{columns, rows, stride, neighbor, f + stride + 1, g + stride + 1};
  Guard(nullptr, [&] { polarity > 0 ? MakeHull<true>(planes) : MakeHull<false>(planes); });
}
