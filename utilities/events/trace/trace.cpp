// lodestone events trace: logs for timeline viewers.
#include <cstdio>
#include <string>

#include "utilities/shell/command_error.hpp"
#include "utilities/events/read/log_reader.hpp"
#include "utilities/events/output_file.hpp"
#include "utilities/events/subcommand.hpp"
#include "utilities/events/trace/trace_writer.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

// Problems that the trace itself does not show.
void WarnOfGaps(const TraceWriter& writer, const LogDamage& damage) {
  WarnOfDamage(damage);
  WarnOfUnplaced(writer.unplaced());
}

void PrintResult(const OutputRequest& request, const TraceWriter& writer) {
  const TraceTracks& tracks = writer.tracks();
  std::printf("%s: %s, %s, %s; open it in https://ui.perfetto.dev or chrome://tracing\n",
              TextFor(stdout, request.output).c_str(),
              Counted(writer.calls(), "call", "calls").c_str(),
              Counted(tracks.threads(), "thread", "threads").c_str(),
              Counted(tracks.devices(), "device", "devices").c_str());
}

int RunTraceEvents(const Arguments& arguments) {
  const OutputRequest request = ParseOutputRequest(arguments);
  OutputFile file(request.output, {"a trace of events", kTraceBeginning}, request.logs);
  TraceWriter writer([&](std::string_view text) { file.Write(text); });
  const LogDamage damage =
      ReadLogs(request.logs, [&](const EventRecord& record) { writer.Add(record); });
  writer.Finish();
  file.Commit();
  WarnOfGaps(writer, damage);
  if (request.output != "-") PrintResult(request, writer);
  return 0;
}

}  // namespace

const Subcommand kTraceEvents = {
    .name = "trace",
    .synopsis = "[-o trace.json] log [log ...]",
    .text =
        "Writes a trace for https://ui.perfetto.dev and chrome://tracing: calls on their threads,\n"
        "with their parts nested; uploads, kernels and downloads on rows of each device.",
    .options = Shown<kOutputOption>,
    .run = RunTraceEvents,
};

}  // namespace lodestone::cli
