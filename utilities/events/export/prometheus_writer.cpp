#include "utilities/events/export/prometheus_writer.hpp"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "utilities/events/read/work.hpp"
#include "utilities/events/tally/call_tally.hpp"
#include "utilities/text/json_text.hpp"

namespace lodestone::cli {
namespace {

constexpr std::array<EventOutcome, 3> kOutcomes = {EventOutcome::kDone, EventOutcome::kDeclined,
                                                   EventOutcome::kFailed};

// Shortest that reads back as the same number.
std::string Number(double number) {
  char text[32];
  for (const int digits : {15, 17}) {
    std::snprintf(text, sizeof text, "%.*g", digits, number);
    if (std::strtod(text, nullptr) == number) break;
  }
  return text;
}

// Values are UTF-8; three characters are escaped.
std::string Escaped(std::string_view text) {
  if (!IsUtf8(text)) return "?";
  std::string escaped;
  for (const char c : text) {
    if (c == '\n') {
      escaped += "\\n";
      continue;
    }
    if (c == '\\' || c == '"') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

using Labels = std::string;

Labels Label(const char* name, std::string_view value) {
  return std::string(name) + "=\"" + Escaped(value) + '"';
}

Labels LabelsOf(const std::tuple<std::string, std::string, std::string>& key) {
  const auto& [operation, accelerator, device] = key;
  return Label("operation", operation) + ',' + Label("accelerator", accelerator) + ',' +
         Label("device", device);
}

std::string Family(const std::string& name, const char* type, const char* help) {
  return "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n";
}

std::string Sample(const std::string& name, const Labels& labels, double value) {
  return name + "{" + labels + "} " + Number(value) + "\n";
}

}  // namespace

const std::array<double, PrometheusWriter::kBuckets> PrometheusWriter::kUpperBounds = {
    1e-4, 2.5e-4, 5e-4, 1e-3, 2.5e-3, 5e-3, 1e-2, 2.5e-2, 5e-2, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};

void PrometheusWriter::Add(const EventRecord& record) {
  if (record.has_call()) AddCall(record);
  if (!record.has_refusal()) return;
  const RefusalKey key{record.operation, record.refuser, record.refuser_device, record.refusal,
                       record.reason};
  ++refusals_[KeyWithin(refusals_, key, kMaxSeries, {"other", "", "", record.refusal, ""})];
}

void PrometheusWriter::AddCall(const EventRecord& record) {
  const Key key{record.operation, record.accelerator, record.device};
  Series& series = series_[KeyWithin(series_, key, kMaxSeries, {"other", "", ""})];
  ++series.calls[static_cast<std::size_t>(record.outcome)];
  if (!record.done()) return;
  const double seconds = record.actual_ns / 1e9;
  ++series.done;
  series.seconds += seconds;
  for (std::size_t i = 0; i < kBuckets; ++i) {
    if (seconds <= kUpperBounds[i]) ++series.buckets[i];
  }
  series.predicted_seconds += record.predicted_ns / 1e9;
  series.megapixels += Megapixels(record.geometry);
  series.parts += record.parts;
  series.bytes_up += record.bytes_up;
  series.bytes_down += record.bytes_down;
}

void PrometheusWriter::Write(const Output& output) const {
  WriteCounters(output);
  WriteHistogram(output);
  WriteParts(output);
  WriteRefusals(output);
}

void PrometheusWriter::WriteCounters(const Output& output) const {
  output(Family("lodestone_calls_total", "counter", "Calls of operations."));
  for (const auto& [key, series] : series_) {
    for (const EventOutcome outcome : kOutcomes) {
      const std::uint64_t calls = series.calls[static_cast<std::size_t>(outcome)];
      if (calls == 0) continue;
      output(Sample("lodestone_calls_total",
                    LabelsOf(key) + ',' + Label("outcome", OutcomeText(outcome)),
                    static_cast<double>(calls)));
    }
  }
  output(Family("lodestone_pixels_total", "counter",
                "Pixels of the larger of source and result, of calls that were done."));
  for (const auto& [key, series] : series_) {
    output(Sample("lodestone_pixels_total", LabelsOf(key), series.megapixels * 1e6));
  }
  output(Family("lodestone_predicted_seconds_total", "counter",
                "Time predicted for calls that were done."));
  for (const auto& [key, series] : series_) {
    output(Sample("lodestone_predicted_seconds_total", LabelsOf(key), series.predicted_seconds));
  }
}

void PrometheusWriter::WriteHistogram(const Output& output) const {
  const std::string name = "lodestone_call_seconds";
  output(Family(name, "histogram", "Time of calls that were done."));
  for (const auto& [key, series] : series_) {
    const Labels labels = LabelsOf(key);
    const auto count = static_cast<double>(series.done);
    for (std::size_t i = 0; i < kBuckets; ++i) {
      output(Sample(name + "_bucket", labels + ',' + Label("le", Number(kUpperBounds[i])),
                    static_cast<double>(series.buckets[i])));
    }
    output(Sample(name + "_bucket", labels + ',' + Label("le", "+Inf"), count));
    output(Sample(name + "_sum", labels, series.seconds));
    output(Sample(name + "_count", labels, count));
  }
}

void PrometheusWriter::WriteParts(const Output& output) const {
  output(Family("lodestone_part_seconds_total", "counter",
                "Time of the parts of calls that were done."));
  for (const auto& [key, series] : series_) {
    for (const EventPart& part : kEventParts) {
      if (series.parts.*part.ns == 0) continue;
      output(Sample("lodestone_part_seconds_total", LabelsOf(key) + ',' + Label("part", part.name),
                    series.parts.*part.ns / 1e9));
    }
  }
  output(Family("lodestone_transferred_bytes_total", "counter",
                "Bytes copied to devices and from them."));
  for (const auto& [key, series] : series_) {
    for (const auto& [direction, bytes] :
         {std::pair{"upload", series.bytes_up}, std::pair{"download", series.bytes_down}}) {
      if (bytes == 0) continue;
      output(Sample("lodestone_transferred_bytes_total",
                    LabelsOf(key) + ',' + Label("direction", direction), bytes));
    }
  }
}

void PrometheusWriter::WriteRefusals(const Output& output) const {
  output(Family("lodestone_refusals_total", "counter",
                "Accelerators that declined or failed, and why."));
  for (const auto& [key, count] : refusals_) {
    const auto& [operation, accelerator, device, outcome, reason] = key;
    output(Sample("lodestone_refusals_total",
                  LabelsOf({operation, accelerator, device}) + ',' +
                      Label("outcome", OutcomeText(outcome)) + ',' + Label("reason", reason),
                  static_cast<double>(count)));
  }
}

}  // namespace lodestone::cli
