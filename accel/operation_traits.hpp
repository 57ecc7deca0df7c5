// What a row of accel/operation_table.hpp says of an operation.
#pragma once

#include <cstddef>
#include <iterator>

#include "accel/plugin.h"

namespace lodestone::accel {

enum class Family : unsigned {
#define LS_FAMILY(name) k##name,
#include "accel/families.def"
};

// How far the pixels of two accelerators may differ.
enum class Agreement {
  kExact,  // no sample may differ
};

// What determines the size of the result. Where an operation has axes, they take precedence.
enum class SizeRule {
  kAny,       // the axes alone
  kHalf,      // half the source's, at least 1
  kDouble,    // twice the source's
  kSame,      // the source's
  kBordered,  // the source's with its border
  kMapped,    // any: the maps are as long
  kFree,      // any: nothing of the work determines it
  kParts,     // of the histograms of its parts: kernels/statistics/statistics_layout.h
  kRows,      // of the numbers of its rows: there, too
};

// The last step, MagickAccelerateFinish.
enum class FinishRule {
  kNever,
  kOptional,
  kSharpens,  // always, as an unsharp mask
};

// Order of the two passes of a separable operation.
enum class Passes {
  kNone,          // not separable
  kColumnsFirst,  // vertical first, in all plans of the library
  kEitherOrder,   // whichever the plan finds cheaper
};

// Kinds of MagickAccelerateChannels, as bits.
using ChannelSet = unsigned;
constexpr ChannelSet Bit(MagickAccelerateChannels channels) {
  return 1u << channels;
}
inline constexpr MagickAccelerateChannels kAllChannels[] = {
    MagickAccelerateOpaque, MagickAccelerateWeighted, MagickAcceleratePlain, MagickAccelerateGrey};
inline constexpr unsigned kChannelKinds = std::size(kAllChannels);
inline constexpr ChannelSet kOpaqueOnly = Bit(MagickAccelerateOpaque);
inline constexpr ChannelSet kWeightedByAlpha = kOpaqueOnly | Bit(MagickAccelerateWeighted);
inline constexpr ChannelSet kFourAlike = kOpaqueOnly | Bit(MagickAcceleratePlain);
inline constexpr ChannelSet kWithGrey = Bit(MagickAccelerateGrey);

// Tables that a work item of the operation has, as bits.
enum Tables : unsigned {
  kNoTables = 0,
  kAxes = 1,        // both axes
  kMatrixTaps = 2,  // taps of a matrix
  kLineTaps = 4,    // taps along a line
  kBorder = 8,
  kWindow = 16,
  kPointTables = 32,
  kMaps = 64,
  kSecond = 128,  // a second image
  kTable = 256,   // `table`, which functions without one leave empty
};

struct OperationTraits {
  MagickAccelerateOperation operation;
  const char* name;  // in events: "accelerate NAME: ..."
  Family family;
  ChannelSet channels;  // supported
  SizeRule size = SizeRule::kAny;
  unsigned tables = kNoTables;
  FinishRule finish = FinishRule::kNever;
  Passes passes = Passes::kNone;
  bool clamps_intermediate = false;  // clamps sums between the passes to the range of quanta
  // Multiply-adds on whole pixels per pixel of the result; 0 if it depends on the tables.
  double steps = 0;
  Agreement agreement = Agreement::kExact;
};

}  // namespace lodestone::accel
