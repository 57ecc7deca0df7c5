#include <nlohmann/json.hpp>

#include "utilities/event_record.hpp"

namespace lodestone::cli {
namespace {

using Json = nlohmann::json;

constexpr double kNanosecondsPerMillisecond = 1e6;

// Fields that a record of a later version left out or renamed read as empty.
std::string TextOf(const Json& object, const char* field) {
  const auto found = object.find(field);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

double NumberOf(const Json& object, const char* field) {
  const auto found = object.find(field);
  return found != object.end() && found->is_number() ? found->get<double>() : 0.0;
}

bool FlagOf(const Json& object, const char* field) {
  const auto found = object.find(field);
  if (found == object.end()) return false;
  return found->is_boolean() ? found->get<bool>() : NumberOf(object, field) != 0;
}

bool ParseOutcome(const std::string& name, EventOutcome* outcome) {
  if (name == "done") {
    *outcome = EventOutcome::kDone;
  } else if (name == "declined") {
    *outcome = EventOutcome::kDeclined;
  } else if (name == "failed") {
    *outcome = EventOutcome::kFailed;
  } else {
    return false;
  }
  return true;
}

// Devices are called platform:type:name, accelerators by one word.
void ParseRefusal(const Json& object, EventRecord* record) {
  record->reason = TextOf(object, "reason");
  if (record->reason.empty() || record->reason == "none") return;
  if (!ParseOutcome(TextOf(object, "passed_over_outcome"), &record->refusal) ||
      record->refusal == EventOutcome::kDone) {
    record->refusal = EventOutcome::kDeclined;
  }
  const std::string who = TextOf(object, "passed_over");
  if (who.find(':') != std::string::npos) {
    record->refuser_device = who;
  } else {
    record->refuser = who.empty() ? kAnyDevice : who;
  }
}

}  // namespace

bool LooksLikeJson(std::string_view line) {
  const auto start = line.find_first_not_of(" \t");
  return start != std::string_view::npos && line[start] == '{';
}

LineKind ParseJsonEvent(std::string_view line, EventRecord* record) {
  const Json object = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (object.is_discarded() || !object.is_object()) return LineKind::kDamaged;
  record->operation = TextOf(object, "operation");
  record->accelerator = TextOf(object, "accelerator");
  if (record->operation.empty() || !ParseOutcome(TextOf(object, "outcome"), &record->outcome)) {
    return LineKind::kDamaged;
  }
  if (record->accelerator.empty()) record->accelerator = kNobody;
  ParseRefusal(object, record);
  record->device = TextOf(object, "device");
  record->kernels = TextOf(object, "kernels");
  record->milliseconds = NumberOf(object, "actual_ns") / kNanosecondsPerMillisecond;
  record->states_first = object.contains("first");
  record->first = FlagOf(object, "first");
  return LineKind::kRecord;
}

}  // namespace lodestone::cli
