#include "utilities/events/trace/trace_writer.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "utilities/events/read/call_parts.hpp"
#include "utilities/events/read/work.hpp"

namespace lodestone::cli {
namespace {

// Clocks of two calls of one thread differ by less. The text layout, which does not state threads,
// has a resolution of milliseconds, and of 16 on some systems.
constexpr std::int64_t kClockTolerance = 50'000;
constexpr std::int64_t kTextTolerance = 16'000'000;
constexpr double kMaxDuration_ns = 1e17;  // nanoseconds: three years
constexpr std::int64_t kMinWait = 1000;

std::int64_t Whole(double ns) {
  return static_cast<std::int64_t>(std::clamp(ns, 0.0, kMaxDuration_ns));
}

constexpr std::array kPreparations = {CallPart::kOpen, CallPart::kLoad, CallPart::kCompile,
                                      CallPart::kTest};
constexpr std::array kStages = {CallPart::kUpload, CallPart::kKernel, CallPart::kDownload};

const char* NameOf(CallPart part) {
  return kCallPartInfo[static_cast<std::size_t>(part)].name;
}

TraceRow ThreadRow(const EventRecord& record) {
  TraceRow row;
  row.pid = record.process;
  row.group =
      record.process == 0 ? "process (not stated)" : "process " + std::to_string(record.process);
  if (!record.host.empty()) row.group += " on " + record.host;
  row.tid = record.thread != 0 ? record.thread : record.process;
  row.name = record.thread == 0 ? "calls" : "thread " + std::to_string(record.thread);
  row.thread = true;
  return row;
}

void SetText(JsonText* arguments, const char* name, const std::string& text) {
  if (!text.empty()) arguments->AddText(name, text);
}

void SetNumber(JsonText* arguments, const char* name, double number) {
  if (number > 0) arguments->AddNumber(name, number);
}

void SetRefusal(JsonText* arguments, const EventRecord& record) {
  if (!record.has_refusal()) return;
  arguments->AddText("declined_by",
                     record.refuser_device.empty() ? record.refuser : record.refuser_device);
  arguments->AddText("declined_by_outcome", OutcomeText(record.refusal));
  arguments->AddText("reason", record.reason.empty() ? "not stated" : record.reason);
  SetText(arguments, "detail", record.detail);
}

JsonText CallArguments(const EventRecord& record) {
  JsonText arguments;
  const double megapixels = Megapixels(record.geometry);
  SetText(&arguments, "size", SizeText(record.geometry));
  SetNumber(&arguments, "megapixels", megapixels);
  arguments.AddText("accelerator", record.accelerator);
  SetText(&arguments, "device", record.device);
  arguments.AddText("outcome", OutcomeText(record.outcome));
  SetRefusal(&arguments, record);
  SetText(&arguments, "kernels", record.kernels);
  SetNumber(&arguments, "bytes_up", record.bytes_up);
  SetNumber(&arguments, "bytes_down", record.bytes_down);
  SetNumber(&arguments, "predicted_ms", record.predicted_ns / 1e6);
  arguments.AddNumber("actual_ms", record.milliseconds());
  if (record.actual_ns > 0) {
    SetNumber(&arguments, "megapixels_per_second", megapixels / (record.actual_ns / 1e9));
  }
  arguments.AddFlag("first", record.first);
  if (record.resident) arguments.AddFlag("resident", true);
  SetNumber(&arguments, "strips", record.strips);
  SetNumber(&arguments, "quantum_depth", record.quantum_depth);
  SetNumber(&arguments, "samples", record.samples);
  if (record.alpha) arguments.AddFlag("alpha", true);
  return arguments;
}

// Of its device.
JsonText StageArguments(const EventRecord& record, std::size_t stage) {
  JsonText arguments;
  arguments.AddText("operation", record.operation);
  SetText(&arguments, "size", SizeText(record.geometry));
  SetNumber(&arguments, "process", static_cast<double>(record.process));
  SetText(&arguments, "host", record.host);
  SetText(&arguments, "item", record.item);
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
    JsonText arguments;
    SetRefusal(&arguments, record);
    file_.AddMark(tracks_.Mark(ThreadRow(record), span),
                  record.operation + " " + OutcomeText(record.refusal), "refusal", arguments);
  }
}

void TraceWriter::AddCall(const EventRecord& record, const TraceSpan& span) {
  const std::int64_t tolerance = record.thread == 0 ? kTextTolerance : kClockTolerance;
  const TracePosition call = tracks_.Place(ThreadRow(record), span, tolerance);
  const bool done = record.outcome == EventOutcome::kDone;
  file_.AddSlice(call,
                 done ? record.operation : record.operation + " " + OutcomeText(record.outcome),
                 "call", CallArguments(record));
  AddParts(record, call);
}

void TraceWriter::AddParts(const EventRecord& record, const TracePosition& call) {
  std::int64_t now = call.span.start_ns;
  for (const CallPart part : kPreparations) {
    const std::int64_t length =
        std::min(Whole(StatedNs(record.parts, part)), call.span.end_ns - now);
    if (length <= 0) continue;
    AddPart(record, call, {now, now + length}, NameOf(part), JsonText());
    now += length;
  }
  AddStages(record, call, {now, call.span.end_ns});
}

void TraceWriter::AddPart(const EventRecord& record, const TracePosition& call,
                          const TraceSpan& span, const char* name, const JsonText& arguments) {
  TracePosition at{call.pid, call.tid, span};
  if (call.holds_others) {
    TraceRow row = ThreadRow(record);
    row.name += ", parts";
    row.tid = 0;
    row.thread = false;
    at = tracks_.Place(row, span, 0);
  }
  file_.AddSlice(at, name, "part", arguments);
}

void TraceWriter::AddStages(const EventRecord& record, const TracePosition& call, TraceSpan rest) {
  std::array<std::int64_t, kStages.size()> lengths;
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < kStages.size(); ++i) {
    lengths[i] = std::min(Whole(StatedNs(record.parts, kStages[i])), rest.length_ns());
    sum += lengths[i];
  }
  if (sum == 0) return;
  if (sum > rest.length_ns()) {
    // Centred for the kernels, which cannot start before the first upload.
    const std::int64_t slack = rest.length_ns() - lengths[1];
    AddStage(record, 0, {rest.start_ns, rest.start_ns + lengths[0]});
    AddStage(record, 1, {rest.start_ns + slack / 2, rest.start_ns + slack / 2 + lengths[1]});
    AddStage(record, 2, {rest.end_ns - lengths[2], rest.end_ns});
    JsonText arguments;
    for (std::size_t i = 0; i < kStages.size(); ++i) {
      SetNumber(&arguments, NameOf(kStages[i]), StatedNs(record.parts, kStages[i]) / 1e6);
    }
    AddPart(record, call, rest, "strips", JsonText().AddObject("overlapping_ms", arguments));
    return;
  }
  for (std::size_t i = 0; i < kStages.size(); ++i) {
    if (lengths[i] == 0) continue;
    const TraceSpan span{rest.start_ns, rest.start_ns + lengths[i]};
    AddStage(record, i, span);
    AddPart(record, call, span, NameOf(kStages[i]), StageArguments(record, i));
    rest.start_ns = span.end_ns;
  }
  if (rest.length_ns() < kMinWait) return;
  JsonText arguments;
  SetNumber(&arguments, "queue_ms", record.parts.queue_ns / 1e6);
  AddPart(record, call, rest, NameOf(CallPart::kWait), arguments);
}

void TraceWriter::AddStage(const EventRecord& record, std::size_t stage, const TraceSpan& span) {
  if (record.device.empty() || span.length_ns() == 0) return;
  TraceRow row;
  row.group = record.device;
  row.name = NameOf(kStages[stage]);
  row.order = static_cast<unsigned>(stage) + 1;
  row.device = true;
  file_.AddSlice(tracks_.Place(row, span, 0), record.operation, NameOf(kStages[stage]),
                 StageArguments(record, stage));
}

}  // namespace lodestone::cli
