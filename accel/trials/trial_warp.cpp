#include "accel/trials/trial_warp.hpp"

#include <vector>

namespace lodestone::accel {
namespace {

// Parts of rows, and some that are empty.
std::vector<float> TrialSpans(std::uint32_t columns, std::uint32_t rows) {
  std::vector<float> spans;
  for (std::uint32_t y = 0; y < rows; ++y) {
    spans.push_back(static_cast<float>(y % 7));
    spans.push_back(static_cast<float>(columns) - static_cast<float>(y % 5));
  }
  return spans;
}

// Back and forth, some beyond the edges.
kernels::WarpPlan TrialDisplacements(std::uint32_t columns, std::uint32_t rows) {
  const auto displace = [=](std::uint32_t row, double* displacements) {
    for (std::uint32_t i = 0; i < 2 * columns; ++i)
      displacements[i] = (i * 37 + row * 101) % 83 * 0.21 - 7.3;
    return true;
  };
  return kernels::PlanDisplace({1, 2, columns, rows}, displace).value();
}

}  // namespace

kernels::WarpPlan TrialWarp(unsigned variety, const TrialShape& shape,
                            MagickAccelerateChannels channels) {
  const std::uint32_t columns = shape.source_columns, rows = shape.source_rows;
  const bool opaque = channels == MagickAccelerateOpaque;
  switch (variety % 6) {
    case 0:
      return kernels::PlanWave(shape.columns, 4.3, 7.7);
    case 2:
      return kernels::PlanSpread(columns, rows, 5, {1, 2});
    case 3:
      return opaque ? TrialDisplacements(shape.columns, shape.rows)
                    : kernels::PlanSwirl(columns, rows, 5.0);
    case 4:
      return kernels::PlanAffine({{0.7, 0.4, -1.3}, {-0.3, 1.1, 0.9}},
                                 TrialSpans(shape.columns, shape.rows));
    default:
      return opaque ? kernels::PlanImplode(columns, rows, 0.7)
                    : kernels::PlanArc(columns, rows, 1.3).value();
  }
}

}  // namespace lodestone::accel
