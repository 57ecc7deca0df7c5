// lodestone events trace: logs for viewers of timelines.
#include <cstdio>
#include <string>

#include "utilities/command_error.hpp"
#include "utilities/events/log_reader.hpp"
#include "utilities/events/output_file.hpp"
#include "utilities/events/subcommand.hpp"
#include "utilities/events/trace_writer.hpp"
#include "utilities/text_format.hpp"

namespace lodestone::cli {
namespace {

struct Request {
  std::string output = "-";
  Arguments logs;
};

Request ParseRequest(const Arguments& arguments) {
  Request request;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "-o") {
      if (++i >= arguments.size()) throw MalformedArgument("-o");
      request.output = arguments[i];
    } else if (arguments[i].size() > 1 && arguments[i][0] == '-') {
      throw CommandError("Unrecognized option", arguments[i]);
    } else {
      request.logs.push_back(arguments[i]);
    }
  }
  if (request.logs.empty()) throw CommandError("Missing a log filename");
  return request;
}

// What a trace that looks whole does not show.
void WarnOfGaps(const TraceWriter& writer, const LogDamage& damage) {
  if (damage.count != 0) {
    const DamagedLine& first = damage.lines.front();
    PrintMessage(Counted(damage.count, "damaged line", "damaged lines") + " skipped, the first",
                 first.file + ":" + std::to_string(first.line), 0);
  }
  if (writer.unplaced() != 0) {
    PrintMessage(
        Counted(writer.unplaced(), "record says", "records say") + " no time that can be shown", "",
        0);
  }
}

void PrintResult(const Request& request, const TraceWriter& writer) {
  const TraceTracks& tracks = writer.tracks();
  std::printf("%s: %s, %s, %s; open it in https://ui.perfetto.dev or chrome://tracing\n",
              request.output.c_str(), Counted(writer.calls(), "call", "calls").c_str(),
              Counted(tracks.threads(), "thread", "threads").c_str(),
              Counted(tracks.devices(), "device", "devices").c_str());
}

}  // namespace

int TraceEvents(const Arguments& arguments) {
  const Request request = ParseRequest(arguments);
  OutputFile file(request.output);
  TraceWriter writer([&](std::string_view text) { file.Write(text); });
  const LogDamage damage =
      ReadLogs(request.logs, [&](const EventRecord& record) { writer.Add(record); });
  writer.Finish();
  file.Commit();
  WarnOfGaps(writer, damage);
  if (request.output != "-") PrintResult(request, writer);
  return 0;
}

}  // namespace lodestone::cli
