// lodestone events export: logs for collectors.
#include <cstdio>
#include <string>
#include <string_view>

#include "magick/version.h"
#include "utilities/events/export/otlp_writer.hpp"
#include "utilities/events/export/prometheus_writer.hpp"
#include "utilities/events/output_file.hpp"
#include "utilities/events/read/log_reader.hpp"
#include "utilities/events/subcommand.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

enum class ExportFormat { kNone, kOtlp, kPrometheus };

struct ExportRequest {
  std::string output = "-";  // "-": standard output
  ExportFormat format = ExportFormat::kNone;
  Arguments logs;
};

template <ExportFormat kFormat>
void SetFormat(void* request, const OwnUse&) {
  ExportFormat& format = static_cast<ExportRequest*>(request)->format;
  if (format != ExportFormat::kNone && format != kFormat)
    throw CommandError("-otlp and -prometheus exclude each other");
  format = kFormat;
}

constexpr OwnOption kExportOptions[] = {
    {"otlp", "", "spans of OpenTelemetry in its JSON encoding, an object a line",
     SetFormat<ExportFormat::kOtlp>},
    {"prometheus", "", "counters and histograms in Prometheus' text format",
     SetFormat<ExportFormat::kPrometheus>},
    {"o", "file", "write to this file instead of standard output",
     Set<ExportRequest, &ExportRequest::output>},
};

void ExportSpans(const ExportRequest& request) {
  OutputFile file(request.output, {"spans of lodestone", OtlpWriter::kBeginning}, request.logs);
  OtlpWriter writer(LODESTONE_VERSION, [&](std::string_view text) { file.Write(text); });
  const LogDamage damage =
      ReadLogs(request.logs, [&](const EventRecord& record) { writer.Add(record); });
  writer.Finish();
  file.Commit();
  WarnOfDamage(damage);
  WarnOfUnplaced(writer.unplaced());
  if (request.output == "-") return;
  std::printf("%s: %s\n", TextFor(stdout, request.output).c_str(),
              Counted(writer.calls(), "span", "spans").c_str());
  if (writer.refusals() != 0) {
    std::printf("%s without a call left out\n",
                Counted(writer.refusals(), "refusal", "refusals").c_str());
  }
}

void ExportMetrics(const ExportRequest& request) {
  PrometheusWriter writer;
  OutputFile file(request.output, {"metrics of lodestone", PrometheusWriter::kBeginning},
                  request.logs);
  const LogDamage damage =
      ReadLogs(request.logs, [&](const EventRecord& record) { writer.Add(record); });
  writer.Write([&](std::string_view text) { file.Write(text); });
  file.Commit();
  WarnOfDamage(damage);
}

int RunExportEvents(const Arguments& arguments) {
  ExportRequest request;
  request.logs = ParseWithLogs(kExportOptions, arguments, &request);
  if (request.format == ExportFormat::kNone)
    throw CommandError("Missing a format", "-otlp or -prometheus");
  request.format == ExportFormat::kOtlp ? ExportSpans(request) : ExportMetrics(request);
  return 0;
}

}  // namespace

const Subcommand kExportEvents = {
    .name = "export",
    .synopsis = "-otlp | -prometheus [-o file] log [log ...]",
    .text = "Writes logs for collectors of OpenTelemetry or Prometheus.",
    .options = Shown<kExportOptions>,
    .run = RunExportEvents,
};

}  // namespace lodestone::cli
