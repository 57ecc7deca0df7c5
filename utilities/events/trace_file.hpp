// The trace-event format that Perfetto and chrome://tracing open: a JSON object of events.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "utilities/events/trace_lane.hpp"

namespace lodestone::cli {

// Where on the screen.
struct TracePosition {
  std::uint64_t pid, tid;
  TraceSpan span;
  bool holds_others = false;
};

// Writes events as they come; keeps none.
class TraceFile {
 public:
  using Sink = std::function<void(std::string_view)>;
  using Json = nlohmann::ordered_json;

  explicit TraceFile(Sink sink) : sink_(std::move(sink)) {}

  // Whether the file's clock, which the first span sets, can tell the times of this one.
  bool Reaches(const TraceSpan& span);

  void AddSlice(const TracePosition& at, const std::string& name, const char* category,
                Json arguments);
  // A moment, the end of the span.
  void AddMark(const TracePosition& at, const std::string& name, const char* category,
               Json arguments);
  // process_name, thread_sort_index ...; they take one argument.
  void AddMetadata(const char* name, std::uint64_t pid, std::uint64_t tid, Json argument);

  // Once, at the end.
  void Finish();

 private:
  double Microseconds(std::int64_t unix_ns) const;
  void Write(const Json& event);

  Sink sink_;
  std::int64_t origin_ns_ = 0;
  bool empty_ = true;
};

}  // namespace lodestone::cli
