// What a set of event logs says, per operation, accelerator and device.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "utilities/duration_stats.hpp"
#include "utilities/event_record.hpp"

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

struct DamagedLine {
  std::string file;
  std::uint64_t line;
};

class EventSummary {
 public:
  void AddLine(const std::string& file, std::uint64_t number, const std::string& line);
  void AddDamagedLine(const std::string& file, std::uint64_t number);

  // Processes of one log have nothing to do with those of the next.
  void StartFile();

  // A device's refusals and its calls are one group, in whatever order they came.
  std::vector<EventGroup> Groups() const;
  std::uint64_t records() const { return records_; }
  std::uint64_t damaged() const { return damaged_; }
  // The first few only.
  const std::vector<DamagedLine>& damaged_lines() const { return damaged_lines_; }

 private:
  using Key = std::tuple<std::string, std::string, std::string>;

  // Bounds on what a hostile or endless log can make us keep.
  static constexpr std::size_t kMaximumGroups = 1000;
  static constexpr std::size_t kMaximumNames = 32;
  static constexpr std::size_t kMaximumDamagedLines = 20;
  static constexpr std::size_t kMaximumNameLength = 128;
  static constexpr std::size_t kMaximumProcesses = 10000;

  void AddRecord(EventRecord record);
  void AddCall(const EventRecord& record);
  void AddRefusal(const EventRecord& record);
  EventGroup& GroupOf(const std::string& operation, const std::string& accelerator,
                      const std::string& device);
  bool IsFirst(const EventGroup& group, const EventRecord& record);

  std::map<Key, EventGroup> groups_;
  std::set<std::pair<const EventGroup*, long>> seen_;  // processes of the present file
  std::map<long, std::string> pending_kernels_;        // by process
  std::uint64_t records_ = 0;
  std::uint64_t damaged_ = 0;
  std::vector<DamagedLine> damaged_lines_;
};

}  // namespace lodestone::cli
