// The rows of a trace, by group and name; their ids and order.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "utilities/events/trace/trace_file.hpp"
#include "utilities/events/trace/trace_lane.hpp"

namespace lodestone::cli {

struct TraceRow {
  std::string group, name;
  std::uint64_t pid = 0, tid = 0;  // 0: any
  unsigned order = 0;              // 0: in order of appearance
  bool device = false;             // devices are below processes
  bool thread = false;             // counted as a thread
};

class TraceTracks {
 public:
  explicit TraceTracks(TraceFile* file) : file_(file) {}

  // Finds room on the row, or on an additional one for concurrent spans.
  TracePosition Place(const TraceRow& row, const TraceSpan& span, std::int64_t tolerance_ns);
  // Takes no room.
  TracePosition Mark(const TraceRow& row, const TraceSpan& span);

  std::uint64_t processes() const { return processes_; }
  std::uint64_t threads() const { return threads_; }
  std::uint64_t devices() const { return devices_; }

 private:
  // Beyond this all start over, at the cost of repeated names.
  static constexpr std::size_t kMaxTracks = 1000;
  // Above any id that operating systems assign.
  static constexpr std::uint64_t kFirstSyntheticId = 1 << 30;

  struct Group {
    std::uint64_t pid = 0;
    unsigned rows = 0;
  };
  struct Track {
    std::uint64_t pid = 0;
    unsigned order = 0;
    TraceTrack lanes;
    std::map<std::size_t, std::uint64_t> tids;  // of the lanes
  };

  Group& GroupOf(const TraceRow& row);
  Track& TrackOf(const TraceRow& row);
  std::uint64_t TidOf(const TraceRow& row, Track* track, std::size_t lane);

  TraceFile* file_;
  std::map<std::string, Group> groups_;
  std::map<std::pair<std::string, std::string>, Track> tracks_;
  std::uint64_t next_pid_ = kFirstSyntheticId, next_tid_ = kFirstSyntheticId;
  std::uint64_t processes_ = 0, threads_ = 0, devices_ = 0;
};

}  // namespace lodestone::cli
