// The fields of a line of JSON Lines, collected during parsing: no DOM.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace lodestone::cli {

// The callbacks of nlohmann's parser. A field that is missing or of the wrong type reads as empty
// or 0; unknown ones are skipped with all their contents.
class JsonFields {
 public:
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
    kDeclinedBy,
    kDeclinedByOutcome,
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
    kUploadedBytes,
    kDownloadedBytes,
    kContext,
    kLoad,
    kTest,
    kStrips,
    kHost,
    kItem,
    kFields,  // count
  };

  std::string& text(Field field) { return texts_[field]; }
  double number(Field field) const { return numbers_[field]; }
  std::uint64_t count(Field field) const { return static_cast<std::uint64_t>(numbers_[field]); }
  std::int64_t time_ns() const { return time_ns_; }
  bool states_first() const { return states_first_; }
  // An object, any number of whose values can be numbers.
  bool whole() const { return object_ && !absurd_; }

  bool null() { return Close(0); }
  bool boolean(bool value) { return Take(value ? 1.0 : 0.0); }
  bool number_integer(std::int64_t value);
  bool number_unsigned(std::uint64_t value);
  bool number_float(double value, const std::string&) { return Take(value); }
  bool string(std::string_view value);
  bool binary(nlohmann::json::binary_t&) { return false; }
  bool key(std::string_view name);
  bool start_object(std::size_t) { return Open(true); }
  bool start_array(std::size_t) { return Open(false); }
  bool end_object() { return Close(1); }
  bool end_array() { return Close(1); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) {
    return false;
  }

 private:
  bool Open(bool object);
  bool Close(int levels);
  bool Take(double value);
  bool TakeTime(std::int64_t value);

  std::array<std::string, kFields> texts_;
  std::array<double, kFields> numbers_{};
  std::int64_t time_ns_ = 0;
  bool states_first_ = false, object_ = false, absurd_ = false;
  int depth_ = 0;
  std::size_t field_ = kFields;  // of the next value; kFields: unknown
  std::size_t expected_ = 0;     // of the next name: the first to try
};

// Parses a line that is an object of plain values: whole numbers, booleans, and ASCII text without
// escapes, which covers nearly all of the library's output; many times faster than a full parser.
// False: the line may be anything, and `fields` is undefined.
bool TakePlainJson(std::string_view line, JsonFields* fields);

}  // namespace lodestone::cli
