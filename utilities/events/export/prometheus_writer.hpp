// Sums of event logs in Prometheus' text exposition format.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "utilities/events/read/record.hpp"

namespace lodestone::cli {

// Counters, and a histogram of the times of calls, by operation, accelerator and device.
class PrometheusWriter {
 public:
  using Output = std::function<void(std::string_view)>;

  // Of all that is written.
  static constexpr std::string_view kBeginning = "# HELP lodestone_calls_total ";

  void Add(const EventRecord& record);
  void Write(const Output& output) const;

 private:
  static constexpr std::size_t kBuckets = 16;
  // A bound on memory, against hostile or endless logs: all beyond are of the operation "other".
  static constexpr std::size_t kMaxSeries = 1000;

  struct Series {
    std::array<std::uint64_t, 3> calls{};  // by outcome
    std::array<std::uint64_t, kBuckets> buckets{};
    std::uint64_t done = 0;
    double seconds = 0, predicted_seconds = 0, megapixels = 0;
    EventParts parts;
    double bytes_up = 0, bytes_down = 0;
  };
  using Key = std::tuple<std::string, std::string, std::string>;  // operation, accelerator, device
  using RefusalKey = std::tuple<std::string, std::string, std::string, EventOutcome, std::string>;

  static const std::array<double, kBuckets> kUpperBounds;  // seconds

  void AddCall(const EventRecord& record);
  void WriteCounters(const Output& output) const;
  void WriteHistogram(const Output& output) const;
  void WriteParts(const Output& output) const;
  void WriteRefusals(const Output& output) const;

  std::map<Key, Series> series_;
  std::map<RefusalKey, std::uint64_t> refusals_;  // by accelerator, device, outcome and reason
};

}  // namespace lodestone::cli
