#include "utilities/events/read/json_fields.hpp"

#include <algorithm>
#include <utility>

#include "utilities/events/read/record.hpp"

namespace lodestone::cli {
namespace {

// Roughly in the order in which the library writes them.
constexpr std::array<std::string_view, JsonFields::kFields> kNames = {
    "unix_time_ns",   "process",      "thread",      "operation",
    "source_columns", "source_rows",  "columns",     "rows",
    "quantum_depth",  "alpha",        "samples",     "outcome",
    "accelerator",    "device",       "declined_by", "declined_by_outcome",
    "reason",         "detail",       "kernels",     "first",
    "resident",       "predicted_ns", "actual_ns",   "queue_ns",
    "compile_ns",     "upload_ns",    "kernel_ns",   "download_ns",
    "bytes_up",       "bytes_down",   "context_ns",  "load_ns",
    "test_ns",        "strips",       "host",        "item"};

// Of logs before 0.1.0.
std::string_view CurrentName(std::string_view name) {
  if (name == "passed_over") return "declined_by";
  return name == "passed_over_outcome" ? "declined_by_outcome" : name;
}

}  // namespace

bool JsonFields::key(std::string_view name) {
  if (depth_ != 1) return true;
  name = CurrentName(name);
  for (std::size_t i = 0; i < kFields; ++i) {
    const std::size_t field = (expected_ + i) % kFields;
    if (kNames[field] != name) continue;
    field_ = field;
    texts_[field].clear();  // repeated: the last value counts
    numbers_[field] = 0;
    expected_ = field + 1;
    return true;
  }
  field_ = kFields;
  return true;
}

bool JsonFields::Open(bool object) {
  if (depth_ == 0) object_ = object;
  ++depth_;
  field_ = kFields;
  return true;
}

bool JsonFields::Close(int levels) {
  depth_ -= levels;
  field_ = kFields;
  return true;
}

bool JsonFields::string(std::string_view value) {
  if (field_ != kFields) texts_[field_] = value;
  return Close(0);
}

bool JsonFields::Take(double value) {
  if (field_ == kTime) return TakeTime(value > 0 && value < 9.2e18 ? std::int64_t(value) : 0);
  if (field_ != kFields) {
    numbers_[field_] = value;
    states_first_ = states_first_ || field_ == kFirst;
    absurd_ = absurd_ || !(value >= 0 && value <= kMaxNumber);
  }
  return Close(0);
}

bool JsonFields::TakeTime(std::int64_t value) {
  time_ns_ = std::max<std::int64_t>(value, 0);
  return Close(0);
}

// Nanoseconds since 1970 do not fit a double to the nanosecond.
bool JsonFields::number_integer(std::int64_t value) {
  return field_ == kTime ? TakeTime(value) : Take(static_cast<double>(value));
}

bool JsonFields::number_unsigned(std::uint64_t value) {
  if (field_ != kTime) return Take(static_cast<double>(value));
  return TakeTime(std::in_range<std::int64_t>(value) ? static_cast<std::int64_t>(value) : 0);
}

}  // namespace lodestone::cli
