// lodestone events report: one page that shows what the logs say.
#include <cstdio>
#include <string>

#include "utilities/command_error.hpp"
#include "utilities/events/compare_fetches.hpp"
#include "utilities/events/log_reader.hpp"
#include "utilities/events/output_file.hpp"
#include "utilities/events/report_page.hpp"
#include "utilities/events/subcommand.hpp"

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

// Log by log, since the page tells which one a thread is from.
LogDamage Read(const Arguments& logs, ReportData* data) {
  LogDamage damage;
  for (std::size_t log = 0; log < logs.size(); ++log) {
    FetchJoiner joiner([&](const EventRecord& record) { data->AddForComparison(record); });
    const LogDamage found = ReadLogs({logs[log]}, [&](const EventRecord& record) {
      data->Add(record, log);
      joiner.Add(record);
    });
    joiner.Finish();
    for (const DamagedLine& line : found.lines) {
      if (damage.lines.size() < LogDamage::kMaximumLines) damage.lines.push_back(line);
    }
    damage.count += found.count;
  }
  return damage;
}

}  // namespace

int ReportEvents(const Arguments& arguments) {
  const Request request = ParseRequest(arguments);
  ReportData data;
  const LogDamage damage = Read(request.logs, &data);
  WriteFile(request.output, ReportPage({data, ReportPaths(data.paths()), request.logs, damage}));
  return 0;
}

}  // namespace lodestone::cli
