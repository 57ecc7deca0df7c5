// lodestone events summarize: what the logs say, in figures.

#include <cstdio>
#include <nlohmann/json.hpp>

#include "utilities/command_error.hpp"
#include "utilities/device_legend.hpp"
#include "utilities/events/log_reader.hpp"
#include "utilities/events/subcommand.hpp"
#include "utilities/events/summary.hpp"
#include "utilities/table.hpp"

namespace lodestone::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string Joined(const std::set<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

Json ToJson(const EventGroup& group) {
  Json reasons = Json::object();
  for (const auto& [reason, count] : group.reasons) {
    reasons[reason.empty() ? "not stated" : reason] = count;
  }
  return Json{{"operation", group.operation},
              {"accelerator", group.accelerator},
              {"device", group.device},
              {"calls", group.all.count()},
              {"declined", group.declined},
              {"failed", group.failed},
              {"reasons", reasons},
              {"kernels", group.kernels},
              {"first_calls", group.first.count()},
              {"first_ms", group.first.sum()},
              {"later_calls", group.later_count()},
              {"later_ms", group.later_sum()},
              {"sum_ms", group.all.sum()},
              {"minimum_ms", group.all.minimum()},
              {"median_ms", group.all.Median()},
              {"maximum_ms", group.all.maximum()}};
}

void PrintJson(const EventSummary& summary, const LogDamage& damage) {
  Json document{{"records", summary.records()}, {"damaged_lines", damage.count}};
  document["damaged"] = Json::array();
  for (const DamagedLine& damaged : damage.lines) {
    document["damaged"].push_back({{"file", damaged.file}, {"line", damaged.line}});
  }
  document["groups"] = Json::array();
  for (const EventGroup& group : summary.Groups()) document["groups"].push_back(ToJson(group));
  const auto text = document.dump(2, ' ', false, Json::error_handler_t::replace);
  std::printf("%s\n", text.c_str());
}

std::string Title(const EventGroup& group, DeviceLegend* legend) {
  std::string title = group.operation + ", " + group.accelerator;
  if (!group.accelerator.empty() && !group.device.empty()) title += " on ";
  return title + legend->Mark(group.device);
}

std::string Calls(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " call" : " calls");
}

void PrintSentence(const EventGroup& group, DeviceLegend* legend) {
  std::string text = Title(group, legend) + ": " + Calls(group.all.count());
  if (group.all.count() != 0) text += ", " + FormatMilliseconds(group.all.sum()) + " ms";
  if (group.first.count() == 1) {
    text += "; first " + FormatMilliseconds(group.first.sum()) + " ms";
  } else if (group.first.count() > 1) {
    text += "; first of " + std::to_string(group.first.count()) + " processes " +
            FormatMilliseconds(group.first.sum()) + " ms";
  }
  if (group.first.count() != 0 && group.later_count() != 0) {
    text += ", other " + Calls(group.later_count()) + " " + FormatMilliseconds(group.later_sum()) +
            " ms";
  }
  std::printf("%s\n", text.c_str());
  if (!group.kernels.empty()) std::printf("    kernels: %s\n", Joined(group.kernels).c_str());
  for (const auto& [reason, count] : group.reasons) {
    std::printf("    did not run %llu %s: %s\n", static_cast<unsigned long long>(count),
                count == 1 ? "time" : "times", reason.empty() ? "no reason given" : reason.c_str());
  }
}

void PrintTable(const EventSummary& summary, DeviceLegend* legend) {
  Table table;
  for (const char* heading : {"operation", "accelerator", "device"}) {
    table.AddColumn(heading, Table::Align::kLeft);
  }
  for (const char* heading : {"calls", "declined", "failed", "first ms", "later ms", "sum ms",
                              "min ms", "median ms", "max ms"}) {
    table.AddColumn(heading, Table::Align::kRight);
  }
  for (const EventGroup& group : summary.Groups()) {
    const bool any = group.all.count() != 0;
    const auto ms = [any](double value) { return any ? FormatMilliseconds(value) : "-"; };
    table.AddRow({group.operation, group.accelerator.empty() ? "-" : group.accelerator,
                  group.device.empty() ? "-" : legend->Mark(group.device),
                  std::to_string(group.all.count()), std::to_string(group.declined),
                  std::to_string(group.failed), ms(group.first.sum()), ms(group.later_sum()),
                  ms(group.all.sum()), ms(group.all.minimum()), ms(group.all.Median()),
                  ms(group.all.maximum())});
  }
  std::fputs(table.ToText().c_str(), stdout);
}

void PrintDamage(const LogDamage& damage) {
  if (damage.count == 0) return;
  std::printf("\n%llu damaged lines skipped:\n", static_cast<unsigned long long>(damage.count));
  for (const DamagedLine& damaged : damage.lines) {
    std::printf("    %s:%llu\n", damaged.file.c_str(),
                static_cast<unsigned long long>(damaged.line));
  }
  if (damage.count > damage.lines.size()) std::printf("    ...\n");
}

void PrintReport(const EventSummary& summary, const LogDamage& damage) {
  if (summary.Groups().empty()) {
    std::printf("no acceleration records\n");
  } else {
    DeviceLegend legend;
    PrintTable(summary, &legend);
    std::printf("%s\n", legend.ToText().c_str());
    for (const EventGroup& group : summary.Groups()) PrintSentence(group, &legend);
  }
  PrintDamage(damage);
}

}  // namespace

int SummarizeEvents(const Arguments& arguments) {
  bool json = false;
  Arguments logs;
  for (const auto& argument : arguments) {
    if (argument == "-json") {
      json = true;
    } else if (argument.size() > 1 && argument[0] == '-') {
      throw CommandError("Unrecognized option", argument);
    } else {
      logs.push_back(argument);
    }
  }
  if (logs.empty()) throw CommandError("Missing a log filename");
  EventSummary summary;
  const LogDamage damage = ReadLogs(logs, [&](const EventRecord& record) { summary.Add(record); });
  json ? PrintJson(summary, damage) : PrintReport(summary, damage);
  return 0;
}

}  // namespace lodestone::cli
