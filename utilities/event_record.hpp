// One line of an event log, whichever of the two layouts it was written in.
#pragma once

#include <string>
#include <string_view>

namespace lodestone::cli {

enum class EventOutcome { kDone, kDeclined, kFailed };

// A call that was done, or somebody's refusal to do it, or both.
struct EventRecord {
  std::string operation;

  // Who did it: "accelerated" or "normal" in the text layout, which names nobody; kNobody when
  // the call came to nothing. Empty: the line tells of a refusal only.
  std::string accelerator;
  std::string device;
  std::string kernels;
  EventOutcome outcome = EventOutcome::kDone;
  double milliseconds = 0;
  bool states_first = false;  // the line says itself whether it was the first call
  bool first = false;
  long process = 0;  // text layout only

  // Who did not do it, and why. Meaningful if refusal is not kDone.
  EventOutcome refusal = EventOutcome::kDone;
  std::string refuser;         // accelerator; kAnyDevice when none in particular
  std::string refuser_device;  // may be known without its accelerator
  std::string reason;
};

inline constexpr const char* kNobody = "nobody";
inline constexpr const char* kAnyDevice = "any device";

enum class LineKind {
  kRecord,   // *record is filled
  kKernel,   // text layout: record->kernels and record->process, for the record that follows
  kOther,    // a whole line, about something else
  kDamaged,  // not a line of either layout
};

// Whether the line is meant to be of the JSON Lines layout.
bool LooksLikeJson(std::string_view line);

LineKind ParseJsonEvent(std::string_view line, EventRecord* record);
LineKind ParseTextEvent(std::string_view line, EventRecord* record);

}  // namespace lodestone::cli
