// A line of JSON Lines, taken in as it is parsed: no tree of values is built.
#include <array>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "utilities/events/record.hpp"

namespace lodestone::cli {
namespace {

using Json = nlohmann::json;

enum Field : std::size_t {
  kTime,
  kProcess,
  kThread,
  kOperation,
  kSourceColumns,
  kSourceRows,
  kColumns,
  kRows,
  kQuantumDepth,
  kAlpha,
  kSamples,
  kOutcome,
  kAccelerator,
  kDevice,
  kPassedOver,
  kPassedOverOutcome,
  kReason,
  kDetail,
  kKernels,
  kFirst,
  kResident,
  kPredicted,
  kActual,
  kQueue,
  kCompile,
  kUpload,
  kKernel,
  kDownload,
  kBytesUp,
  kBytesDown,
  kContext,
  kLoad,
  kTest,
  kStrips,
  kFields,  // how many
};

// About in the order in which the library writes them.
constexpr std::array<std::string_view, kFields> kNames = {
    "unix_time_ns",   "process",      "thread",      "operation",
    "source_columns", "source_rows",  "columns",     "rows",
    "quantum_depth",  "alpha",        "samples",     "outcome",
    "accelerator",    "device",       "passed_over", "passed_over_outcome",
    "reason",         "detail",       "kernels",     "first",
    "resident",       "predicted_ns", "actual_ns",   "queue_ns",
    "compile_ns",     "upload_ns",    "kernel_ns",   "download_ns",
    "bytes_up",       "bytes_down",   "context_ns",  "load_ns",
    "test_ns",        "strips"};

// What nlohmann's parser calls. A field that is not there, or is something else than it should be,
// reads as empty or 0; unknown ones are passed over, with all that they contain.
class LineFields {
 public:
  std::string& text(Field field) { return texts_[field]; }
  double number(Field field) const { return numbers_[field]; }
  std::uint64_t count(Field field) const { return static_cast<std::uint64_t>(numbers_[field]); }
  std::int64_t time_ns() const { return time_ns_; }
  bool states_first() const { return states_first_; }
  // An object, every number of which can be one.
  bool whole() const { return object_ && !absurd_; }

  bool null() { return Close(0); }
  bool boolean(bool value) { return Take(value ? 1.0 : 0.0); }
  bool number_integer(std::int64_t value) { return TakeInteger(value); }
  bool number_unsigned(std::uint64_t value) { return TakeInteger(value); }
  bool number_float(double value, const std::string&) { return Take(value); }
  bool string(const std::string& value);
  bool binary(Json::binary_t&) { return false; }
  bool key(const std::string& name);
  bool start_object(std::size_t) { return Open(true); }
  bool start_array(std::size_t) { return Open(false); }
  bool end_object() { return Close(1); }
  bool end_array() { return Close(1); }
  bool parse_error(std::size_t, const std::string&, const Json::exception&) { return false; }

 private:
  bool Open(bool object);
  bool Close(int levels);
  bool Take(double value);
  template <typename Integer>
  bool TakeInteger(Integer value);

  std::array<std::string, kFields> texts_;
  std::array<double, kFields> numbers_{};
  std::int64_t time_ns_ = 0;
  bool states_first_ = false, object_ = false, absurd_ = false;
  int depth_ = 0;
  std::size_t field_ = kFields;  // of the value that comes next; kFields: none that we know
  std::size_t expected_ = 0;     // of the next name: the first to be tried
};

bool LineFields::key(const std::string& name) {
  if (depth_ != 1) return true;
  for (std::size_t i = 0; i < kFields; ++i) {
    const std::size_t field = (expected_ + i) % kFields;
    if (kNames[field] != name) continue;
    field_ = field;
    texts_[field].clear();  // said twice: the last word counts
    numbers_[field] = 0;
    expected_ = field + 1;
    return true;
  }
  field_ = kFields;
  return true;
}

bool LineFields::Open(bool object) {
  if (depth_ == 0) object_ = object;
  ++depth_;
  field_ = kFields;
  return true;
}

bool LineFields::Close(int levels) {
  depth_ -= levels;
  field_ = kFields;
  return true;
}

bool LineFields::string(const std::string& value) {
  if (field_ != kFields) texts_[field_] = value;
  return Close(0);
}

bool LineFields::Take(double value) {
  if (field_ == kTime) {
    const bool fits = value > 0 && value < 9.2e18;
    time_ns_ = fits ? static_cast<std::int64_t>(value) : 0;
  } else if (field_ != kFields) {
    numbers_[field_] = value;
    states_first_ = states_first_ || field_ == kFirst;
    absurd_ = absurd_ || !(value >= 0 && value <= kLargestNumber);
  }
  return Close(0);
}

// Nanoseconds since 1970 do not fit a double to the nanosecond.
template <typename Integer>
bool LineFields::TakeInteger(Integer value) {
  if (field_ != kTime) return Take(static_cast<double>(value));
  time_ns_ = value > 0 && std::in_range<std::int64_t>(value) ? static_cast<std::int64_t>(value) : 0;
  return Close(0);
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
void FillRefusal(LineFields& fields, EventRecord* record) {
  record->reason = std::move(fields.text(kReason));
  if (record->reason == "none") record->reason.clear();
  if (record->reason.empty()) return;
  if (!ParseOutcome(fields.text(kPassedOverOutcome), &record->refusal) ||
      record->refusal == EventOutcome::kDone) {
    record->refusal = EventOutcome::kDeclined;
  }
  record->detail = std::move(fields.text(kDetail));
  std::string& who = fields.text(kPassedOver);
  if (who.find(':') != std::string::npos) {
    record->refuser_device = std::move(who);
  } else {
    record->refuser = who.empty() ? kAnyDevice : std::move(who);
  }
}

void FillCall(LineFields& fields, EventRecord* record) {
  record->geometry = {fields.count(kSourceColumns), fields.count(kSourceRows),
                      fields.count(kColumns), fields.count(kRows)};
  record->quantum_depth = static_cast<unsigned>(fields.count(kQuantumDepth));
  record->samples = static_cast<unsigned>(fields.count(kSamples));
  record->alpha = fields.number(kAlpha) != 0;
  record->end_ns = fields.time_ns();
  record->process = fields.count(kProcess);
  record->thread = fields.count(kThread);
  record->device = std::move(fields.text(kDevice));
  record->kernels = std::move(fields.text(kKernels));
  record->actual_ns = fields.number(kActual);
  record->predicted_ns = fields.number(kPredicted);
  record->parts = {fields.number(kQueue),   fields.number(kContext), fields.number(kLoad),
                   fields.number(kCompile), fields.number(kTest),    fields.number(kUpload),
                   fields.number(kKernel),  fields.number(kDownload)};
  record->bytes_up = fields.number(kBytesUp);
  record->bytes_down = fields.number(kBytesDown);
  record->first = fields.number(kFirst) != 0;
  record->resident = fields.number(kResident) != 0;
  record->strips = static_cast<unsigned>(fields.count(kStrips));
}

}  // namespace

bool LooksLikeJson(std::string_view line) {
  const auto start = line.find_first_not_of(" \t");
  return start != std::string_view::npos && line[start] == '{';
}

LogLine ParseJsonLine(std::string_view text) {
  LogLine line;
  EventRecord& record = line.record;
  LineFields fields;
  if (!Json::sax_parse(text, &fields) || !fields.whole()) return line;
  record.operation = std::move(fields.text(kOperation));
  if (record.operation.empty() || !ParseOutcome(fields.text(kOutcome), &record.outcome)) {
    return line;
  }
  record.accelerator = std::move(fields.text(kAccelerator));
  if (record.accelerator.empty()) record.accelerator = kNobody;
  FillRefusal(fields, &record);
  FillCall(fields, &record);
  line.states_first = fields.states_first();
  line.kind = LogLine::Kind::kRecord;
  return line;
}

}  // namespace lodestone::cli
