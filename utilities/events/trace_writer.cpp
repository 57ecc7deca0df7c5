#include "utilities/events/trace_writer.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "utilities/events/work.hpp"

namespace lodestone::cli {
namespace {

using Json = TraceFile::Json;

// Clocks of two calls of one thread differ by less. The text layout, which names no thread, counts
// in whole milliseconds, and that of some systems in steps of 16.
constexpr std::int64_t kClockTolerance = 50'000;
constexpr std::int64_t kTextTolerance = 16'000'000;
constexpr double kLongest = 1e17;  // nanoseconds: three years
constexpr std::int64_t kShortestWait = 1000;

std::int64_t Whole(double ns) {
  return static_cast<std::int64_t>(std::clamp(ns, 0.0, kLongest));
}

struct Stage {
  const char* name;
  double EventParts::*time;
};
constexpr std::array<Stage, 4> kPreparations = {{{"open the device", &EventParts::context_ns},
                                                 {"load programs", &EventParts::load_ns},
                                                 {"compile", &EventParts::compile_ns},
                                                 {"self-test", &EventParts::test_ns}}};
constexpr std::array<Stage, 3> kStages = {{{"upload", &EventParts::upload_ns},
                                           {"kernel", &EventParts::kernel_ns},
                                           {"download", &EventParts::download_ns}}};

const char* OutcomeText(EventOutcome outcome) {
  return outcome == EventOutcome::kDone       ? "done"
         : outcome == EventOutcome::kDeclined ? "declined"
                                              : "failed";
}

TraceRow ThreadRow(const EventRecord& record) {
  TraceRow row;
  row.pid = record.process;
  row.group =
      record.process == 0 ? "process (not stated)" : "process " + std::to_string(record.process);
  row.tid = record.thread != 0 ? record.thread : record.process;
  row.name = record.thread == 0 ? "calls" : "thread " + std::to_string(record.thread);
  row.thread = true;
  return row;
}

void SetText(Json* arguments, const char* name, const std::string& text) {
  if (!text.empty()) (*arguments)[name] = text;
}

void SetNumber(Json* arguments, const char* name, double number) {
  if (number > 0) (*arguments)[name] = number;
}

Json Refusal(const EventRecord& record) {
  Json arguments = Json::object();
  if (!record.has_refusal()) return arguments;
  arguments["passed_over"] = record.refuser_device.empty() ? record.refuser : record.refuser_device;
  arguments["passed_over_outcome"] = OutcomeText(record.refusal);
  arguments["reason"] = record.reason.empty() ? "not stated" : record.reason;
  SetText(&arguments, "detail", record.detail);
  return arguments;
}

Json Arguments(const EventRecord& record) {
  Json arguments = Json::object();
  SetText(&arguments, "size", SizeText(record.geometry));
  SetNumber(&arguments, "megapixels", Megapixels(record.geometry));
  arguments["accelerator"] = record.accelerator;
  SetText(&arguments, "device", record.device);
  arguments["outcome"] = OutcomeText(record.outcome);
  arguments.update(Refusal(record));
  SetText(&arguments, "kernels", record.kernels);
  SetNumber(&arguments, "bytes_up", record.bytes_up);
  SetNumber(&arguments, "bytes_down", record.bytes_down);
  SetNumber(&arguments, "predicted_ms", record.predicted_ns / 1e6);
  arguments["actual_ms"] = record.milliseconds();
  if (record.actual_ns > 0) {
    SetNumber(&arguments, "megapixels_per_second",
              Megapixels(record.geometry) / (record.actual_ns / 1e9));
  }
  arguments["first"] = record.first;
  if (record.resident) arguments["resident"] = true;
  SetNumber(&arguments, "strips", record.strips);
  SetNumber(&arguments, "quantum_depth", record.quantum_depth);
  SetNumber(&arguments, "samples", record.samples);
  if (record.alpha) arguments["alpha"] = true;
  return arguments;
}

// Of its device.
Json StageArguments(const EventRecord& record, std::size_t stage) {
  Json arguments{{"operation", record.operation}};
  SetText(&arguments, "size", SizeText(record.geometry));
  SetNumber(&arguments, "process", static_cast<double>(record.process));
  SetNumber(&arguments, "thread", static_cast<double>(record.thread));
  if (stage == 0) SetNumber(&arguments, "bytes", record.bytes_up);
  if (stage == 1) SetText(&arguments, "kernels", record.kernels);
  if (stage == 2) SetNumber(&arguments, "bytes", record.bytes_down);
  return arguments;
}

}  // namespace

void TraceWriter::Add(const EventRecord& record) {
  if (!record.has_call() && !record.has_refusal()) return;
  TraceSpan span;
  span.end_ns = std::max<std::int64_t>(record.end_ns, 0);
  span.start_ns = span.end_ns - Whole(record.actual_ns);
  if (!file_.Reaches(span)) {
    ++unplaced_;
    return;
  }
  if (record.has_call()) {
    ++calls_;
    AddCall(record, span);
  } else {
    ++refusals_;
    file_.AddMark(tracks_.Mark(ThreadRow(record), span),
                  record.operation + " " + OutcomeText(record.refusal), "refusal", Refusal(record));
  }
}

void TraceWriter::AddCall(const EventRecord& record, const TraceSpan& span) {
  const std::int64_t tolerance = record.thread == 0 ? kTextTolerance : kClockTolerance;
  const TracePosition call = tracks_.Place(ThreadRow(record), span, tolerance);
  const bool done = record.outcome == EventOutcome::kDone;
  file_.AddSlice(call,
                 done ? record.operation : record.operation + " " + OutcomeText(record.outcome),
                 "call", Arguments(record));
  AddParts(record, call);
}

void TraceWriter::AddParts(const EventRecord& record, const TracePosition& call) {
  std::int64_t now = call.span.start_ns;
  for (const Stage& part : kPreparations) {
    const std::int64_t length = std::min(Whole(record.parts.*part.time), call.span.end_ns - now);
    if (length <= 0) continue;
    AddPart(record, call, {now, now + length}, part.name, Json::object());
    now += length;
  }
  AddStages(record, call, {now, call.span.end_ns});
}

void TraceWriter::AddPart(const EventRecord& record, const TracePosition& call,
                          const TraceSpan& span, const char* name, Json arguments) {
  TracePosition at{call.pid, call.tid, span};
  if (call.holds_others) {
    TraceRow row = ThreadRow(record);
    row.name += ", parts";
    row.tid = 0;
    row.thread = false;
    at = tracks_.Place(row, span, 0);
  }
  file_.AddSlice(at, name, "part", std::move(arguments));
}

void TraceWriter::AddStages(const EventRecord& record, const TracePosition& call, TraceSpan rest) {
  std::array<std::int64_t, kStages.size()> lengths;
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < kStages.size(); ++i) {
    lengths[i] = std::min(Whole(record.parts.*kStages[i].time), rest.length_ns());
    sum += lengths[i];
  }
  if (sum == 0) return;
  if (sum > rest.length_ns()) {
    // Middle for the kernels, which have something to work on after the first upload only.
    const std::int64_t slack = rest.length_ns() - lengths[1];
    AddStage(record, 0, {rest.start_ns, rest.start_ns + lengths[0]});
    AddStage(record, 1, {rest.start_ns + slack / 2, rest.start_ns + slack / 2 + lengths[1]});
    AddStage(record, 2, {rest.end_ns - lengths[2], rest.end_ns});
    Json arguments = Json::object();
    for (std::size_t i = 0; i < kStages.size(); ++i) {
      SetNumber(&arguments, kStages[i].name, record.parts.*kStages[i].time / 1e6);
    }
    AddPart(record, call, rest, "strips", {{"overlapping_ms", std::move(arguments)}});
    return;
  }
  for (std::size_t i = 0; i < kStages.size(); ++i) {
    if (lengths[i] == 0) continue;
    const TraceSpan span{rest.start_ns, rest.start_ns + lengths[i]};
    AddStage(record, i, span);
    AddPart(record, call, span, kStages[i].name, StageArguments(record, i));
    rest.start_ns = span.end_ns;
  }
  if (rest.length_ns() < kShortestWait) return;
  Json arguments = Json::object();
  SetNumber(&arguments, "queue_ms", record.parts.queue_ns / 1e6);
  AddPart(record, call, rest, "wait and rest", std::move(arguments));
}

void TraceWriter::AddStage(const EventRecord& record, std::size_t stage, const TraceSpan& span) {
  if (record.device.empty() || span.length_ns() == 0) return;
  TraceRow row;
  row.group = record.device;
  row.name = kStages[stage].name;
  row.order = static_cast<unsigned>(stage) + 1;
  row.device = true;
  file_.AddSlice(tracks_.Place(row, span, 0), record.operation, kStages[stage].name,
                 StageArguments(record, stage));
}

}  // namespace lodestone::cli
