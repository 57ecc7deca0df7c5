#include "accel/profile/work_class.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "accel/operation_table.hpp"
#include "base/on_first_use.hpp"

namespace lodestone::accel {
namespace {

constexpr const char* kSourceNames[] = {"pageable", "pinned", "resident"};

const char* OperationName(unsigned operation) {
  if (operation == WorkClass::kFetch) return "fetch";
  return GetOperation(static_cast<MagickAccelerateOperation>(operation)).name;
}

unsigned ScaleOf(const MagickAccelerateWork& work) {
  const double before = double(work.source.columns) * work.source.rows;
  const double after = double(work.destination.columns) * work.destination.rows;
  if (before <= 0 || after <= 0) return WorkClass::kSameScale;
  // The logarithm to base 2 of the area is twice that of the side.
  const double steps = std::round(std::log2(after / before));
  constexpr double kMaxScale = WorkClass::kSameScale;
  return static_cast<unsigned>(std::clamp(steps, -kMaxScale, kMaxScale) + kMaxScale);
}

}  // namespace

unsigned WorkClass::index() const {
  return (block() * kPlaces + place()) * kScales + scale;
}

WorkClass WorkClass::FromIndex(unsigned index) {
  const unsigned scale = index % kScales, place = index / kScales % kPlaces;
  const unsigned block = index / kScales / kPlaces;
  return {block / kChannels, static_cast<MagickAccelerateChannels>(block % kChannels), scale,
          static_cast<SourcePlace>(place % kSources), place / kSources != 0};
}

std::string WorkClass::name() const {
  return std::string(OperationName(operation)) + "/" + ChannelsName(channels) + "/" +
         std::to_string(int(scale) - int(kSameScale)) + "/" +
         kSourceNames[static_cast<unsigned>(source)] + (kept ? "/kept" : "/fetched");
}

std::optional<WorkClass> WorkClass::FromName(const std::string& name) {
  struct Indexes : std::unordered_map<std::string, unsigned> {
    Indexes() {
      for (unsigned i = 0; i < kCount; ++i) emplace(FromIndex(i).name(), i);
    }
  };
  static constinit OnFirstUse<Indexes> made;
  const Indexes& indexes = made.Get();
  const auto found = indexes.find(name);
  return found == indexes.end() ? std::nullopt : std::optional(FromIndex(found->second));
}

SourcePlace PlaceOf(const MagickAcceleratePixels& source) {
  if (source.in_buffer) return SourcePlace::kResident;
  return source.pinned ? SourcePlace::kPinned : SourcePlace::kPageable;
}

WorkClass ClassOf(const MagickAccelerateWork& work, bool kept) {
  return {work.operation, work.channels, ScaleOf(work), PlaceOf(work.source), kept};
}

WorkClass FetchClass() {
  return {WorkClass::kFetch, MagickAccelerateOpaque, WorkClass::kSameScale, SourcePlace::kResident,
          false};
}

}  // namespace lodestone::accel
