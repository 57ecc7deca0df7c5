#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "utilities/events/compare/compare_report.hpp"

namespace lodestone::cli {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no infinity.
Json Number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json ToJson(const ComparedLog& log) {
  const LogSide& side = log.side;
  Json damaged = Json::array();
  for (const DamagedLine& line : log.damage.lines) damaged.push_back(line.line);
  return Json{{"name", log.name},
              {"file", log.file},
              {"calls", side.cold_calls() + side.warm_calls()},
              {"sum_ms", (side.cold_ns() + side.warm_ns()) / 1e6},
              {"first_calls", side.cold_calls()},
              {"first_ms", side.cold_ns() / 1e6},
              {"later_calls", side.warm_calls()},
              {"later_ms", side.warm_ns() / 1e6},
              {"calls_left_out", side.left_out()},
              {"damaged_lines", log.damage.count},
              {"damaged", damaged}};
}

Json ToJson(const WorkKey& key) {
  Json json{{"operation", key.operation}};
  if (!key.accelerator.empty()) json["accelerator"] = key.accelerator;
  if (!key.sized()) return json;
  json["source_columns"] = key.geometry.source_columns;
  json["source_rows"] = key.geometry.source_rows;
  json["columns"] = key.geometry.columns;
  json["rows"] = key.geometry.rows;
  json["samples"] = key.samples;
  json["alpha"] = key.alpha;
  return json;
}

Json ToJson(const DoneBy& done_by) {
  Json json = Json::array();
  for (const auto& [who, calls] : done_by) {
    json.push_back({{"accelerator", who.first}, {"device", who.second}, {"calls", calls}});
  }
  return json;
}

void AddRatio(const MedianRatio& ratio, Verdict verdict, Json* json) {
  const bool told = verdict != Verdict::kTooFewCalls;
  (*json)["ratio"] = Number(ratio.ratio);
  (*json)["ratio_low"] = told ? Number(ratio.low) : Json(nullptr);
  (*json)["ratio_high"] = told ? Number(ratio.high) : Json(nullptr);
  (*json)["verdict"] = VerdictName(verdict);
}

Json ToJson(const std::optional<TimeComparison>& times) {
  if (!times) return nullptr;
  Json json{{"base_calls", times->base_calls},
            {"other_calls", times->other_calls},
            {"base_median_ms", times->base_median_ns / 1e6},
            {"other_median_ms", times->other_median_ns / 1e6}};
  AddRatio(times->ratio, times->verdict, &json);
  return json;
}

Json ToJson(const WorkComparison& work) {
  Json json = ToJson(work.key);
  json["base_by"] = ToJson(work.base_by);
  json["other_by"] = ToJson(work.other_by);
  json["first"] = ToJson(work.cold);
  json["later"] = ToJson(work.warm);
  const auto calls = CallsToBreakEven(work);
  json["calls_to_win_back"] = calls ? Json(*calls) : Json(nullptr);
  return json;
}

Json ToJson(const OperationComparison& operation) {
  Json json{{"operation", operation.operation}};
  if (!operation.accelerator.empty()) json["accelerator"] = operation.accelerator;
  json["calls"] = operation.warm ? "later" : "first";
  json["works"] = operation.works;
  AddRatio(operation.ratio, operation.verdict, &json);
  if (operation.works == 0) json["ratio"] = nullptr;
  return json;
}

template <typename Items>
Json ToJsonArray(const Items& items) {
  Json json = Json::array();
  for (const auto& item : items) json.push_back(ToJson(item));
  return json;
}

}  // namespace

void PrintComparisonsJson(const std::vector<ComparedLog>& logs,
                          const std::vector<Comparison>& comparisons) {
  Json document{{"confidence", kConfidence}, {"logs", ToJsonArray(logs)}};
  document["comparisons"] = Json::array();
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const Comparison& comparison = comparisons[i];
    document["comparisons"].push_back({{"base", logs[0].name},
                                       {"other", logs[i + 1].name},
                                       {"operations", ToJsonArray(comparison.operations)},
                                       {"works", ToJsonArray(comparison.works)},
                                       {"only_in_base", ToJsonArray(comparison.only_in_base)},
                                       {"only_in_other", ToJsonArray(comparison.only_in_other)}});
  }
  const auto text = document.dump(2, ' ', false, Json::error_handler_t::replace);
  std::printf("%s\n", text.c_str());
}

}  // namespace lodestone::cli
