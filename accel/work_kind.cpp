#include "accel/work_kind.hpp"

#include "accel/specialized_size.hpp"

namespace lodestone::accel {
namespace {

bool HasTwoOrders(MagickAccelerateOperation operation) {
  return OrdersOf(GetOperation(operation).passes).size() > 1;
}

// The kind of other sizes first.
void AddSizes(WorkKind kind, std::vector<WorkKind>& kinds) {
  kinds.push_back(kind);
  if (kind.long_tables) return;
  const auto sides = SpecializedSizesOf(GetOperation(kind.operation), kind.channels,
                                        kind.vertical_first, kind.linear_light);
  for (const std::uint32_t side : sides) {
    kind.side = side;
    kinds.push_back(kind);
  }
}

}  // namespace

WorkKind KindOf(const MagickAccelerateWork& work) {
  return {work.operation,
          work.channels,
          !HasTwoOrders(work.operation) || work.vertical_first != 0,
          work.linear_light != 0,
          HasLongTables(work),
          SpecializedSizeOf(work)};
}

std::vector<WorkKind> KindsOf(const OperationTraits& operation) {
  std::vector<WorkKind> kinds;
  for (const bool long_tables : {false, true}) {
    if (long_tables && operation.passes == Passes::kNone) continue;
    for (const bool linear_light : {false, true}) {
      if (linear_light && !MayBeLinear(operation.operation)) continue;
      for (const MagickAccelerateChannels channels : ChannelsTaken(operation))
        for (const bool vertical_first : OrdersOf(operation.passes))
          AddSizes({operation.operation, channels, vertical_first, linear_light, long_tables},
                   kinds);
    }
  }
  return kinds;
}

std::string NameOf(const WorkKind& kind) {
  std::string name = GetOperation(kind.operation).name;
  if (kind.channels != MagickAccelerateOpaque)
    name += std::string(" ") + ChannelsName(kind.channels);
  if (!kind.vertical_first) name += " rows-first";
  if (kind.linear_light) name += " linear";
  if (kind.long_tables) name += " long";
  if (kind.side != 0) name += " " + std::to_string(kind.side);
  return name;
}

}  // namespace lodestone::accel
