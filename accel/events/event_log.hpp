// The event log: one record per call, to the program's handler, a file, and the image library's
// log.
#pragma once

#include <string>
#include <vector>

#include "accel/accelerate.h"
#include "accel/events/log_line.hpp"
#include "base/give_up.hpp"

namespace lodestone::accel {

// Lets the layer above show events in its own log. `wanted` is asked before any text is formatted.
struct LogObserver {
  bool (*wanted)();
  void (*emit)(const LogLine& line);
};
void SetLogObserver(const LogObserver& observer);

// Asked while the file of the log is a pipe that nobody reads; nullptr: never given up.
void SetLogGiveUp(GiveUp give_up);

// True if there is a listener. Cheap; check it before filling a record.
bool EventsWanted();
// True if there is one that wants times by devices' clocks. Cheap too.
bool PartTimesWanted();

// Numbers the record and passes it to all listeners, one record at a time.
void EmitEvent(MagickAccelerateEvent event);

// The record as text lines, and as one JSON object.
std::vector<std::string> EventMessages(const MagickAccelerateEvent& event);
std::string EventJson(const MagickAccelerateEvent& event);

}  // namespace lodestone::accel
