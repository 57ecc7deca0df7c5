#include "kernels/resample/cpu/uniform.hpp"

#include <algorithm>

namespace lodestone::kernels {
namespace {

std::ptrdiff_t LeadOf(const MagickAccelerateAxis& axis, std::size_t output) {
  return static_cast<std::ptrdiff_t>(axis.first[output]) - static_cast<std::ptrdiff_t>(output);
}

}  // namespace

UniformOutputs FindUniformOutputs(const MagickAccelerateAxis& axis, std::size_t begin,
                                  std::size_t end) {
  const std::size_t middle = axis.outputs / 2;
  UniformOutputs found{begin, begin, LeadOf(axis, middle), WeightsOf(axis, middle)};
  auto same = [&](std::size_t i) {
    return LeadOf(axis, i) == found.lead && axis.count[i] == found.weights.size() &&
           (axis.offset[i] == axis.offset[middle] ||
            std::ranges::equal(WeightsOf(axis, i), found.weights));
  };
  while (found.begin < end && !same(found.begin)) ++found.begin;
  for (found.end = found.begin; found.end < end && same(found.end);) ++found.end;
  return found;
}

}  // namespace lodestone::kernels
