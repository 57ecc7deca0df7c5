// Works of one kind need the same programs, as far as the host can tell. Self-tests, and the
// verdicts of them, are about one kind.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "accel/operation_table.hpp"

namespace lodestone::accel {

struct WorkKind {
  MagickAccelerateOperation operation = MagickAccelerateScale;
  MagickAccelerateChannels channels = MagickAccelerateOpaque;
  bool vertical_first = true;  // also if there are no two passes, or only one order of them
  bool linear_light = false;
  bool long_tables = false;  // HasLongTables
  std::uint32_t side = 0;    // SpecializedSizeOf

  auto operator<=>(const WorkKind&) const = default;
};

WorkKind KindOf(const MagickAccelerateWork& work);

// All kinds of an operation.
std::vector<WorkKind> KindsOf(const OperationTraits& operation);

// "resize", "resize alpha", "resize alpha rows-first linear long", "median 5": that of opaque
// pixels is the operation's.
std::string NameOf(const WorkKind& kind);

}  // namespace lodestone::accel
