// What the views of event logs count: times, speed, parts, bytes, predictions and refusals of
// calls.
#pragma once

#include <cstddef>
#include <cstdint>

#include "utilities/measure/duration_stats.hpp"
#include "utilities/events/read/record.hpp"

namespace lodestone::cli {

// Under which a view counts what there is no room for.
inline constexpr const char* kOthers = "(others)";

// Bounds memory, against hostile or endless logs: the key itself, or `others` where `most`
// different ones are known already.
template <typename Map>
const typename Map::key_type& KeyWithin(const Map& map, const typename Map::key_type& key,
                                        std::size_t most, const typename Map::key_type& others) {
  return map.size() < most || map.contains(key) ? key : others;
}

// Times of calls that were done.
struct CallTimes {
  DurationStats times;  // milliseconds
  // Of the calls whose sizes are known.
  double megapixels = 0, sized_ms = 0;

  void Add(const EventRecord& record);
  void Merge(const CallTimes& other);

  std::uint64_t calls() const { return times.count(); }
  // 0 when no size is known.
  double MegapixelsPerSecond() const { return sized_ms > 0 ? megapixels / sized_ms * 1000 : 0; }
};

// Calls that were not.
struct RefusalCounts {
  std::uint64_t declined = 0, failed = 0;

  void CountRefusal(EventOutcome outcome) {
    ++(outcome == EventOutcome::kDeclined ? declined : failed);
  }
  void Merge(const RefusalCounts& other);
  std::uint64_t refusals() const { return declined + failed; }
};

// All that is known of calls that were done.
struct CallTally : CallTimes {
  // Sums over the calls of which any part is known. The rest of a call is waiting, including time
  // in the queue.
  std::uint64_t parts_calls = 0;
  EventParts parts;
  double wait_ns = 0;

  std::uint64_t bytes_up = 0, bytes_down = 0;
  std::uint64_t resident = 0;  // calls that found the source on the device

  // Of the calls with a prediction.
  double predicted_ms = 0;
  double predicted_actual_ms = 0;  // what they took
  DurationStats ratios;            // actual / predicted, of each

  void Add(const EventRecord& record);
  void Merge(const CallTally& other);

 private:
  void AddParts(const EventRecord& record);
};

}  // namespace lodestone::cli
