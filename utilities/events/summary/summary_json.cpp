#include <utility>

#include "utilities/events/summary/summary_fields.hpp"
#include "utilities/events/summary/summary_output.hpp"

namespace lodestone::cli {
namespace {

using Json = nlohmann::ordered_json;

void AddFigures(const EventGroup& group, Json* object) {
  object->update(FiguresOf(group.All()));
  object->update(OutcomesOf(group));
  object->update(Json{{"first_calls", group.first.calls()},
                      {"first_ms", group.first.times.sum()},
                      {"later_calls", group.later.calls()},
                      {"later_ms", group.later.times.sum()},
                      {"first", FiguresOf(group.first)},
                      {"later", FiguresOf(group.later)}});
}

bool SamePlace(const EventGroup& a, const EventGroup& b) {
  return a.operation == b.operation && a.accelerator == b.accelerator && a.device == b.device;
}

Json TotalJson(const EventGroup& total, const std::vector<EventGroup>& groups) {
  Json object{
      {"operation", total.operation}, {"accelerator", total.accelerator}, {"device", total.device}};
  AddFigures(total, &object);
  Json classes = Json::array();
  for (const EventGroup& group : groups) {
    if (!SamePlace(group, total)) continue;
    Json entry{{"class", group.work}};
    AddFigures(group, &entry);
    classes.push_back(std::move(entry));
  }
  object["classes"] = std::move(classes);
  return object;
}

}  // namespace

std::string SummaryJson(const EventSummary& summary, const LogDamage& damage) {
  Json document{{"records", summary.records()}, {"damaged_lines", damage.count}};
  document["damaged"] = Json::array();
  for (const DamagedLine& damaged : damage.lines) {
    document["damaged"].push_back({{"file", damaged.file}, {"line", damaged.line}});
  }
  document["groups"] = Json::array();
  const std::vector<EventGroup> groups = summary.Groups();
  for (const EventGroup& total : TotalsOf(groups)) {
    document["groups"].push_back(TotalJson(total, groups));
  }
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lodestone::cli
