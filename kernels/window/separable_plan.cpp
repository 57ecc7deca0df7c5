#include "kernels/window/separable_plan.hpp"

#include <algorithm>
#include <cstdlib>

#include "kernels/window/taps.hpp"
#include "kernels/resample/table_size.hpp"

namespace lodestone::kernels {
namespace {

Border BorderOf(Fold fold) {
  if (fold == Fold::kMirror) return Border::kMirror;
  return fold == Fold::kReflect101 ? Border::kReflect101 : Border::kEdge;
}

// Beyond `from` samples from the image on either side, the samples under the taps repeat every
// `period` samples.
struct Repetition {
  std::int64_t from, period;
};

Repetition RepetitionOf(Border border, std::int64_t size) {
  switch (border) {
    case Border::kMirror:
      return {size, size};
    case Border::kReflect101:
      return {0, std::max<std::int64_t>(1, 2 * (size - 1))};
    case Border::kTile:
      return {0, size};
    default:
      return {size, 1};
  }
}

// The outputs of one axis whose taps may reach beyond its ends.
class TapFolder {
 public:
  TapFolder(std::uint32_t size, std::span<const double> taps, Fold fold)
      : size_(size), half_(static_cast<std::int64_t>(taps.size() / 2)), taps_(taps), fold_(fold) {
    CheckSize();
    if (fold == Fold::kCut) return;
    const auto reach = static_cast<std::uint32_t>(half_);
    sources_ = BuildBorderMap(BorderOf(fold), size, 1, {reach, reach, 0, 0}).columns;
  }

  bool IsInside(std::int64_t output) const { return output >= half_ && output + half_ < size_; }

  // Weights of the inputs from First(output) on.
  std::span<const double> Weights(std::int64_t output) {
    const std::int64_t first = First(output);
    const auto count = static_cast<std::size_t>(Stop(output) - first);
    if (fold_ == Fold::kCut) {
      const auto skipped = static_cast<std::size_t>(first - (output - half_));
      weights_ = DividedTaps(taps_.subspan(skipped, count), 0.0);
      return weights_;
    }
    weights_.assign(count, 0.0);
    const std::span sources = std::span(sources_).subspan(static_cast<std::size_t>(output));
    for (std::size_t k = 0; k < taps_.size(); ++k)
      weights_[sources[k] - static_cast<std::size_t>(first)] += taps_[k];
    return weights_;
  }

  std::int64_t First(std::int64_t output) const {
    return std::max<std::int64_t>(0, output - half_);
  }

 private:
  std::int64_t Stop(std::int64_t output) const { return std::min(size_, output + half_ + 1); }

  // Outputs near the ends each have their own list of weights.
  void CheckSize() const {
    double weights = 0.0;
    for (std::int64_t i = 0; i < size_; ++i)
      if (!IsInside(i)) weights += static_cast<double>(Stop(i) - First(i));
    CheckTableSize(weights, "taps reach so far that their weights take more than 256 MiB");
  }

  const std::int64_t size_, half_;
  const std::span<const double> taps_;
  const Fold fold_;
  std::vector<std::uint32_t> sources_;  // the samples under the taps of output 0, and so on
  std::vector<double> weights_;
};

AxisTable BuildValidAxis(std::uint32_t outputs, std::span<const double> taps) {
  AxisTable table(outputs + static_cast<std::uint32_t>(taps.size()) - 1, outputs);
  table.Append(0, taps);
  for (std::uint32_t i = 1; i < outputs; ++i) table.AppendSame(i);
  return table;
}

}  // namespace

std::optional<Fold> FoldOf(Border border) {
  switch (border) {
    case Border::kEdge:
      return Fold::kEdge;
    case Border::kMirror:
      return Fold::kMirror;
    case Border::kReflect101:
      return Fold::kReflect101;
    default:
      return std::nullopt;
  }
}

std::vector<double> FoldedTaps(Border border, std::uint32_t size, std::span<const double> taps) {
  const Repetition repetition = RepetitionOf(border, size);
  const auto half = static_cast<std::int64_t>(taps.size() / 2);
  const std::int64_t reach = repetition.from + repetition.period - 1;
  if (half <= reach) return {taps.begin(), taps.end()};
  std::vector<double> folded(static_cast<std::size_t>(2 * reach + 1), 0.0);
  for (std::int64_t k = -half; k <= half; ++k) {
    std::int64_t distance = std::abs(k);
    if (distance > reach)
      distance = repetition.from + (distance - repetition.from) % repetition.period;
    folded[static_cast<std::size_t>(reach + (k < 0 ? -distance : distance))] +=
        taps[static_cast<std::size_t>(half + k)];
  }
  return folded;
}

AxisTable BuildConvolutionAxis(std::uint32_t outputs, std::span<const double> taps, Fold fold) {
  if (fold == Fold::kValid) return BuildValidAxis(outputs, taps);
  std::vector<double> folded;
  if (fold != Fold::kCut) {
    folded = FoldedTaps(BorderOf(fold), outputs, taps);
    taps = folded;
  }
  TapFolder folder(outputs, taps, fold);
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
