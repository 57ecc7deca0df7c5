#include "kernels/shear/shear_plan.hpp"

#include <algorithm>
#include <cmath>

namespace lodestone::kernels {
namespace {

void AddLine(double displacement, std::vector<std::int32_t>* lines) {
  constexpr int kShareBits = 15;
  constexpr std::int64_t kWhole = std::int64_t{1} << (3 * kShareBits);
  const double distance = std::abs(displacement), whole = std::floor(distance);
  const auto step = static_cast<std::int32_t>(std::min(whole, double{kMaxShearSide}));
  const double fraction = distance - whole;
  // The smallest share still makes a pixel that is transparent take the other's colour.
  const std::int64_t share =
      fraction == 0.0 ? 0 : std::max<std::int64_t>(std::llround(fraction * double{kWhole}), 1);
  const std::int32_t further = share == 0 ? step : step + 1;
  const bool back = displacement > 0.0;  // pixels come from there
  lines->push_back(back ? -step : step);
  lines->push_back(back ? -further : further);
  lines->push_back(static_cast<std::int32_t>(share >> (2 * kShareBits)));
  lines->push_back(static_cast<std::int32_t>(share & ((1 << (2 * kShareBits)) - 1)));
}

}  // namespace

std::vector<std::int32_t> PlanLines(std::size_t count, double slope) {
  std::vector<std::int32_t> lines;
  lines.reserve(4 * count);
  const double middle = static_cast<double>(count) / 2.0;
  for (std::size_t i = 0; i < count; ++i)
    AddLine(slope * (static_cast<double>(i) - middle), &lines);
  return lines;
}

}  // namespace lodestone::kernels
