// Counts the fetch of a result with the call that left it on a device.
#pragma once

#include <cstddef>
#include <deque>
#include <utility>

#include "utilities/events/read/log_reader.hpp"
#include "utilities/events/read/record.hpp"

namespace lodestone::cli {

// A call on a device ends when its result is there; a later access to the pixels fetches them,
// which is a record of its own. A comparison with a path whose results need no fetch adds the two.
class FetchJoiner {
 public:
  explicit FetchJoiner(RecordHandler handler) : handler_(std::move(handler)) {}

  // Passes records on; those of calls on devices are delayed.
  void Add(const EventRecord& record);
  // Passes on the records held back. Call it at the end.
  void Finish();

 private:
  // Results that are never fetched must not accumulate.
  static constexpr std::size_t kMaxHeld = 256;

  bool Join(const EventRecord& fetch);

  RecordHandler handler_;
  std::deque<EventRecord> held_;
};

}  // namespace lodestone::cli
