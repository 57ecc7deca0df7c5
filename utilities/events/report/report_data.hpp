// The data of the event log report, collected record by record in bounded memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "utilities/events/read/call_parts.hpp"
#include "utilities/events/read/log_reader.hpp"
#include "utilities/events/read/record.hpp"
#include "utilities/events/tally/call_tally.hpp"
#include "utilities/events/tally/reservoir.hpp"
#include "utilities/measure/statistics.hpp"

namespace lodestone::cli {

// What runs calls: the CPU, or a device of an accelerator.
struct ReportPath {
  std::string accelerator, device;
  bool cpu = false;
  std::uint64_t calls = 0;
  double total_ms = 0;
};

// Cold or warm calls.
struct ReportPhase : CallTimes {
  Reservoir<double> sample{400};  // milliseconds
  CallParts parts{};              // sums

  void Add(const EventRecord& record);
};

// Calls of about the same cost on one path.
struct ReportGroup {
  std::string operation, size_class;
  std::size_t path = 0;  // index
  ReportPhase cold, warm;
  Reservoir<double> actual_to_predicted{400};  // of warm calls

  double total_ms() const { return cold.times.sum() + warm.times.sum(); }
  std::uint64_t calls() const { return cold.calls() + warm.calls(); }
};

// Calls of exactly the same operation and size on one path.
struct WorkOnPath {
  Reservoir<double> cold{64}, warm{64};  // milliseconds
  double cold_ms = 0, warm_ms = 0;       // sums
  double total_ms() const { return cold_ms + warm_ms; }
  std::uint64_t calls() const { return cold.seen() + warm.seen(); }
  // Of the warm calls, or of the cold ones where there are no others.
  double MedianMs() const { return measure::Median((warm.seen() != 0 ? warm : cold).values()); }
};

struct ReportWork {
  std::string operation, size, channels;  // size is empty in the text layout
  std::map<std::size_t, WorkOnPath> paths;
};

// Warm calls of one work class on one path, by megapixels.
using SizesOnPath = std::map<double, Reservoir<double>>;
struct ReportSpeed {
  std::string operation, shape, channels;
  std::map<std::size_t, SizesOnPath> paths;
  double total_ms = 0;
};

struct PredictedCall {
  double predicted_ms, actual_ms;
};

// Calls that an accelerator did not do, for one reason.
struct ReportFallback : RefusalCounts {
  std::map<std::string, std::uint64_t> operations;
  std::set<std::string> refusers;
  std::vector<std::string> details;  // the first different ones
};

struct TimelineCall {
  EventRecord record;
  std::size_t log = 0, path = 0;
  double start_ns() const { return static_cast<double>(record.end_ns) - record.actual_ns; }
};

// The calls of one host on one path.
struct CallsOnPath {
  std::uint64_t calls = 0;
  double total_ms = 0;
};
using ReportHost = std::map<std::size_t, CallsOnPath>;  // by path

class ReportData {
 public:
  // The longest calls are kept for the timeline.
  static constexpr std::size_t kTimelineCalls = 600;

  // log: index of the file that it is from.
  void Add(const EventRecord& record, std::size_t log);
  // The same with the later fetch of its result: for comparing paths.
  void AddForComparison(const EventRecord& record);

  const std::vector<ReportPath>& paths() const { return paths_; }
  std::vector<const ReportGroup*> Groups() const;  // longest total first
  std::vector<const ReportWork*> Works() const;    // likewise
  std::vector<const ReportSpeed*> Speeds() const;  // likewise
  std::vector<TimelineCall> Timeline() const;      // earliest first
  const std::map<std::string, ReportFallback>& fallbacks() const { return fallbacks_; }
  // Of the records that name one.
  const std::map<std::string, ReportHost>& hosts() const { return hosts_; }
  // By path.
  const std::map<std::size_t, Reservoir<PredictedCall>>& predictions() const {
    return predictions_;
  }

  std::uint64_t records() const { return records_; }
  std::uint64_t calls() const { return calls_; }  // done
  // Warm-ups of devices on their own; not calls.
  const ReportPhase& warm_ups() const { return warm_ups_; }
  std::uint64_t undone() const { return undone_; }            // that failed
  std::uint64_t timed_calls() const { return timed_calls_; }  // with a time of day
  double timed_ms() const { return timed_ms_; }
  std::int64_t first_ns() const { return first_ns_; }  // Unix time, 0 when unknown
  std::int64_t last_ns() const { return last_ns_; }
  // Calls in no work or group, because there were too many.
  std::uint64_t left_out() const { return left_out_; }

 private:
  // Bounds on memory, against hostile or endless logs.
  static constexpr std::size_t kMaxPaths = 24, kMaxGroups = 300, kMaxWorks = 1000, kMaxSpeeds = 100,
                               kMaxSizes = 64, kMaxReasons = 64, kMaxHosts = 64, kMaxNames = 16,
                               kMaxDetails = 3, kDetailLength = 240, kPredictedCalls = 150,
                               kMaxPredictedPaths = 8, kSizeSamples = 32;

  std::size_t PathOf(const EventRecord& record);
  void AddTime(const EventRecord& record, std::size_t log, std::size_t path);
  void AddToGroup(const EventRecord& record, std::size_t path);
  void AddToSpeed(const EventRecord& record, std::size_t path);
  void AddFallback(const EventRecord& record);
  void AddToHost(const EventRecord& record, std::size_t path);

  std::vector<ReportPath> paths_;
  std::map<std::tuple<std::string, std::string, std::size_t>, ReportGroup> groups_;
  std::map<std::tuple<std::string, std::string, std::string>, ReportWork> works_;
  std::map<std::tuple<std::string, std::string, std::string>, ReportSpeed> speeds_;
  std::vector<TimelineCall> timeline_;  // a heap, the shortest call on top
  std::map<std::string, ReportFallback> fallbacks_;
  std::map<std::string, ReportHost> hosts_;
  ReportPhase warm_ups_;
  std::map<std::size_t, Reservoir<PredictedCall>> predictions_;
  std::uint64_t records_ = 0, calls_ = 0, undone_ = 0, timed_calls_ = 0, left_out_ = 0;
  double timed_ms_ = 0;
  std::int64_t first_ns_ = 0, last_ns_ = 0;
};

// "grey", "alpha" or "".
std::string ChannelsText(const EventRecord& record);

}  // namespace lodestone::cli
