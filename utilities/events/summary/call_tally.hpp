// Statistics of a set of calls: times, speed, parts, bytes, predictions.
#pragma once

#include <cstdint>

#include "utilities/measure/duration_stats.hpp"
#include "utilities/events/read/record.hpp"

namespace lodestone::cli {

struct CallTally {
  DurationStats times;  // milliseconds

  // Of the calls whose sizes are known.
  double megapixels = 0;
  double sized_ms = 0;

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

  // A call that was done.
  void Add(const EventRecord& record);
  void Merge(const CallTally& other);

  std::uint64_t calls() const { return times.count(); }
  // 0 when no size is known.
  double MegapixelsPerSecond() const;

 private:
  void AddParts(const EventRecord& record);
};

}  // namespace lodestone::cli
