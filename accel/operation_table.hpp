// One row of traits for every operation that goes through the dispatcher. Lists, ranges, counts,
// examples and checks are derived from these rows, and the agreement suite walks them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "accel/operation_traits.hpp"
#include "kernels/common/tap_block.h"
#include "kernels/statistics/statistics_layout.h"

namespace lodestone::accel {

// In the order of MagickAccelerateOperation, which starts at 1.
inline constexpr OperationTraits kOperationTable[] = {
    {.operation = MagickAccelerateScale,
     .name = "scale",
     .family = Family::kScale,
     .channels = kFourAlike | kWeightedByAlpha | kWithGrey,
     .tables = kAxes,
     .passes = Passes::kColumnsFirst,
     .clamps_intermediate = true},
    {.operation = MagickAccelerateResize,
     .name = "resize",
     .family = Family::kResize,
     .channels = kFourAlike | kWeightedByAlpha | kWithGrey,
     .tables = kAxes,
     .passes = Passes::kEitherOrder,
     .clamps_intermediate = true},
    {.operation = MagickAccelerateSample,
     .name = "sample",
     .family = Family::kRemap,
     .channels = kFourAlike | kWeightedByAlpha | kWithGrey,
     .tables = kAxes,
     .steps = 1},
    {.operation = MagickAccelerateMinify,
     .name = "minify",
     .family = Family::kMinify,
     .channels = kFourAlike | kWeightedByAlpha,
     .size = SizeRule::kHalf,
     .steps = 16},
    {.operation = MagickAccelerateMagnify,
     .name = "magnify",
     .family = Family::kMagnify,
     .channels = kFourAlike | kWeightedByAlpha,
     .size = SizeRule::kDouble,
     .steps = 4},
    {.operation = MagickAccelerateBlur,
     .name = "blur",
     .family = Family::kBlur,
     .channels = kFourAlike | kWeightedByAlpha | kWithGrey,
     .size = SizeRule::kSame,
     .tables = kAxes,
     .finish = FinishRule::kOptional,
     .passes = Passes::kColumnsFirst},
    {.operation = MagickAccelerateUnsharp,
     .name = "unsharp",
     .family = Family::kBlur,
     .channels = kFourAlike | kWeightedByAlpha | kWithGrey,
     .size = SizeRule::kSame,
     .tables = kAxes,
     .finish = FinishRule::kSharpens,
     .passes = Passes::kColumnsFirst},
    {.operation = MagickAccelerateConvolve,
     .name = "convolve",
     .family = Family::kConvolve,
     .channels = kFourAlike | kWeightedByAlpha | kWithGrey,
     .size = SizeRule::kSame,
     .tables = kMatrixTaps | kBorder,
     .finish = FinishRule::kOptional},
    {.operation = MagickAccelerateMotionBlur,
     .name = "motion-blur",
     .family = Family::kConvolve,
     .channels = kFourAlike | kWeightedByAlpha | kWithGrey,
     .size = SizeRule::kSame,
     .tables = kLineTaps | kBorder,
     .finish = FinishRule::kOptional},
    {.operation = MagickAccelerateMedian,
     .name = "median",
     .family = Family::kMedian,
     .channels = kFourAlike | kWithGrey,
     .size = SizeRule::kSame,
     .tables = kWindow | kBorder,
     .finish = FinishRule::kOptional},
    {.operation = MagickAccelerateDespeckle,
     .name = "despeckle",
     .family = Family::kDespeckle,
     .channels = kFourAlike | kWithGrey,
     .size = SizeRule::kSame,
     .finish = FinishRule::kOptional,
     .steps = 4 * 8 * 8},
    {.operation = MagickAccelerateExtend,
     .name = "extend",
     .family = Family::kRemap,
     .channels = kFourAlike | kWithGrey,
     .size = SizeRule::kBordered,
     .tables = kBorder,
     .steps = 1},
    {.operation = MagickAccelerateLookupTables,
     .name = "tables",
     .family = Family::kPoint,
     .channels = kFourAlike | kWithGrey,
     .size = SizeRule::kSame,
     .tables = kPointTables,
     .steps = 2},
    {.operation = MagickAccelerateColors,
     .name = "colors",
     .family = Family::kColor,
     .channels = kFourAlike,
     .size = SizeRule::kSame,
     .steps = 8},
    {.operation = MagickAccelerateRemap,
     .name = "rearrange",
     .family = Family::kRemap,
     .channels = kFourAlike | kWithGrey,
     .size = SizeRule::kMapped,
     .tables = kMaps,
     .steps = 1},
    {.operation = MagickAccelerateTranspose,
     .name = "transpose",
     .family = Family::kTranspose,
     .channels = kFourAlike | kWithGrey,
     .size = SizeRule::kMapped,
     .tables = kMaps,
     .steps = 1},
    {.operation = MagickAccelerateComposite,
     .name = "composite",
     .family = Family::kComposite,
     .channels = kFourAlike | kWithGrey,
     .size = SizeRule::kSame,
     .tables = kSecond,
     .steps = 8},
    {.operation = MagickAccelerateNeighborhood,
     .name = "windows",
     .family = Family::kNeighborhood,
     .channels = kFourAlike | kWithGrey,
     .size = SizeRule::kSame,
     .tables = kWindow | kBorder | kTable},
    {.operation = MagickAccelerateReduceNoise,
     .name = "reduce-noise",
     .family = Family::kMedian,
     .channels = kFourAlike | kWithGrey,
     .size = SizeRule::kSame,
     .tables = kWindow | kBorder,
     .finish = FinishRule::kOptional},
    {.operation = MagickAccelerateWarp,
     .name = "warp",
     .family = Family::kWarp,
     .channels = kFourAlike | kWeightedByAlpha | kWithGrey,
     .size = SizeRule::kFree,
     .tables = kTable,
     .steps = 16},
    {.operation = MagickAccelerateNoise,
     .name = "noise",
     .family = Family::kNoise,
     .channels = kFourAlike | kWithGrey,
     .size = SizeRule::kSame,
     .steps = 60},
    {.operation = MagickAccelerateHistogram,
     .name = "histogram",
     .family = Family::kHistogram,
     .channels = kFourAlike | kWithGrey,
     .size = SizeRule::kParts},
    {.operation = MagickAccelerateBounds,
     .name = "bounding-box",
     .family = Family::kBounds,
     .channels = kFourAlike | kWithGrey,
     .size = SizeRule::kRows},
    {.operation = MagickAccelerateShear,
     .name = "shear",
     .family = Family::kShear,
     .channels = kFourAlike | kWeightedByAlpha | kWithGrey,
     .size = SizeRule::kFree,
     .tables = kTable,
     .steps = 4},
    {.operation = MagickAccelerateWavelet,
     .name = "wavelet-denoise",
     .family = Family::kWavelet,
     .channels = kFourAlike | kWithGrey,
     .size = SizeRule::kSame,
     .finish = FinishRule::kOptional,
     .steps = 5 * 12},
    {.operation = MagickAccelerateLut3d,
     .name = "cube",
     .family = Family::kLut3d,
     .channels = kFourAlike,
     .size = SizeRule::kSame,
     .tables = kSecond,
     .steps = 40},
    {.operation = MagickAccelerateCosineBlur,
     .name = "wide-blur",
     .family = Family::kCosineBlur,
     .channels = kFourAlike | kWithGrey,
     .size = SizeRule::kSame,
     .tables = kBorder | kTable,
     .finish = FinishRule::kOptional},
    {.operation = MagickAccelerateDecode,
     .name = "decode",
     .family = Family::kDecode,
     .channels = kOpaqueOnly | kWithGrey,
     .size = SizeRule::kFree},
    {.operation = MagickAccelerateEncode,
     .name = "encode",
     .family = Family::kEncode,
     .channels = kOpaqueOnly | kWithGrey,
     .size = SizeRule::kFree},
};

inline constexpr std::uint32_t kOperationCount = std::size(kOperationTable);
// For arrays indexed by an operation's number; 0 stands for no particular operation.
inline constexpr std::uint32_t kOperationIndexes = kOperationCount + 1;

constexpr std::span<const OperationTraits> Operations() {
  return kOperationTable;
}
constexpr const OperationTraits& GetOperation(MagickAccelerateOperation operation) {
  return kOperationTable[static_cast<std::uint32_t>(operation) - 1];
}
// Null for an unknown number: a later version's.
constexpr const OperationTraits* FindOperation(std::uint32_t number) {
  return number >= 1 && number <= kOperationCount ? &kOperationTable[number - 1] : nullptr;
}
// The first operation of a family.
constexpr const OperationTraits& ExampleOf(Family family) {
  std::size_t i = 0;
  while (kOperationTable[i].family != family) ++i;
  return kOperationTable[i];
}

// The size of a result; `around`: columns and rows that the border adds, left and right together.
// For kAny, kMapped and kFree the source's, since it does not determine the result's.
struct Extent {
  std::uint64_t columns, rows;
  bool operator==(const Extent&) const = default;
};
constexpr Extent ResultSize(SizeRule rule, Extent source, Extent around = {0, 0},
                            unsigned quantum_depth = LS_QUANTUM_DEPTH) {
  switch (rule) {
    case SizeRule::kHalf:
      return {source.columns > 1 ? source.columns / 2 : 1, source.rows > 1 ? source.rows / 2 : 1};
    case SizeRule::kDouble:
      return {2 * source.columns, 2 * source.rows};
    case SizeRule::kBordered:
      return {source.columns + around.columns, source.rows + around.rows};
    case SizeRule::kParts:
      return {LS_HISTOGRAM_COLUMNS(quantum_depth),
              std::clamp<std::uint64_t>(source.columns * source.rows / LS_PART_PIXELS, 1,
                                        std::min<std::uint64_t>(source.rows, LS_MOST_PARTS))};
    case SizeRule::kRows:
      return {LS_BOUNDS_COLUMNS(quantum_depth), source.rows};
    case SizeRule::kAny:
    case SizeRule::kSame:
    case SizeRule::kMapped:
    case SizeRule::kFree:
      break;
  }
  return source;
}

constexpr bool Takes(MagickAccelerateOperation operation, MagickAccelerateChannels channels) {
  return (GetOperation(operation).channels & Bit(channels)) != 0;
}
// In the order of their numbers.
std::vector<MagickAccelerateChannels> ChannelsTaken(const OperationTraits& operation);
constexpr bool HasAny(MagickAccelerateOperation operation, unsigned tables) {
  return (GetOperation(operation).tables & tables) != 0;
}
constexpr bool HasAxes(MagickAccelerateOperation operation) {
  return HasAny(operation, kAxes);
}
constexpr bool HasTaps(MagickAccelerateOperation operation) {
  return HasAny(operation, kMatrixTaps | kLineTaps);
}
constexpr bool HasBorder(MagickAccelerateOperation operation) {
  return HasAny(operation, kBorder);
}
constexpr bool HasPointTables(MagickAccelerateOperation operation) {
  return HasAny(operation, kPointTables);
}
constexpr bool HasMaps(MagickAccelerateOperation operation) {
  return HasAny(operation, kMaps);
}
// A work of the operation may ask for linear light.
constexpr bool MayBeLinear(MagickAccelerateOperation operation) {
  return operation == MagickAccelerateScale || operation == MagickAccelerateResize ||
         operation == MagickAccelerateBlur;
}
constexpr bool HasSecond(MagickAccelerateOperation operation) {
  return HasAny(operation, kSecond);
}
// The result is not an image, but numbers of the source.
constexpr bool IsNumbers(MagickAccelerateOperation operation) {
  const SizeRule size = GetOperation(operation).size;
  return size == SizeRule::kParts || size == SizeRule::kRows;
}
constexpr bool HasTable(MagickAccelerateOperation operation) {
  return HasAny(operation, kTable);
}
// Of entries of either type.
constexpr std::size_t TableBytes(const MagickAccelerateTable& table) {
  constexpr std::size_t kEntryBytes = 4;
  return table.count * kEntryBytes;
}
// The size of the result is not that of the source, nor does a rule of this table give it.
constexpr bool HasFreeSize(SizeRule rule) {
  return rule == SizeRule::kAny || rule == SizeRule::kMapped || rule == SizeRule::kFree;
}
// Every pixel of the result is a copy of a source pixel or of the constant one; see pixel_maps.hpp.
constexpr bool CopiesPixels(MagickAccelerateOperation operation) {
  const Family family = GetOperation(operation).family;
  return family == Family::kRemap || family == Family::kTranspose;
}
constexpr bool HasWindow(MagickAccelerateOperation operation) {
  return HasAny(operation, kWindow);
}
// Values of MagickAccelerateWork.vertical_first that plans use.
inline constexpr bool kBothOrders[] = {true, false};
constexpr std::span<const bool> OrdersOf(Passes passes) {
  return std::span(kBothOrders).first(passes == Passes::kEitherOrder ? 2 : 1);
}
// Both axes, one after the other.
constexpr bool IsSeparable(MagickAccelerateOperation operation) {
  return GetOperation(operation).passes != Passes::kNone;
}
// The result has the source's size, and a work item may have a finish.
constexpr bool MayFinish(MagickAccelerateOperation operation) {
  return GetOperation(operation).finish != FinishRule::kNever;
}
// In events and messages.
constexpr const char* NameOf(const MagickAccelerateWork& work) {
  return work.name ? work.name : GetOperation(work.operation).name;
}
constexpr bool HasFinish(const MagickAccelerateWork& work) {
  return work.finish.keep != 0 || work.finish.sharpen != 0;
}

// Samples of a pixel.
constexpr std::uint32_t SamplesOf(MagickAccelerateChannels channels) {
  return channels == MagickAccelerateGrey ? 1 : 4;
}
// Tables of more taps than one partial sum, of an operation in two passes.
constexpr bool HasLongTables(const MagickAccelerateWork& work) {
  return GetOperation(work.operation).passes != Passes::kNone &&
         std::max(work.horizontal.max_count, work.vertical.max_count) > LS_TAP_BLOCK;
}
// The result is bytes, and how many there are is known only from it.
constexpr bool HasCountedResult(MagickAccelerateOperation operation) {
  return operation == MagickAccelerateEncode;
}
// The destination as far as it is written, once it is.
constexpr Extent WrittenSize(const MagickAccelerateWork& work) {
  if (HasCountedResult(work.operation)) return {work.encoded->bytes, 1};
  return {work.destination.columns, work.destination.rows};
}
// In pixels, where the source itself is not an image too.
constexpr Extent SourceSize(const MagickAccelerateWork& work) {
  if (work.operation == MagickAccelerateDecode) return {work.jpeg->columns, work.jpeg->rows};
  return {work.source.columns, work.source.rows};
}
// Nothing but this operation reads its source, so that no device needs a copy to keep.
constexpr bool ReadsOnce(MagickAccelerateOperation operation) {
  return operation == MagickAccelerateDecode;
}
// Bytes of a pixel of the source in memory, the host's and the device's alike.
constexpr std::uint32_t PixelBytes(const MagickAccelerateWork& work) {
  if (work.operation == MagickAccelerateDecode) return 1;
  return SamplesOf(work.channels) * (work.quantum_depth / 8);
}
// Of a pixel of the result.
constexpr std::uint32_t ResultPixelBytes(const MagickAccelerateWork& work) {
  if (HasCountedResult(work.operation)) return 1;
  return (work.grey_result ? 1 : SamplesOf(work.channels)) * (work.quantum_depth / 8);
}
const char* ChannelsName(MagickAccelerateChannels channels);
// The fourth sample of a pixel has a meaning.
constexpr bool HasAlpha(MagickAccelerateChannels channels) {
  return channels == MagickAccelerateWeighted || channels == MagickAcceleratePlain;
}

// A function that a row of such a table cannot leave out.
template <typename Signature>
class Required {
 public:
  constexpr Required(Signature* function) : function_(function) {}
  Required(std::nullptr_t) = delete;
  constexpr operator Signature*() const { return function_; }

 private:
  Signature* function_;
};

}  // namespace lodestone::accel
