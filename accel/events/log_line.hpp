// The one-line text layout that log files of GraphicsMagick use, so that old and new logs read
// alike: local timestamp, elapsed min:sec, user seconds, pid, module, function, line, domain,
// severity, message.
#pragma once

#include <string>
#include <string_view>

namespace lodestone::accel {

struct LogLine {
  std::string_view module;  // source file name
  std::string_view function;
  unsigned long line = 0;
  std::string_view domain;    // "Accelerate"
  std::string_view severity;  // "Event"
  std::string_view message;   // control characters are replaced by spaces
};

// Minutes:seconds since this library was loaded, padded, and the user seconds of this process: the
// clocks shown by all log formats.
std::string ElapsedText();
std::string UserSecondsText();

// The line, newline included, with the current time of this process.
std::string FormatLogLine(const LogLine& line);

}  // namespace lodestone::accel
