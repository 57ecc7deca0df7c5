#include "accel/operation_table.hpp"

namespace lodestone::accel {
namespace {

constexpr bool AreInOrder() {
  for (std::uint32_t i = 0; i < kOperationCount; ++i)
    if (kOperationTable[i].operation != static_cast<int>(i) + 1) return false;
  return true;
}
static_assert(AreInOrder(), "rows are looked up by number");

constexpr bool IsComplete(const OperationTraits& row) {
  const bool sized_by_axes = row.size != SizeRule::kAny || (row.tables & kAxes) != 0;
  const bool passes_by_axes = row.passes == Passes::kNone || (row.tables & kAxes) != 0;
  const bool border_given = row.size != SizeRule::kBordered || (row.tables & kBorder) != 0;
  const bool maps_given = row.size != SizeRule::kMapped || (row.tables & kMaps) != 0;
  const bool same_size = row.finish == FinishRule::kNever || row.size == SizeRule::kSame;
  return row.name && row.channels != 0 && sized_by_axes && passes_by_axes && border_given &&
         maps_given && same_size;
}
constexpr bool AreComplete() {
  for (const OperationTraits& row : kOperationTable)
    if (!IsComplete(row)) return false;
  return true;
}
static_assert(AreComplete(), "a row lacks what another trait of it asks for");

}  // namespace

std::vector<MagickAccelerateChannels> ChannelsTaken(const OperationTraits& operation) {
  std::vector<MagickAccelerateChannels> taken;
  for (const MagickAccelerateChannels channels : kAllChannels)
    if (Takes(operation.operation, channels)) taken.push_back(channels);
  return taken;
}

const char* ChannelsName(MagickAccelerateChannels channels) {
  switch (channels) {
    case MagickAccelerateWeighted:
      return "alpha";
    case MagickAcceleratePlain:
      return "plain";
    case MagickAccelerateGrey:
      return "grey";
    default:
      return "opaque";
  }
}

}  // namespace lodestone::accel
