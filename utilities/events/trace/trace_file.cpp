#include "utilities/events/trace/trace_file.hpp"

namespace lodestone::cli {
namespace {

// Readers parse times as doubles, and some show nothing before zero. A month before the first call
// and years after it fit exactly, to an eighth of a microsecond.
constexpr std::int64_t kDay = 86'400'000'000'000;
constexpr std::int64_t kBefore = 30 * kDay;
constexpr std::int64_t kAfter = 3650 * kDay;
constexpr std::int64_t kStep = 125;
constexpr double kStepsPerMicrosecond = 8;

JsonText Event(const char* phase, const TracePosition& at, const std::string& name,
               const char* category, double time) {
  JsonText event;
  event.AddText("name", name).AddText("cat", category).AddText("ph", phase);
  event.AddNumber("pid", static_cast<double>(at.pid)).AddNumber("tid", static_cast<double>(at.tid));
  event.AddNumber("ts", time);
  return event;
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
                         const JsonText& arguments) {
  const double start = Microseconds(at.span.start_ns);
  JsonText event = Event("X", at, name, category, start);
  event.AddNumber("dur", Microseconds(at.span.end_ns) - start);
  Write(event.AddObject("args", arguments));
}

void TraceFile::AddMark(const TracePosition& at, const std::string& name, const char* category,
                        const JsonText& arguments) {
  JsonText event = Event("i", at, name, category, Microseconds(at.span.end_ns));
  Write(event.AddText("s", "t").AddObject("args", arguments));
}

void TraceFile::AddName(const std::string& kind, std::uint64_t pid, std::uint64_t tid,
                        const std::string& name, std::uint64_t order) {
  const TracePosition at{pid, tid, {}};
  Write(Event("M", at, kind + "_name", "__metadata", 0)
            .AddObject("args", JsonText().AddText("name", name)));
  Write(Event("M", at, kind + "_sort_index", "__metadata", 0)
            .AddObject("args", JsonText().AddNumber("sort_index", static_cast<double>(order))));
}

void TraceFile::Write(const JsonText& event) {
  output_((empty_ ? std::string(kTraceBeginning) + "\n" : ",\n") + event.Object());
  empty_ = false;
}

void TraceFile::Finish() {
  if (empty_) output_(kTraceBeginning);
  output_("\n],\"displayTimeUnit\":\"ms\",\"otherData\":{\"time_zero_unix_ns\":" +
          std::to_string(origin_ns_) + "}}\n");
}

}  // namespace lodestone::cli
