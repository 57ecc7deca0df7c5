// Summary of a set of event logs, per operation, work class, accelerator and device.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "utilities/events/tally/call_tally.hpp"
#include "utilities/events/read/record.hpp"

namespace lodestone::cli {

struct EventGroup : RefusalCounts {
  std::string operation;
  std::string work;  // ClassText; empty: of unknown size, or of all classes
  std::string accelerator, device;
  CallTally first;                               // calls that were done: cold ones
  CallTally later;                               // and warm ones
  std::map<std::string, std::uint64_t> reasons;  // of the declined and the failed
  std::set<std::string> kernels;

  std::uint64_t calls() const { return first.calls() + later.calls(); }
  CallTally All() const;
  // Adds another group's figures to this one's.
  void Merge(const EventGroup& other);
};

class EventSummary {
 public:
  void Add(const EventRecord& record);

  // By operation, then from small images to large ones. A device's declined and completed calls are
  // one group, in whatever order they came.
  std::vector<EventGroup> Groups() const;
  std::uint64_t records() const { return records_; }

 private:
  using Key = std::tuple<std::string, std::string, std::string, std::string>;

  // A bound on memory, against hostile or endless logs.
  static constexpr std::size_t kMaxGroups = 1000;

  void AddCall(const EventRecord& record);
  void AddRefusal(const EventRecord& record);
  EventGroup& GroupOf(const EventRecord& record, const std::string& accelerator,
                      const std::string& device);

  std::map<Key, EventGroup> groups_;     // by operation, work, accelerator, device
  std::map<std::string, double> sizes_;  // smallest megapixels of each class seen
  std::uint64_t records_ = 0;
};

// One group for all work classes of an operation on a device.
std::vector<EventGroup> TotalsOf(const std::vector<EventGroup>& groups);

}  // namespace lodestone::cli
