#include <nlohmann/json.hpp>

#include "utilities/events/record.hpp"

namespace lodestone::cli {
namespace {

using Json = nlohmann::json;

constexpr double kLargestCount = 9e15;  // whole numbers below are exact

// Fields that a record of a later version left out or renamed read as empty.
std::string TextOf(const Json& object, const char* field) {
  const auto found = object.find(field);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

double NumberOf(const Json& object, const char* field) {
  const auto found = object.find(field);
  const double number = found != object.end() && found->is_number() ? found->get<double>() : 0.0;
  return number > 0 ? number : 0.0;
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

std::uint64_t CountOf(const Json& object, const char* field) {
  const double number = NumberOf(object, field);
  return number > 0 && number < kLargestCount ? static_cast<std::uint64_t>(number) : 0;
}

// Nanoseconds since 1970 do not fit a double to the nanosecond.
std::int64_t TimeOf(const Json& object) {
  const auto found = object.find("unix_time_ns");
  return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

EventParts PartsOf(const Json& object) {
  return {NumberOf(object, "queue_ns"),  NumberOf(object, "context_ns"),
          NumberOf(object, "load_ns"),   NumberOf(object, "compile_ns"),
          NumberOf(object, "test_ns"),   NumberOf(object, "upload_ns"),
          NumberOf(object, "kernel_ns"), NumberOf(object, "download_ns")};
}

// Devices are called platform:type:name, accelerators by one word.
void ParseRefusal(const Json& object, EventRecord* record) {
  record->reason = TextOf(object, "reason");
  if (record->reason.empty() || record->reason == "none") return;
  if (!ParseOutcome(TextOf(object, "passed_over_outcome"), &record->refusal) ||
      record->refusal == EventOutcome::kDone) {
    record->refusal = EventOutcome::kDeclined;
  }
  record->detail = TextOf(object, "detail");
  const std::string who = TextOf(object, "passed_over");
  if (who.find(':') != std::string::npos) {
    record->refuser_device = who;
  } else {
    record->refuser = who.empty() ? kAnyDevice : who;
  }
}

void ParseCall(const Json& object, EventRecord* record) {
  record->geometry = {CountOf(object, "source_columns"), CountOf(object, "source_rows"),
                      CountOf(object, "columns"), CountOf(object, "rows")};
  record->quantum_depth = static_cast<unsigned>(CountOf(object, "quantum_depth"));
  record->samples = static_cast<unsigned>(CountOf(object, "samples"));
  record->alpha = FlagOf(object, "alpha");
  record->end_ns = TimeOf(object);
  record->process = CountOf(object, "process");
  record->thread = CountOf(object, "thread");
  record->device = TextOf(object, "device");
  record->kernels = TextOf(object, "kernels");
  record->actual_ns = NumberOf(object, "actual_ns");
  record->predicted_ns = NumberOf(object, "predicted_ns");
  record->parts = PartsOf(object);
  record->bytes_up = NumberOf(object, "bytes_up");
  record->bytes_down = NumberOf(object, "bytes_down");
  record->resident = FlagOf(object, "resident");
  record->strips = static_cast<unsigned>(CountOf(object, "strips"));
}

}  // namespace

bool LooksLikeJson(std::string_view line) {
  const auto start = line.find_first_not_of(" \t");
  return start != std::string_view::npos && line[start] == '{';
}

LogLine ParseJsonLine(std::string_view text) {
  const Json object = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  LogLine line;
  EventRecord& record = line.record;
  if (object.is_discarded() || !object.is_object()) return line;
  record.operation = TextOf(object, "operation");
  record.accelerator = TextOf(object, "accelerator");
  if (record.operation.empty() || !ParseOutcome(TextOf(object, "outcome"), &record.outcome)) {
    return line;
  }
  if (record.accelerator.empty()) record.accelerator = kNobody;
  ParseRefusal(object, &record);
  ParseCall(object, &record);
  line.states_first = object.contains("first");
  record.first = FlagOf(object, "first");
  line.kind = LogLine::Kind::kRecord;
  return line;
}

}  // namespace lodestone::cli
