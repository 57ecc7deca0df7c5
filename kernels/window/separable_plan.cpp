#include "kernels/window/separable_plan.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "kernels/window/taps.hpp"

namespace lodestone::kernels {
namespace {

// Of one table. Outputs near the ends have a list of weights each, so that taps which reach far
// make tables that grow with the square of the image.
constexpr std::uint64_t kMostTableBytes = std::uint64_t{256} << 20;

Border BorderOf(Fold fold) {
  if (fold == Fold::kMirror) return Border::kMirror;
  return fold == Fold::kReflect101 ? Border::kReflect101 : Border::kEdge;
}

// From `from` samples off the image's place on, on either side, what the taps meet repeats itself
// every `period` samples.
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

// The outputs of one axis whose taps may reach over its ends.
class Folder {
 public:
  Folder(std::uint32_t size, std::span<const double> taps, Fold fold)
      : size_(size), half_(static_cast<std::int64_t>(taps.size() / 2)), taps_(taps), fold_(fold) {
    CheckTableSize();
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

  void CheckTableSize() const {
    std::uint64_t bytes = 0;
    for (std::int64_t i = 0; i < size_ && bytes <= kMostTableBytes; ++i)
      if (!IsInside(i)) bytes += sizeof(float) * static_cast<std::uint64_t>(Stop(i) - First(i));
    if (bytes > kMostTableBytes)
      throw std::length_error("taps reach so far that their weights take more than 256 MiB");
  }

  const std::int64_t size_, half_;
  const std::span<const double> taps_;
  const Fold fold_;
  std::vector<std::uint32_t> sources_;  // what the taps of output 0 meet, and so on
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
