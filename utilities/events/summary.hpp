// What a set of event logs says, per operation, accelerator and device.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "utilities/duration_stats.hpp"
#include "utilities/events/record.hpp"

namespace lodestone::cli {

struct EventGroup {
  std::string operation, accelerator, device;
  DurationStats all;    // calls that were done
  DurationStats first;  // those of them that were the first in their process
  std::uint64_t declined = 0;
  std::uint64_t failed = 0;
  std::map<std::string, std::uint64_t> reasons;  // of the declined and the failed
  std::set<std::string> kernels;

  std::uint64_t later_count() const { return all.count() - first.count(); }
  double later_sum() const { return all.sum() - first.sum(); }
};

class EventSummary {
 public:
  void Add(const EventRecord& record);

  // A device's refusals and its calls are one group, in whatever order they came.
  std::vector<EventGroup> Groups() const;
  std::uint64_t records() const { return records_; }

 private:
  using Key = std::tuple<std::string, std::string, std::string>;

  // Bounds on what a hostile or endless log can make us keep.
  static constexpr std::size_t kMaximumGroups = 1000;
  static constexpr std::size_t kMaximumNames = 32;

  void AddCall(const EventRecord& record);
  void AddRefusal(const EventRecord& record);
  EventGroup& GroupOf(const std::string& operation, const std::string& accelerator,
                      const std::string& device);

  std::map<Key, EventGroup> groups_;
  std::uint64_t records_ = 0;
};

}  // namespace lodestone::cli
