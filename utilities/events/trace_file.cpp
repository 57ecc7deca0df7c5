#include "utilities/events/trace_file.hpp"

#include <cstring>

namespace lodestone::cli {
namespace {

using Json = TraceFile::Json;

// Readers take times for doubles, and some show nothing before zero. A month fits in front of the
// first call and years behind it, to the eighth of a microsecond, without any rounding.
constexpr std::int64_t kDay = 86'400'000'000'000;
constexpr std::int64_t kBefore = 30 * kDay;
constexpr std::int64_t kAfter = 3650 * kDay;
constexpr std::int64_t kStep = 125;
constexpr double kStepsPerMicrosecond = 8;

Json Event(const char* phase, const TracePosition& at, const std::string& name,
           const char* category) {
  return Json{{"name", name}, {"cat", category}, {"ph", phase}, {"pid", at.pid}, {"tid", at.tid}};
}

}  // namespace

bool TraceFile::Reaches(const TraceSpan& span) {
  if (span.start_ns <= 0) return false;
  if (origin_ns_ == 0) {
    if (span.start_ns <= kBefore + kDay || span.end_ns > INT64_MAX - kAfter) return false;
    origin_ns_ = span.start_ns - span.start_ns % kDay - kBefore;
  }
  return span.start_ns >= origin_ns_ && span.end_ns - origin_ns_ <= kAfter;
}

double TraceFile::Microseconds(std::int64_t unix_ns) const {
  return static_cast<double>((unix_ns - origin_ns_ + kStep / 2) / kStep) / kStepsPerMicrosecond;
}

void TraceFile::AddSlice(const TracePosition& at, const std::string& name, const char* category,
                         Json arguments) {
  Json event = Event("X", at, name, category);
  const double start = Microseconds(at.span.start_ns);
  event["ts"] = start;
  event["dur"] = Microseconds(at.span.end_ns) - start;
  event["args"] = std::move(arguments);
  Write(event);
}

void TraceFile::AddMark(const TracePosition& at, const std::string& name, const char* category,
                        Json arguments) {
  Json event = Event("i", at, name, category);
  event["ts"] = Microseconds(at.span.end_ns);
  event["s"] = "t";
  event["args"] = std::move(arguments);
  Write(event);
}

void TraceFile::AddMetadata(const char* name, std::uint64_t pid, std::uint64_t tid, Json argument) {
  const bool order = std::strstr(name, "sort_index") != nullptr;
  Json event = Event("M", {pid, tid, {}}, name, "__metadata");
  event["ts"] = 0;
  event["args"] = {{order ? "sort_index" : "name", std::move(argument)}};
  Write(event);
}

void TraceFile::Write(const Json& event) {
  sink_((empty_ ? "{\"traceEvents\":[\n" : ",\n") +
        event.dump(-1, ' ', false, Json::error_handler_t::replace));
  empty_ = false;
}

void TraceFile::Finish() {
  if (empty_) sink_("{\"traceEvents\":[");
  const Json other{{"time_zero_unix_ns", origin_ns_}};
  sink_("\n],\"displayTimeUnit\":\"ms\",\"otherData\":" + other.dump() + "}\n");
}

}  // namespace lodestone::cli
