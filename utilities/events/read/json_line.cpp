// Records from lines of JSON Lines.
#include <utility>

#include "utilities/events/read/json_fields.hpp"
#include "utilities/events/read/record.hpp"

namespace lodestone::cli {
namespace {

using enum JsonFields::Field;

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

// Device names have the form platform:type:name; accelerator names are one word.
void FillRefusal(JsonFields& fields, EventRecord* record) {
  record->reason = std::move(fields.text(kReason));
  if (record->reason == "none") record->reason.clear();
  if (record->reason.empty()) return;
  if (!ParseOutcome(fields.text(kDeclinedByOutcome), &record->refusal) ||
      record->refusal == EventOutcome::kDone) {
    record->refusal = EventOutcome::kDeclined;
  }
  record->detail = std::move(fields.text(kDetail));
  std::string& who = fields.text(kDeclinedBy);
  if (who.find(':') != std::string::npos) {
    record->refuser_device = std::move(who);
  } else {
    record->refuser = who.empty() ? kAnyDevice : std::move(who);
  }
}

// What is encoded becomes a row of bytes, which says nothing about the work.
EventGeometry GeometryOf(const JsonFields& fields, const std::string& operation) {
  const std::uint64_t columns = fields.count(kSourceColumns), rows = fields.count(kSourceRows);
  if (operation == "encode") return {columns, rows, columns, rows};
  return {columns, rows, fields.count(kColumns), fields.count(kRows)};
}

void FillCall(JsonFields& fields, EventRecord* record) {
  record->geometry = GeometryOf(fields, record->operation);
  record->quantum_depth = static_cast<unsigned>(fields.count(kQuantumDepth));
  record->samples = static_cast<unsigned>(fields.count(kSamples));
  record->alpha = fields.number(kAlpha) != 0;
  record->end_ns = fields.time_ns();
  record->process = fields.count(kProcess);
  record->thread = fields.count(kThread);
  record->host = std::move(fields.text(kHost));
  record->item = std::move(fields.text(kItem));
  record->device = std::move(fields.text(kDevice));
  record->kernels = std::move(fields.text(kKernels));
  record->actual_ns = fields.number(kActual);
  record->predicted_ns = fields.number(kPredicted);
  record->parts = {fields.number(kQueue),   fields.number(kContext), fields.number(kLoad),
                   fields.number(kCompile), fields.number(kTest),    fields.number(kUpload),
                   fields.number(kKernel),  fields.number(kDownload)};
  record->bytes_up = fields.number(kUploadedBytes);
  record->bytes_down = fields.number(kDownloadedBytes);
  record->first = fields.number(kFirst) != 0;
  record->resident = fields.number(kResident) != 0;
  record->strips = static_cast<unsigned>(fields.count(kStrips));
}

}  // namespace

bool LooksLikeJson(std::string_view line) {
  const auto start = line.find_first_not_of(" \t");
  return start != std::string_view::npos && line[start] == '{';
}

ParsedLine ParseJsonLine(std::string_view text) {
  ParsedLine line;
  EventRecord& record = line.record;
  JsonFields fields;
  if (!TakePlainJson(text, &fields)) {
    fields = {};
    if (!nlohmann::json::sax_parse(text, &fields)) return line;
  }
  if (!fields.whole()) return line;
  record.operation = std::move(fields.text(kOperation));
  if (record.operation.empty() || !ParseOutcome(fields.text(kOutcome), &record.outcome)) {
    return line;
  }
  record.accelerator = std::move(fields.text(kAccelerator));
  if (record.accelerator.empty()) record.accelerator = kNoAccelerator;
  FillRefusal(fields, &record);
  FillCall(fields, &record);
  line.states_first = fields.states_first();
  line.kind = ParsedLine::Kind::kRecord;
  return line;
}

}  // namespace lodestone::cli
