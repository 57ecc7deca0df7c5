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

constexpr std::string_view kFormats[] = {"-otlp", "-prometheus"};

enum class ExportFormat { kNone, kOtlp, kPrometheus };

// Takes the format out of the arguments. Throws CommandError if there are two.
ExportFormat TakeFormat(Arguments* arguments) {
  ExportFormat format = ExportFormat::kNone;
  Arguments others;
  for (const std::string& argument : *arguments) {
    const ExportFormat named = argument == "-otlp"         ? ExportFormat::kOtlp
                               : argument == "-prometheus" ? ExportFormat::kPrometheus
                                                           : ExportFormat::kNone;
    if (named == ExportFormat::kNone) {
      others.push_back(argument);
    } else if (format == ExportFormat::kNone || format == named) {
      format = named;
    } else {
      throw CommandError("-otlp and -prometheus exclude each other");
    }
  }
  *arguments = others;
  return format;
}

void ExportSpans(const OutputRequest& request) {
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

void ExportMetrics(const OutputRequest& request) {
  PrometheusWriter writer;
  OutputFile file(request.output, {"metrics of lodestone", PrometheusWriter::kBeginning},
                  request.logs);
  const LogDamage damage =
      ReadLogs(request.logs, [&](const EventRecord& record) { writer.Add(record); });
  writer.Write([&](std::string_view text) { file.Write(text); });
  file.Commit();
  WarnOfDamage(damage);
}

}  // namespace

int ExportEvents(const Arguments& arguments) {
  Arguments others = arguments;
  const ExportFormat format = TakeFormat(&others);
  const OutputRequest request = ParseOutputRequest(others, kFormats);
  if (format == ExportFormat::kNone) throw CommandError("Missing a format", "-otlp or -prometheus");
  if (format == ExportFormat::kOtlp) {
    ExportSpans(request);
  } else {
    ExportMetrics(request);
  }
  return 0;
}

}  // namespace lodestone::cli
