// One record of an event log, whichever of the two layouts it was written in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lodestone::cli {

enum class EventOutcome { kDone, kDeclined, kFailed };

// Where the time of a call went; nanoseconds, 0 where it did not or nobody knows.
struct EventParts {
  double queue_ns = 0;
  double context_ns = 0;  // opening the device
  double load_ns = 0;     // programs from the cache
  double compile_ns = 0;  // programs from source
  double test_ns = 0;     // self-test
  double upload_ns = 0;
  double kernel_ns = 0;
  double download_ns = 0;
};

// Pixels; all 0 in the text layout, which does not say.
struct EventGeometry {
  std::uint64_t source_columns = 0, source_rows = 0, columns = 0, rows = 0;
  bool known() const { return columns != 0 && rows != 0; }
};

// A call that was done, or somebody's refusal to do it, or both.
struct EventRecord {
  std::string operation;
  EventGeometry geometry;
  unsigned quantum_depth = 0;  // 0: not stated
  unsigned samples = 0;        // of a pixel; 0: not stated
  bool alpha = false;

  // 0: not stated. `end_ns` is Unix time; of the text layout, whose clock starts with the process,
  // on the scale that its first line sets.
  std::int64_t end_ns = 0;
  std::uint64_t process = 0, thread = 0;

  // Who did it: kAccelerated or kNormal in the text layout, which names nobody; kNobody when
  // the call came to nothing. Empty: the line tells of a refusal only.
  std::string accelerator;
  std::string device;
  std::string kernels;
  EventOutcome outcome = EventOutcome::kDone;
  double actual_ns = 0;
  double predicted_ns = 0;  // 0: nobody could tell
  EventParts parts;
  double bytes_up = 0, bytes_down = 0;
  bool first = false;     // of its operation on that device in its process
  bool resident = false;  // the source was on the device already
  unsigned strips = 0;    // pieces that it was worked on in, 0 when in one

  // Who did not do it, and why. Meaningful if refusal is not kDone.
  EventOutcome refusal = EventOutcome::kDone;
  std::string refuser;         // accelerator; kAnyDevice when none in particular
  std::string refuser_device;  // may be known without its accelerator
  std::string reason;          // code; empty when a line gave none
  std::string detail;          // the same in a sentence

  bool has_call() const { return !accelerator.empty(); }
  bool has_refusal() const { return refusal != EventOutcome::kDone; }
  bool done() const { return has_call() && outcome == EventOutcome::kDone; }
  double milliseconds() const { return actual_ns / 1e6; }
};

inline constexpr const char* kNobody = "nobody";
inline constexpr const char* kAnyDevice = "any device";
inline constexpr const char* kAccelerated = "accelerated";
inline constexpr const char* kNormal = "normal";

// Sizes, bytes and durations in nanoseconds (104 days) beyond are not of this world, and a line
// that has them is damaged. Whole numbers up to here fit a double.
inline constexpr double kLargestNumber = 9e15;

// What one line of a log is.
struct LogLine {
  enum class Kind {
    kRecord,   // `record`
    kKernel,   // text layout: record.kernels and record.process, for the record that follows
    kOther,    // a whole line, about something else
    kDamaged,  // not a line of either layout
  };
  Kind kind = Kind::kDamaged;
  EventRecord record;
  bool states_first = false;        // record.first is from the line
  std::optional<double> elapsed_s;  // text layout: since the process began
};

// Whether the line is meant to be of the JSON Lines layout.
bool LooksLikeJson(std::string_view line);

LogLine ParseJsonLine(std::string_view line);
LogLine ParseTextLine(std::string_view line);

}  // namespace lodestone::cli
