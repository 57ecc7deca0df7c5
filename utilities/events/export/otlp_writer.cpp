#include "utilities/events/export/otlp_writer.hpp"

#include <algorithm>
#include <cstdio>

namespace lodestone::cli {
namespace {

// Of opentelemetry/proto/trace/v1.
constexpr int kSpanKindInternal = 1;
constexpr int kStatusOk = 1;
constexpr int kStatusError = 2;

// FNV-1a; begun with different numbers, it gives different hashes of one text.
std::uint64_t Hash(std::string_view text, std::uint64_t hash) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

// Ids of all zeros are invalid.
std::string Hex(std::uint64_t number) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number | 1));
  return text;
}

std::string TraceId(const EventRecord& record) {
  const std::string key = record.host + '\n' + std::to_string(record.process) + '\n' + record.item;
  return Hex(Hash(key, 0xcbf29ce484222325)) + Hex(Hash(key, 0x9e3779b97f4a7c15));
}

std::string SpanId(const EventRecord& record, std::uint64_t number) {
  const std::string key = record.host + '\n' + std::to_string(record.process) + '\n' +
                          std::to_string(record.thread) + '\n' + std::to_string(record.end_ns) +
                          '\n' + std::to_string(number);
  return Hex(Hash(key, 0xcbf29ce484222325));
}

// A list of attributes, without those that the log does not state. 64-bit numbers are text in JSON.
class Attributes {
 public:
  Attributes& Text(std::string_view key, std::string_view text) {
    if (!text.empty()) Add(key, JsonText().AddText("stringValue", text));
    return *this;
  }
  Attributes& Number(std::string_view key, double number) {
    if (number > 0) {
      const auto whole = static_cast<std::int64_t>(std::min(number, kMaxNumber));
      Add(key, JsonText().AddText("intValue", std::to_string(whole)));
    }
    return *this;
  }
  Attributes& Flag(std::string_view key, bool flag) {
    Add(key, JsonText().AddFlag("boolValue", flag));
    return *this;
  }
  const std::vector<JsonText>& list() const { return list_; }

 private:
  void Add(std::string_view key, const JsonText& value) {
    list_.push_back(JsonText().AddText("key", key).AddObject("value", value));
  }

  std::vector<JsonText> list_;
};

Attributes AttributesOf(const EventRecord& record) {
  const EventGeometry& size = record.geometry;
  Attributes list;
  list.Text("lodestone.operation", record.operation)
      .Text("lodestone.accelerator", record.accelerator)
      .Text("lodestone.device", record.device)
      .Text("lodestone.outcome", OutcomeText(record.outcome))
      .Text("lodestone.kernels", record.kernels)
      .Text("lodestone.item", record.item)
      .Number("thread.id", static_cast<double>(record.thread))
      .Number("lodestone.source.columns", static_cast<double>(size.source_columns))
      .Number("lodestone.source.rows", static_cast<double>(size.source_rows))
      .Number("lodestone.columns", static_cast<double>(size.columns))
      .Number("lodestone.rows", static_cast<double>(size.rows))
      .Number("lodestone.quantum_depth", record.quantum_depth)
      .Number("lodestone.samples", record.samples)
      .Number("lodestone.strips", record.strips)
      .Flag("lodestone.first", record.first)
      .Flag("lodestone.resident", record.resident)
      .Number("lodestone.predicted_ns", record.predicted_ns);
  for (const EventPart& part : kEventParts) {
    list.Number(std::string("lodestone.") + part.name + "_ns", record.parts.*part.ns);
  }
  return list.Number("lodestone.bytes_up", record.bytes_up)
      .Number("lodestone.bytes_down", record.bytes_down);
}

JsonText RefusalOf(const EventRecord& record, const std::string& time) {
  Attributes list;
  list.Text("lodestone.accelerator", record.refuser)
      .Text("lodestone.device", record.refuser_device)
      .Text("lodestone.reason", record.reason)
      .Text("lodestone.detail", record.detail);
  return JsonText()
      .AddText("timeUnixNano", time)
      .AddText("name", OutcomeText(record.refusal))
      .AddList("attributes", list.list());
}

JsonText SpanOf(const EventRecord& record, std::int64_t start_ns, std::uint64_t number) {
  const std::string start = std::to_string(start_ns);
  JsonText span;
  span.AddText("traceId", TraceId(record)).AddText("spanId", SpanId(record, number));
  span.AddText("name", record.operation).AddNumber("kind", kSpanKindInternal);
  span.AddText("startTimeUnixNano", start)
      .AddText("endTimeUnixNano", std::to_string(record.end_ns));
  span.AddList("attributes", AttributesOf(record).list());
  if (record.has_refusal()) span.AddList("events", {RefusalOf(record, start)});
  JsonText status;
  if (!record.done()) status.AddText("message", record.detail);
  status.AddNumber("code", record.done() ? kStatusOk : kStatusError);
  return span.AddObject("status", status);
}

}  // namespace

void OtlpWriter::Add(const EventRecord& record) {
  if (!record.has_call()) {
    if (record.has_refusal()) ++refusals_;
    return;
  }
  const auto length = static_cast<std::int64_t>(std::clamp(record.actual_ns, 0.0, kMaxNumber));
  if (record.end_ns <= length) {
    ++unplaced_;
    return;
  }
  const bool full = spans_.size() == kMaxSpans;
  if (full || host_ != record.host || process_ != record.process) Flush();
  host_ = record.host;
  process_ = record.process;
  spans_.push_back(SpanOf(record, record.end_ns - length, ++calls_));
}

void OtlpWriter::Flush() {
  if (spans_.empty()) return;
  Attributes resource;
  resource.Text("service.name", "lodestone")
      .Text("host.name", host_)
      .Number("process.pid", static_cast<double>(process_));
  JsonText scope_spans;
  scope_spans.AddObject("scope",
                        JsonText().AddText("name", "lodestone").AddText("version", release_));
  scope_spans.AddList("spans", spans_);
  JsonText resource_spans;
  resource_spans.AddObject("resource", JsonText().AddList("attributes", resource.list()));
  resource_spans.AddList("scopeSpans", {scope_spans});
  output_(JsonText().AddList("resourceSpans", {resource_spans}).Object() + "\n");
  spans_.clear();
}

}  // namespace lodestone::cli
