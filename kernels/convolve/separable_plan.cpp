#include "kernels/convolve/separable_plan.hpp"

#include <algorithm>
#include <vector>

#include "kernels/convolve/border.hpp"
#include "kernels/convolve/taps.hpp"

namespace lodestone::kernels {
namespace {

Border BorderOf(Fold fold) {
  if (fold == Fold::kMirror) return Border::kMirror;
  return fold == Fold::kReflect101 ? Border::kReflect101 : Border::kEdge;
}

// The outputs of one axis whose taps may reach over its ends.
class Folder {
 public:
  Folder(std::uint32_t size, std::span<const double> taps, Fold fold)
      : size_(size), half_(static_cast<std::int64_t>(taps.size() / 2)), taps_(taps), fold_(fold) {}

  bool IsInside(std::int64_t output) const { return output >= half_ && output + half_ < size_; }

  // Weights of the inputs from First(output) on.
  std::span<const double> Weights(std::int64_t output) {
    const std::int64_t first = First(output), end = std::min(size_, output + half_ + 1);
    weights_.assign(static_cast<std::size_t>(end - first), 0.0);
    for (std::int64_t k = -half_; k <= half_; ++k) {
      const std::int64_t position = output + k;
      const double tap = taps_[static_cast<std::size_t>(k + half_)];
      if (position >= first && position < end)
        weights_[static_cast<std::size_t>(position - first)] += tap;
      else if (fold_ != Fold::kCut)
        weights_[static_cast<std::size_t>(BorderIndex(BorderOf(fold_), position, size_) - first)] +=
            tap;
    }
    if (fold_ == Fold::kCut) weights_ = DividedTaps(weights_, 0.0);
    return weights_;
  }

  std::int64_t First(std::int64_t output) const {
    return std::max<std::int64_t>(0, output - half_);
  }

 private:
  const std::int64_t size_, half_;
  const std::span<const double> taps_;
  const Fold fold_;
  std::vector<double> weights_;
};

AxisTable BuildValidAxis(std::uint32_t outputs, std::span<const double> taps) {
  AxisTable table(outputs + static_cast<std::uint32_t>(taps.size()) - 1, outputs);
  table.Append(0, taps);
  for (std::uint32_t i = 1; i < outputs; ++i) table.AppendSame(i);
  return table;
}

}  // namespace

AxisTable BuildConvolutionAxis(std::uint32_t outputs, std::span<const double> taps, Fold fold) {
  if (fold == Fold::kValid) return BuildValidAxis(outputs, taps);
  Folder folder(outputs, taps, fold);
  AxisTable table(outputs, outputs);
  for (std::uint32_t i = 0; i < outputs; ++i) {
    const auto first = static_cast<std::uint32_t>(folder.First(i));
    if (!folder.IsInside(i))
      table.Append(first, folder.Weights(i));
    else if (i > 0 && folder.IsInside(i - 1))
      table.AppendSame(first);
    else
      table.Append(first, taps);
  }
  return table;
}

ResamplePlan BuildSeparablePlan(std::uint32_t columns, std::uint32_t rows,
                                std::span<const double> across, std::span<const double> down,
                                Fold fold) {
  return {BuildConvolutionAxis(columns, across, fold), BuildConvolutionAxis(rows, down, fold),
          true};
}

}  // namespace lodestone::kernels
