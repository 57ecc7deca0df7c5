#include "accel/specialized_size.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "kernels/common/tile_shapes.h"
#include "kernels/cosine_blur/series_layout.h"

namespace lodestone::accel {
namespace {

constexpr std::uint32_t kBoxes[] = {2, 4, 8};
constexpr std::uint32_t kEvenTaps[] = {3, 5, 7, 9, 13};
constexpr std::uint32_t kUnderTiles[] = {64, 96, 160};
constexpr std::uint32_t kMatrices[] = {3, 5, 7};
constexpr std::uint32_t kMedians[] = {3, 5};
constexpr std::uint32_t kTerms[] = {LS_SERIES_MOST_TERMS};

// Whether each output has its own `side` inputs, one after another, all with the same weight.
bool AreBoxes(const MagickAccelerateAxis& axis, std::uint32_t side) {
  if (std::uint64_t{axis.outputs} * side != axis.inputs || axis.max_count != side) return false;
  if (axis.weight_count < side || axis.offset[0] > axis.weight_count - side) return false;
  const float weight = axis.weights[axis.offset[0]];
  for (std::uint32_t i = 0; i < axis.outputs; ++i) {
    if (axis.first[i] != i * side || axis.count[i] != side ||
        axis.offset[i] > axis.weight_count - side) {
      return false;
    }
    const float* begin = axis.weights + axis.offset[i];
    if (!std::all_of(begin, begin + side, [weight](float w) { return w == weight; })) return false;
  }
  return true;
}

std::uint32_t SideOfBoxes(const MagickAccelerateWork& work) {
  const std::uint32_t side = work.horizontal.max_count;
  return AreBoxes(work.horizontal, side) && AreBoxes(work.vertical, side) ? side : 0;
}

// Whether an output has the weights of the one in the middle.
bool HasSameWeights(const MagickAccelerateAxis& axis, std::uint32_t i, std::uint32_t middle) {
  const std::uint32_t taps = axis.count[middle], offset = axis.offset[middle];
  if (axis.count[i] != taps || taps > axis.weight_count ||
      axis.first[i] - axis.first[middle] != i - middle) {
    return false;
  }
  if (axis.offset[i] == offset) return true;
  const std::uint32_t last = axis.weight_count - taps;
  return axis.offset[i] <= last && offset <= last &&
         std::memcmp(axis.weights + axis.offset[i], axis.weights + offset, taps * sizeof(float)) ==
             0;
}

// Number of taps of the middle quad's outputs if their weights are equal and their inputs adjacent,
// else 0.
std::uint32_t EvenTaps(const MagickAccelerateAxis& axis) {
  const std::uint32_t middle = ((axis.outputs - 1) / LS_QUAD + 1) / 2 * LS_QUAD;
  if (axis.outputs - middle < LS_QUAD) return 0;
  for (std::uint32_t i = middle + 1; i < middle + LS_QUAD; ++i)
    if (!HasSameWeights(axis, i, middle)) return 0;
  return axis.count[middle];
}

std::uint32_t SideOfTaps(const MagickAccelerateWork& work) {
  const std::uint32_t taps = EvenTaps(work.horizontal);
  return taps != 0 && taps == EvenTaps(work.vertical) ? taps : 0;
}

// The least number of kUnderTiles, 0 if there are more.
std::uint32_t ColumnsUnderTiles(const MagickAccelerateAxis& axis) {
  std::uint32_t most = 0;
  for (std::uint32_t begin = 0; begin < axis.outputs; begin += LS_ACROSS_WIDTH) {
    const std::uint32_t last =
        std::min(axis.outputs - begin, std::uint32_t{LS_ACROSS_WIDTH}) + begin - 1;
    most = std::max(most, axis.first[last] + axis.count[last] - axis.first[begin]);
  }
  const auto found = std::lower_bound(std::begin(kUnderTiles), std::end(kUnderTiles), most);
  return found == std::end(kUnderTiles) ? 0 : *found;
}

std::uint32_t AnySpecializedSizeOf(const MagickAccelerateWork& work) {
  const OperationTraits& operation = GetOperation(work.operation);
  if (HasAxes(work.operation) && (work.horizontal.outputs == 0 || work.vertical.outputs == 0))
    return 0;
  if (operation.passes != Passes::kNone && work.vertical_first == 0)
    return ColumnsUnderTiles(work.horizontal);
  switch (operation.family) {
    case Family::kScale:
      return SideOfBoxes(work);
    case Family::kBlur:
      return SideOfTaps(work);
    case Family::kConvolve:
      return work.taps.order;
    case Family::kMedian:
      return work.window;
    case Family::kCosineBlur:
      return work.series.terms;
    default:
      return 0;
  }
}

}  // namespace

std::span<const std::uint32_t> SpecializedSizesOf(const OperationTraits& operation,
                                                  MagickAccelerateChannels channels,
                                                  bool vertical_first, bool linear_light) {
  if (linear_light && operation.family != Family::kScale) return {};
  if (!vertical_first) {
    if (operation.passes != Passes::kEitherOrder) return {};
    return kUnderTiles;
  }
  switch (operation.family) {
    case Family::kScale:
      return kBoxes;
    case Family::kBlur:
      if (channels == MagickAccelerateGrey) return {};
      return kEvenTaps;
    case Family::kConvolve:
      if (!HasAny(operation.operation, kMatrixTaps)) return {};
      return kMatrices;
    case Family::kMedian:
      return kMedians;
    case Family::kCosineBlur:
      return kTerms;
    default:
      return {};
  }
}

std::uint32_t SpecializedSizeOf(const MagickAccelerateWork& work) {
  const OperationTraits& operation = GetOperation(work.operation);
  const bool in_order = operation.passes == Passes::kNone || work.vertical_first != 0;
  const auto sides = SpecializedSizesOf(operation, work.channels, in_order, work.linear_light != 0);
  if (sides.empty() || HasLongTables(work)) return 0;
  const std::uint32_t side = AnySpecializedSizeOf(work);
  return std::find(sides.begin(), sides.end(), side) == sides.end() ? 0 : side;
}

}  // namespace lodestone::accel
