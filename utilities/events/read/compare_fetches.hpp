// Counts the fetching of a result with the call that left it on a device.
#pragma once

#include <cstddef>
#include <deque>
#include <utility>

#include "utilities/events/read/log_reader.hpp"
#include "utilities/events/read/record.hpp"

namespace lodestone::cli {

// A call on a device ends when its result is there; whoever looks at the pixels later has them
// brought to memory, which the log tells in a record of its own. Comparing with a path whose
// results need no fetching takes both together.
class FetchJoiner {
 public:
  explicit FetchJoiner(RecordHandler handler) : handler_(std::move(handler)) {}

  // Passes records on, those of calls on devices late.
  void Add(const EventRecord& record);
  // Passes on what is held back. Call it at the end.
  void Finish();

 private:
  // Results that nobody fetches must not pile up.
  static constexpr std::size_t kMostHeld = 256;

  bool Join(const EventRecord& fetch);

  RecordHandler handler_;
  std::deque<EventRecord> held_;
};

}  // namespace lodestone::cli
