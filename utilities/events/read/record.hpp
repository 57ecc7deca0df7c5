// One record of an event log, in either layout.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lodestone::cli {

enum class EventOutcome { kDone, kDeclined, kFailed };
const char* OutcomeText(EventOutcome outcome);  // "done", "declined" or "failed"; in work.cpp

// Where the time of a call went; nanoseconds, 0 where none or unknown.
struct EventParts {
  double queue_ns = 0;
  double context_ns = 0;  // opening the device
  double load_ns = 0;     // programs from the cache
  double compile_ns = 0;  // programs from source
  double test_ns = 0;     // self-test
  double upload_ns = 0;
  double kernel_ns = 0;
  double download_ns = 0;

  EventParts& operator+=(const EventParts& other);
  // What is known of the call's own time: all but the queue.
  double known_ns() const;
};

// The name of a part in outputs, without its unit.
struct EventPart {
  const char* name;
  double EventParts::*ns;
};
inline constexpr std::array<EventPart, 8> kEventParts = {{{"queue", &EventParts::queue_ns},
                                                          {"context", &EventParts::context_ns},
                                                          {"load", &EventParts::load_ns},
                                                          {"compile", &EventParts::compile_ns},
                                                          {"test", &EventParts::test_ns},
                                                          {"upload", &EventParts::upload_ns},
                                                          {"kernel", &EventParts::kernel_ns},
                                                          {"download", &EventParts::download_ns}}};

// Pixels; all 0 in the text layout, which does not state them.
struct EventGeometry {
  std::uint64_t source_columns = 0, source_rows = 0, columns = 0, rows = 0;
  bool known() const { return columns != 0 && rows != 0; }
};

// A call that was done, or an accelerator's refusal of it, or both.
struct EventRecord {
  std::string operation;
  EventGeometry geometry;
  unsigned quantum_depth = 0;  // 0: not stated
  unsigned samples = 0;        // of a pixel; 0: not stated
  bool alpha = false;

  // 0: not stated. `end_ns` is Unix time; in the text layout, whose clock starts with the process,
  // relative to the time of its first line.
  std::int64_t end_ns = 0;
  std::uint64_t process = 0, thread = 0;
  std::string host;  // empty: not stated
  std::string item;  // what the call worked on; empty: not stated

  // The accelerator: kAccelerated or kNormal in the text layout, which gives no names;
  // kNoAccelerator when the call failed. Empty: the line records a refusal only.
  std::string accelerator;
  std::string device;
  std::string kernels;
  EventOutcome outcome = EventOutcome::kDone;
  double actual_ns = 0;
  double predicted_ns = 0;  // 0: no prediction
  EventParts parts;
  double bytes_up = 0, bytes_down = 0;
  bool first = false;     // of its operation on that device in its process
  bool resident = false;  // the source was on the device already
  unsigned strips = 0;    // strips that it was split into, 0 when whole

  // The accelerator that did not do it, and why. Meaningful if refusal is not kDone.
  EventOutcome refusal = EventOutcome::kDone;
  std::string refuser;         // accelerator; kAnyDevice when none in particular
  std::string refuser_device;  // may be known without its accelerator
  std::string reason;          // code; empty when a line gave none
  std::string detail;          // the reason in a sentence

  bool has_call() const { return !accelerator.empty(); }
  bool has_refusal() const { return refusal != EventOutcome::kDone; }
  bool done() const { return has_call() && outcome == EventOutcome::kDone; }
  double milliseconds() const { return actual_ns / 1e6; }
};

inline constexpr const char* kNoAccelerator = "nobody";
inline constexpr const char* kAnyDevice = "any device";
inline constexpr const char* kAccelerated = "accelerated";
inline constexpr const char* kNormal = "normal";

// Sizes, bytes and durations in nanoseconds (104 days) beyond this are implausible, and a line that
// has them is damaged. Whole numbers up to here fit a double.
inline constexpr double kMaxNumber = 9e15;

// The kind of a line in a log.
struct ParsedLine {
  enum class Kind {
    kRecord,   // `record`
    kKernel,   // text layout: record.kernels and record.process, for the record that follows
    kOther,    // a complete line about something else
    kDamaged,  // not a line of either layout
  };
  Kind kind = Kind::kDamaged;
  EventRecord record;
  bool states_first = false;        // record.first is from the line
  std::optional<double> elapsed_s;  // text layout: since the process began
};

// Whether the line appears to be of the JSON Lines layout.
bool LooksLikeJson(std::string_view line);

ParsedLine ParseJsonLine(std::string_view line);
ParsedLine ParseTextLine(std::string_view line);

}  // namespace lodestone::cli
