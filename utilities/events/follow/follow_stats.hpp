// Counts and speed of calls, per operation and device, while a log grows.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "utilities/events/read/record.hpp"
#include "utilities/events/tally/call_tally.hpp"

namespace lodestone::cli {

struct FollowCounts : CallTimes, RefusalCounts {};

struct FollowRow {
  std::string operation, accelerator, device;
  FollowCounts interval;                       // since EndInterval
  FollowCounts total;                          // of the whole log
  double live_calls = 0, live_megapixels = 0;  // of calls logged while following
};

// Memory is bounded: a fixed number of rows, each with bounded statistics.
class FollowStats {
 public:
  // live: counts towards the interval.
  void Add(const EventRecord& record, bool live);
  void EndInterval();

  // By operation and device.
  std::vector<const FollowRow*> Rows() const;
  std::uint64_t records() const { return records_; }
  std::uint64_t interval_records() const { return interval_records_; }
  std::uint64_t past_records() const { return past_records_; }

 private:
  static constexpr std::size_t kMaxRowCount = 200;

  FollowRow& RowOf(const std::string& operation, const std::string& accelerator,
                   const std::string& device);

  // A declined record may name a device without its accelerator: devices are matched by name.
  std::map<std::pair<std::string, std::string>, FollowRow> rows_;
  std::uint64_t records_ = 0, past_records_ = 0, interval_records_ = 0;
};

}  // namespace lodestone::cli
