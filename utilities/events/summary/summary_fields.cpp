#include "utilities/events/summary/summary_fields.hpp"

namespace lodestone::cli {
namespace {

using Json = nlohmann::ordered_json;

Json KnownIf(bool known, double value) {
  return known ? Json(value) : Json();
}

void AddTimes(const CallTally& tally, Json* fields) {
  const DurationStats& times = tally.times;
  const bool any = times.count() != 0;
  (*fields)["calls"] = times.count();
  (*fields)["sum_ms"] = times.sum();
  (*fields)["minimum_ms"] = KnownIf(any, times.minimum());
  (*fields)["median_ms"] = KnownIf(any, times.Median());
  (*fields)["p90_ms"] = KnownIf(any, times.Quantile(0.9));
  (*fields)["p99_ms"] = KnownIf(any, times.Quantile(0.99));
  (*fields)["maximum_ms"] = KnownIf(any, times.maximum());
  const double speed = tally.MegapixelsPerSecond();
  (*fields)["megapixels_per_second"] = KnownIf(speed > 0, speed);
}

void AddParts(const CallTally& tally, Json* fields) {
  (*fields)["calls_with_parts"] = tally.parts_calls;
  const auto add = [&](const std::string& name, double nanoseconds) {
    (*fields)[name] = KnownIf(tally.parts_calls != 0, nanoseconds / 1e6);
  };
  for (const EventPart& part : kEventParts) {
    if (part.ns != &EventParts::queue_ns) {
      add(part.name + std::string("_ms"), tally.parts.*part.ns);
    }
  }
  add("wait_ms", tally.wait_ns);
  (*fields)["bytes_up"] = tally.bytes_up;
  (*fields)["bytes_down"] = tally.bytes_down;
  (*fields)["resident"] = tally.resident;
}

void AddPredictions(const CallTally& tally, Json* fields) {
  const bool any = tally.ratios.count() != 0;
  (*fields)["predicted_calls"] = tally.ratios.count();
  (*fields)["predicted_ms"] = KnownIf(any, tally.predicted_ms);
  (*fields)["predicted_actual_ms"] = KnownIf(any, tally.predicted_actual_ms);
  (*fields)["actual_to_predicted_median"] = KnownIf(any, tally.ratios.Median());
  (*fields)["actual_to_predicted_p90"] = KnownIf(any, tally.ratios.Quantile(0.9));
}

}  // namespace

Json FiguresOf(const CallTally& tally) {
  Json fields = Json::object();
  AddTimes(tally, &fields);
  AddParts(tally, &fields);
  AddPredictions(tally, &fields);
  return fields;
}

Json OutcomesOf(const EventGroup& group) {
  Json reasons = Json::object();
  for (const auto& [reason, count] : group.reasons) {
    reasons[reason.empty() ? "not stated" : reason] = count;
  }
  return Json{{"declined", group.declined},
              {"failed", group.failed},
              {"reasons", reasons},
              {"kernels", group.kernels}};
}

}  // namespace lodestone::cli
