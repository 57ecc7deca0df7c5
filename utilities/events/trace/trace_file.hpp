// The trace-event format that Perfetto and chrome://tracing open: a JSON object of events.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "utilities/events/trace/trace_lane.hpp"
#include "utilities/text/json_text.hpp"

namespace lodestone::cli {

// Of every file, and of no other program's. Viewers show unknown members as facts about the trace.
inline constexpr std::string_view kTraceBeginning =
    R"({"program":"lodestone events trace","traceEvents":[)";

// Position on the screen.
struct TracePosition {
  std::uint64_t pid, tid;
  TraceSpan span;
  bool holds_others = false;
};

// Writes events as they come; keeps none.
class TraceFile {
 public:
  using Output = std::function<void(std::string_view)>;

  explicit TraceFile(Output output) : output_(std::move(output)) {}

  // Whether the file's clock, which the first span sets, can represent the times of this one.
  bool Reaches(const TraceSpan& span);

  void AddSlice(const TracePosition& at, const std::string& name, const char* category,
                const JsonText& arguments);
  // An instant event at the end of the span.
  void AddMark(const TracePosition& at, const std::string& name, const char* category,
               const JsonText& arguments);
  // "process" or "thread": its name and sort order.
  void AddName(const std::string& kind, std::uint64_t pid, std::uint64_t tid,
               const std::string& name, std::uint64_t order);

  // Once, at the end.
  void Finish();

 private:
  double Microseconds(std::int64_t unix_ns) const;
  void Write(const JsonText& event);

  Output output_;
  std::int64_t origin_ns_ = 0;
  bool empty_ = true;
};

}  // namespace lodestone::cli
